import { z } from 'zod'
import { CALLERS, type Case, type Values } from './case.ts'
import { type Contracts, flattenNames } from './contracts.ts'
import { ENDPOINT_DEFAULTS, type Endpoint, type EndpointDefinition } from './endpoint.ts'
import { isAsync } from './is-async.ts'
import { nearestName } from './nearest-name.ts'
import type { Relation } from './relation.ts'
import { describeSchema, fieldOf, type SchemaNode } from './schema/describe-schema.ts'
import { findUnsupported } from './schema/find-unsupported.ts'

/** Fields that configure the provider's emulator and OpenAPI document. Other APIs have neither. */
type ProviderEndpointField = 'openWith' | 'guestsFrom' | 'recordedIn'
type ProviderCaseField = 'statusIn77'

/** Credentials from the environment, for use in cases. */
type Account = { email: string; password: string }

/**
 * The contracts of an API: the default export of a `--contracts` file.
 * @typeParam V values that cases pass on to later cases, e.g. `{ petId: number }`
 */
export type ContractsDefinition<V = Record<string, string | number>> = {
  /** Path prefix of all endpoints, e.g. `/v2`. Defaults to none. */
  prefix?: string
  /** Endpoints by resource. `{ pets: { list: { method: 'GET', … } } }` is `pets.list` in reports. */
  endpoints: Record<string, Record<string, Omit<EndpointDefinition, ProviderEndpointField>>>
  /** Example requests. A GET without path parameters needs none and is sent once. */
  cases?: Record<string, Record<string, readonly Omit<Case<V & Account>, ProviderCaseField>[]>>
  /**
   * The endpoint of the log-in, and the field of its response that contains the token, e.g. `{ endpoint: 'auth.login',
   * tokenField: 'token' }`. The field may be nested: `data.token`.
   */
  login?: { endpoint: string; tokenField: string }
  /** Origin of web pages that use the API, which CORS headers must allow. If omitted, CORS is not checked. */
  origin?: string
  /** Maximum cache lifetime in seconds. Defaults to no limit. */
  maxAge?: number
  /** Relations between responses, created with `entity`, `reference`, `holds`, `tree`, `follows` and `collects`. */
  relations?: readonly Relation[]
}

/** Thrown for invalid contracts. The message is a single sentence. */
export class DefinitionError extends Error {}

/**
 * Declares the contracts of an API, with type checking.
 * @example
 * export default defineContracts({
 *   prefix: '/v2',
 *   endpoints: {
 *     pets: {
 *       list: { method: 'GET', path: '/pets', readOnly: 'a public list', responses: { 200: z.array(Pet) } },
 *     },
 *   },
 * })
 */
export function defineContracts<V = Record<string, string | number>>(
  definition: ContractsDefinition<V>,
): ContractsDefinition<V> {
  return definition
}

/** Accepts schemas from any installed copy of Zod 4. */
const Schema = z.custom<z.ZodType>(
  (value) => (value as z.ZodType | undefined)?._zod?.def !== undefined,
  'must be a Zod 4 schema',
)
const ObjectSchema = Schema.refine((schema) => describeSchema(schema).kind === 'object', 'must be an object')
/** Refuses a schema that cannot be checked, or that reports cannot convert, e.g. with two meanings of an id. */
const ResponseSchema = Schema.superRefine((schema, context) => {
  try {
    const unsupported = findUnsupported(schema)
    if (unsupported !== null) context.addIssue(unsupported)
    z.toJSONSchema(schema, { unrepresentable: 'any' })
  } catch (error) {
    context.addIssue((error as Error).message.replace(/\.\s.*|\.$/s, ''))
  }
})

const EndpointShape = z.strictObject({
  method: z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']),
  path: z.string().startsWith('/', 'must begin with /'),
  auth: z.enum(['none', 'bearer']).default(ENDPOINT_DEFAULTS.auth),
  summary: z.string().default(ENDPOINT_DEFAULTS.summary),
  readOnly: z.string().min(1).optional(),
  params: ObjectSchema.optional(),
  query: ObjectSchema.optional(),
  body: ObjectSchema.optional(),
  responses: z
    .record(z.string().regex(/^[1-5]\d\d$/), ResponseSchema, {
      error: ({ code }) => (code === 'invalid_key' ? 'must be a status' : undefined),
    })
    .refine(
      (responses) => Object.keys(responses).length > 0,
      'must contain the schema for at least one status',
    ),
  evidence: z.custom<Endpoint['evidence']>().default(ENDPOINT_DEFAULTS.evidence),
})

const Status = z.int().refine((status) => status >= 100 && status < 600, 'must be a status from 100 to 599')
const Names = z.array(z.string(), 'must be a list of names').optional()
const Text = z.string().optional()
const Callback = z
  .custom((value) => typeof value === 'function', 'must be a function')
  .refine((value) => !isAsync(value), 'must not be asynchronous')
  .optional()

const CaseShape = z.strictObject({
  title: z.string().min(1),
  as: z
    .enum(CALLERS, {
      error: ({ input }) => `must be ${CALLERS.join(', ')}, not ${JSON.stringify(input)}`,
    })
    .optional(),
  inputs: Names,
  request: z
    .custom(
      (value) => typeof value === 'function' || (typeof value === 'object' && value !== null),
      'must be an object or a function',
    )
    .refine((value) => !isAsync(value), 'must not be asynchronous')
    .optional(),
  status: Status,
  otherStatuses: z.array(Status).optional(),
  content: z
    .strictObject({ name: z.string(), isPresent: Callback.unwrap(), isRequired: z.boolean().optional() })
    .optional(),
  needsAlternative: Callback,
  extract: Callback,
  outputs: Names,
  cleanup: Text,
  leaves: z.strictObject({ what: z.string(), text: Callback.unwrap() }).optional(),
  removes: Text,
  assumed: Text,
  emulatorOnly: Text,
} satisfies Record<Exclude<keyof Case, ProviderCaseField>, z.ZodType>)

const Definition = z.strictObject({
  prefix: z
    .string()
    .regex(/^(\/.*[^/])?$/, 'must be empty, or begin with / and not end with /')
    .default(''),
  endpoints: z.record(z.string(), z.record(z.string(), EndpointShape)),
  cases: z.record(z.string(), z.record(z.string(), z.array(CaseShape))).default({}),
  login: z.strictObject({ endpoint: z.string(), tokenField: z.string() }).nullable().default(null),
  origin: z
    .string()
    .refine(
      (value) => URL.canParse(value) && new URL(value).origin === value,
      'must be an origin like https://shop.example',
    )
    .nullable()
    .default(null),
  maxAge: z.number().min(0, 'must be a number of seconds from 0').nullable().default(null),
  relations: z
    .array(z.custom<Relation>(isRelation, 'must be a relation such as entity(…).in(…)'))
    .default([]),
})

function isRelation(value: unknown): boolean {
  const { of, createCheck } = Object(value) as Partial<Relation>
  return of?.endpoint !== undefined && typeof createCheck === 'function'
}

/**
 * Reads the exports of a `--contracts` module.
 * @throws DefinitionError if the contracts are invalid
 */
export function parseContracts(exported: unknown): Contracts {
  const definition = readDefinition(exported)
  const endpoints = flattenNames<Endpoint>(definition.endpoints)
  if (Object.keys(endpoints).length === 0) throw new DefinitionError('endpoints is empty.')
  const givenCases = flattenNames<readonly Case[]>(definition.cases as Record<string, Record<string, Case[]>>)
  for (const name of [...Object.keys(givenCases), ...(definition.login ? [definition.login.endpoint] : [])])
    if (!Object.hasOwn(endpoints, name)) throw new DefinitionError(`endpoint ${name} does not exist.`)
  rejectUndeclaredStatuses(endpoints, givenCases)
  rejectUnknownInputs(givenCases)
  if (definition.login) rejectUnusableLogin(definition.login, endpoints, givenCases)
  const declaredCases = Object.entries(givenCases).map(
    ([name, testCases]) =>
      [name, testCases.map((testCase) => withCaller(endpoints[name], testCase))] as const,
  )
  const defaults = Object.entries(endpoints).filter(([name]) => !Object.hasOwn(givenCases, name))
  const defaultsOf = (isPublic: boolean) =>
    defaults
      .filter(([, { auth }]) => (auth === 'none') === isPublic)
      .map(([name, endpoint]) => [name, defaultCasesOf(endpoint)] as const)
  // Public reads come first, because they show whether the host may receive a token.
  const cases = Object.fromEntries([...defaultsOf(true), ...declaredCases, ...defaultsOf(false)])
  return {
    prefix: definition.prefix,
    keepsSlash: true,
    endpoints,
    cases,
    login: definition.login,
    pageOrigin: definition.origin,
    maxAge: definition.maxAge,
    successField: null,
    valueLabels: {},
    placeholders: placeholdersOf(Object.values(cases).flat()),
    images: [],
    probes: [],
    staging: null,
    relations: definition.relations,
  }
}

/** Throws for a case that expects a success for which its endpoint declares no schema. Any body would satisfy it. */
function rejectUndeclaredStatuses(
  endpoints: Record<string, Endpoint>,
  cases: Record<string, readonly Case[]>,
): void {
  for (const [name, testCases] of Object.entries(cases))
    for (const [index, { status, otherStatuses = [] }] of testCases.entries()) {
      const undeclared = [status, ...otherStatuses].find(
        // A refusal is verified by its status; responses with the others have no body.
        (code) =>
          code < 300 && ![204, 205].includes(code) && !Object.hasOwn(endpoints[name]?.responses ?? {}, code),
      )
      if (undeclared !== undefined)
        throw new DefinitionError(
          `cases.${name}.${index}.status: ${undeclared} is not declared in its responses.`,
        )
    }
}

/** Throws for a case with an input that no case provides. It would always be skipped. */
function rejectUnknownInputs(cases: Record<string, readonly Case[]>): void {
  const outputs = Object.values(cases).flatMap((testCases) =>
    testCases.flatMap((testCase) => testCase.outputs ?? []),
  )
  const names = [...new Set([...outputs, 'email', 'password'])]
  for (const [name, testCases] of Object.entries(cases))
    for (const [index, { inputs = [] }] of testCases.entries()) {
      const unknown = inputs.find((input) => !names.includes(input))
      if (unknown === undefined) continue
      const nearest = nearestName(unknown, names)
      const advice = nearest === null ? '.' : `; did you mean "${nearest}"?`
      throw new DefinitionError(`cases.${name}.${index}.inputs: no case has the output "${unknown}"${advice}`)
    }
}

/** Throws for a log-in that no run could send, or that returns no token. */
function rejectUnusableLogin(
  { endpoint: name, tokenField }: NonNullable<Contracts['login']>,
  endpoints: Record<string, Endpoint>,
  cases: Record<string, readonly Case[]>,
): void {
  const { method, responses = {} } = endpoints[name] ?? {}
  if (method !== 'POST') throw new DefinitionError(`login: the endpoint ${name} must be a POST.`)
  const success = cases[name]?.find(({ status }) => status < 300)
  if (!success) throw new DefinitionError(`login: the endpoint ${name} has no case that succeeds.`)
  const schema = responses[success.status]
  if (!schema || !mayContain(describeSchema(schema), tokenField.split('.')))
    throw new DefinitionError(`login.tokenField: the response of ${name} has no field "${tokenField}".`)
}

/** Whether a schema allows a value at a path. */
function mayContain(node: SchemaNode, [key, ...rest]: readonly string[]): boolean {
  if (key === undefined || node.kind === 'unknown') return true
  if (node.kind === 'union') return node.members.some((member) => mayContain(member, [key, ...rest]))
  if (node.kind === 'record') return mayContain(describeSchema(node.value), rest)
  if (node.kind !== 'object') return false
  const field = fieldOf(node, key)
  return field ? mayContain(describeSchema(field.schema), rest) : node.isOpen
}

function readDefinition(exported: unknown): z.infer<typeof Definition> {
  // Copies a module namespace to a plain object, because Zod rejects objects without a prototype.
  const parsed = Definition.safeParse(typeof exported === 'object' ? { ...exported } : exported)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  if (Object(exported).endpoints === undefined) throw new DefinitionError('it exports no endpoints.')
  throw new DefinitionError(`${issue?.path.join('.') || 'the definition'}: ${issue?.message}.`)
}

/**
 * Adds the caller to a case without one. A valid token never leads to a 401, so this status is that of a request
 * without it.
 */
function withCaller(endpoint: Endpoint | undefined, testCase: Case): Case {
  return endpoint?.auth === 'bearer' && testCase.status !== 401 ? { as: 'customer', ...testCase } : testCase
}

/** Returns the default cases for an endpoint without declared cases. */
function defaultCasesOf({ method, path, auth, query, responses }: Endpoint): readonly Case[] {
  const statuses = Object.keys(responses).map(Number)
  const status = statuses.find((code) => code < 300)
  const needsMore = path.includes('{') || query?.safeParse({}).success === false
  if (method !== 'GET' || needsMore || status === undefined) return []
  if (auth === 'none') return [{ title: 'responds as declared', status }]
  return [
    { title: 'responds as declared', as: 'customer', status },
    ...(statuses.includes(401) ? [{ title: 'returns 401 without a token', status: 401 }] : []),
  ]
}

/** Returns a placeholder in braces for each value in `outputs` or `inputs`. */
function placeholdersOf(cases: readonly Case[]): Values {
  const names = cases.flatMap(({ outputs = [], inputs = [] }) => [...outputs, ...inputs])
  return {
    ...Object.fromEntries(names.map((name) => [name, `{${name}}`])),
    email: '$PROVIDER_EMAIL',
    password: '$PROVIDER_PASSWORD',
  }
}
