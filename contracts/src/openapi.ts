import { z } from 'zod'
import { resourceDescriptions } from './api.ts'
import { type Endpoint, endpointKey } from './endpoint.ts'
import { Message } from './wire.ts'

type JsonSchema = Record<string, unknown>

/** Requests and responses of an endpoint that the document shows. */
export type EndpointExamples = {
  /** Text of path and query parameters, by name. */
  parameters: Record<string, string>
  body?: unknown
  /** Body by status. */
  responses: Record<number, unknown>
}

/** Title, description and base path for an OpenAPI document. */
type OpenApiAbout = {
  title: string
  description: string
  server: string
  /** Description by resource. */
  tags?: Record<string, string>
  /** Description of responses by status, instead of the provider's. */
  reasons?: Record<number, string>
  /** Whether the host limits the request rate, so that every endpoint may return 429. */
  isThrottled?: boolean
  /** By the name of the endpoint, such as `GET /config`. */
  examples?: Record<string, EndpointExamples>
}

export const PROVIDER: OpenApiAbout = {
  title: "The bookshop provider's API",
  description: 'Generated from the contracts. Responses may contain additional fields.',
  server: '/api/v1',
  tags: resourceDescriptions,
  // Source R2: 60 requests per minute.
  isThrottled: true,
}

const LICENSE = { name: 'MIT', url: 'https://opensource.org/license/mit' }

/** Builds the OpenAPI 3.1 document of an API. `about` defaults to the provider's API. */
export function buildOpenApi(
  api: Record<string, Record<string, Endpoint>>,
  version: string,
  about: OpenApiAbout = PROVIDER,
) {
  const schemas: Record<string, JsonSchema> = {}
  const paths: Record<string, Record<string, ReturnType<typeof describeOperation>>> = {}
  for (const [resource, endpoints] of Object.entries(api)) {
    for (const [name, declared] of Object.entries(endpoints)) {
      const throttled = about.isThrottled ? { 429: Message } : {}
      const responses = { ...declared.responses, ...throttled }
      const examples = about.examples?.[endpointKey(declared)]
      const described = describeOperation(
        `${resource}.${name}`,
        resource,
        { ...declared, responses },
        schemas,
        examples,
      )
      for (const [status, response] of Object.entries(described.responses))
        response.description = about.reasons?.[Number(status)] ?? response.description
      paths[declared.path] = { ...paths[declared.path], [declared.method.toLowerCase()]: described }
    }
  }
  return {
    openapi: '3.1.0',
    info: { title: about.title, version, description: about.description, license: LICENSE },
    servers: [{ url: about.server }],
    tags: Object.keys(api)
      .sort()
      .map((name) => ({ name, ...(about.tags?.[name] ? { description: about.tags[name] as string } : {}) })),
    paths,
    components: {
      schemas,
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
    },
  }
}

function describeOperation(
  id: string,
  tag: string,
  declared: Endpoint,
  schemas: Record<string, JsonSchema>,
  examples?: EndpointExamples,
) {
  const parameters = [
    ...parametersOf(declared.params, 'path', schemas, examples),
    ...parametersOf(declared.query, 'query', schemas, examples),
  ]
  return {
    operationId: id,
    tags: [tag],
    summary: declared.summary,
    security:
      declared.auth === 'none'
        ? []
        : declared.openWith === undefined
          ? [{ bearer: [] }]
          : [{ bearer: [] }, {}],
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(declared.body
      ? {
          requestBody: {
            required: true as const,
            content: jsonContentOf(toJsonSchema(declared.body, 'input', schemas), examples?.body),
          },
        }
      : {}),
    responses: Object.fromEntries(
      Object.entries(declared.responses).map(([status, schema]) => [
        status,
        {
          description: REASONS[status] ?? 'Response',
          content: jsonContentOf(
            toJsonSchema(schema, 'output', schemas),
            examples?.responses[Number(status)],
          ),
        },
      ]),
    ),
    'x-evidence': declared.evidence,
    ...(declared.recordedIn ? { 'x-recorded-in': declared.recordedIn } : {}),
  }
}

const REASONS: Record<string, string> = {
  200: 'Success',
  400: 'Request refused',
  401: 'No valid token or credentials',
  403: 'Validation error or violated business rule',
  404: 'Not found',
  409: 'Idempotency-Key used for another request',
  422: 'Validation error of Laravel',
  429: 'Too many requests',
}

function jsonContentOf(schema: JsonSchema, example?: unknown) {
  return { 'application/json': { schema, ...(example === undefined ? {} : { example }) } }
}

function parametersOf(
  object: z.ZodObject | undefined,
  location: 'path' | 'query',
  schemas: Record<string, JsonSchema>,
  examples?: EndpointExamples,
) {
  if (!object) return []
  const { properties = {}, required = [] } = toJsonSchema(object, 'input', schemas) as {
    properties?: Record<string, JsonSchema>
    required?: string[]
  }
  return Object.entries(properties).map(([name, { description, ...schema }]) => ({
    name,
    in: location,
    required: required.includes(name),
    ...(typeof description === 'string' ? { description } : {}),
    schema,
    ...exampleOf(schema, examples?.parameters[name]),
  }))
}

/** Converts a parameter's text to the type that the document declares. */
function exampleOf({ type }: JsonSchema, text?: string) {
  if (text === undefined) return {}
  return { example: type === 'integer' || type === 'number' ? Number(text) : text }
}

/** Converts a schema to JSON Schema. Named schemas become components. */
function toJsonSchema(
  schema: z.ZodType,
  io: 'input' | 'output',
  schemas: Record<string, JsonSchema>,
): JsonSchema {
  const document = z.toJSONSchema(schema, { io, unrepresentable: 'any', override: dropUndeclaredLimits })
  const {
    $schema: _,
    $defs = {},
    ...own
  } = JSON.parse(JSON.stringify(document).replaceAll('"#/$defs/', '"#/components/schemas/')) as JsonSchema & {
    $defs?: Record<string, JsonSchema>
  }
  for (const [name, { id: _, ...part }] of Object.entries($defs)) schemas[name] ??= part
  // Zod inlines a named schema at the top level.
  const { id, ...plain } = own
  if (typeof id !== 'string') return own
  schemas[id] ??= plain
  return { $ref: `#/components/schemas/${id}` }
}

/**
 * Removes what Zod adds: it forbids additional properties and limits integers to the safe range. The contracts do
 * neither.
 */
function dropUndeclaredLimits({ jsonSchema: schema }: { jsonSchema: JsonSchema }): void {
  if (schema.additionalProperties === false) delete schema.additionalProperties
  for (const key of ['maximum', 'exclusiveMaximum', 'minimum', 'exclusiveMinimum'])
    if (Math.abs(Number(schema[key])) === Number.MAX_SAFE_INTEGER) delete schema[key]
}
