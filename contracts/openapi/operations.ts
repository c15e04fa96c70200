import { z } from 'zod'
import { type EndpointDefinition, isSafe, type Method, type TokenPlace } from '../src/endpoint.ts'
import { type Json, objectOf, resolve, type SchemaConverter } from './json-schema.ts'

/** Values of parameters, by operation such as `GET /books/{id}`, or under `*` for all operations. */
export type GivenParams = Readonly<Record<string, Readonly<Record<string, unknown>>>>

export type Parameter = {
  name: string
  in: string
  isRequired: boolean
  schema: Json
  /** The value from `GivenParams`, or the document's example, default or only value. */
  value: unknown
  isGiven: boolean
}

/** An operation of an OpenAPI 3.1 document, with resolved references. */
export type Operation = {
  resource: string
  name: string
  /** Method and path as in the document. */
  key: string
  method: Method
  path: `/${string}`
  parameters: readonly Parameter[]
  /** Example of the body. Undefined if the operation has a body without one, null if it has no body. */
  body: unknown
  /** Status of a successful response. */
  status: number
  /** Media type of the successful response if it is not JSON. */
  mediaType: string | undefined
  /** Whether the response may be 401, because the token is optional. */
  mayRefuse: boolean
  links: readonly Json[]
  /** Returns the endpoint, once the schemas are converted. */
  endpoint: (schemas: readonly z.ZodType[]) => EndpointDefinition
}

const METHODS = ['get', 'head', 'post', 'put', 'patch', 'delete'] as const
const JSON_TYPE = /^(?:application\/(?:[\w.-]+\+)?json\b|\*\/\*)/

/** Reads the operations of a document, and adds the schemas of their responses to the converter. */
export function readOperations(root: Json, given: GivenParams, converter: SchemaConverter): Operation[] {
  const deref = (value: unknown): Json => {
    const { $ref } = objectOf(value)
    return typeof $ref === 'string' ? deref(resolve(root, $ref)) : objectOf(value)
  }
  const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])
  const schemes = objectOf(objectOf(root.components).securitySchemes)

  function parametersOf(key: string, item: Json, operation: Json): Parameter[] {
    const values: Readonly<Record<string, unknown>> = { ...given['*'], ...given[key] }
    const declared = [...listOf(item.parameters), ...listOf(operation.parameters)].map(deref)
    // OpenAPI ignores parameters with these names.
    const isParameter = ({ in: place, name }: Json) =>
      place !== 'header' ||
      !/^(?:accept|content-type|authorization)$/i.test(String(name)) ||
      Object.hasOwn(values, String(name))
    const parameters = declared.filter(isParameter).map((parameter): Parameter => {
      const name = String(parameter.name)
      const [schema, isGiven] = [deref(parameter.schema), Object.hasOwn(values, name)]
      const isRequired = parameter.required === true || parameter.in === 'path'
      const value = isGiven ? values[name] : exampleOf({ ...parameter, schema })
      return { name, in: String(parameter.in), isRequired, schema, value, isGiven }
    })
    // A parameter of an operation replaces one of its path.
    return [...new Map(parameters.map((each) => [`${each.in} ${each.name}`, each])).values()]
  }

  /** Returns the example of a parameter or body; for a parameter also its default or only value. */
  function exampleOf({ example, examples, schema }: Json): unknown {
    const { example: own, examples: list, default: usual, const: fixed, enum: values } = deref(schema)
    const [first] = Object.values(objectOf(examples))
    const only = listOf(values).length === 1 ? listOf(values)[0] : undefined
    return example ?? deref(first).value ?? own ?? listOf(list)[0] ?? usual ?? fixed ?? only
  }

  function bodyOf(key: string, requestBody: unknown): unknown {
    const { content } = deref(requestBody)
    if (content === undefined) return null
    const json = Object.entries(objectOf(content)).find(([type]) => JSON_TYPE.test(type))
    return given[key]?.body ?? (json && exampleOf(objectOf(json[1])))
  }

  function responsesOf(method: Method, operation: Json) {
    const declared = Object.entries(objectOf(operation.responses)).map(([code, response]) => {
      const { content, headers } = deref(response)
      const types = Object.entries(objectOf(content))
      const json = types.find(([type]) => JSON_TYPE.test(type))
      const fields = Object.entries(objectOf(headers)).map(([name, header]) => [
        name.toLowerCase(),
        headerSchema(deref(header), deref(objectOf(deref(header)).schema)),
      ])
      const others = types.map(([type]) => type.replace(/;.*/, '').replace(/[^\w/-]/g, '\\$&'))
      if (!json && others.length > 0)
        fields.push(['content-type', z.string().regex(new RegExp(`^(?:${others.join('|')})`, 'i'))])
      const schema = json && method !== 'HEAD' ? converter.add(objectOf(json[1]).schema ?? {}) : null
      const mediaType = json ? undefined : types[0]?.[0]
      return { code, schema, mediaType, headers: z.object(Object.fromEntries(fields)) }
    })
    const hasSuccess = declared.some(({ code }) => code.startsWith('2'))
    return declared.flatMap(({ code, ...response }) => {
      const status = Number(code === 'default' && !hasSuccess ? 200 : code.replace(/XX$/i, '00'))
      return Number.isNaN(status) ? [] : [{ status, ...response }]
    })
  }

  /** Returns where the token is sent; null if the operation can be used without one. */
  function tokenOf(security: unknown): TokenPlace | null {
    const alternatives = listOf(security).map((each) => Object.keys(objectOf(each)))
    if (alternatives.length === 0 || alternatives.some((names) => names.length === 0)) return null
    // A single token is available, so an alternative with one scheme is preferred.
    const [name = ''] = alternatives.find((names) => names.length === 1) ?? alternatives[0] ?? []
    const { type, scheme, in: place, name: key } = deref(schemes[name])
    if (type === 'http' && String(scheme).toLowerCase() === 'basic') return { in: 'basic' }
    if (type !== 'apiKey') return { in: 'bearer' }
    return { in: place as 'header' | 'query' | 'cookie', name: String(key) }
  }

  return Object.entries(objectOf(root.paths)).flatMap(([path, value]) => {
    const item = deref(value)
    return METHODS.filter((method) => item[method] !== undefined).map((lower): Operation => {
      const operation = objectOf(item[lower])
      const method = lower.toUpperCase() as Method
      const [tag = path.split('/').find(Boolean) ?? 'root'] = listOf(operation.tags)
      const resource = String(tag).replace(/[^\w-]+/g, '-')
      const id = String(operation.operationId ?? `${lower} ${path}`).replace(/[\s,]+/g, '-')
      const responses = responsesOf(method, operation)
      const successes = responses.filter(({ status }) => status >= 200 && status < 300)
      const tokenIn = tokenOf(operation.security ?? root.security)
      const endpoint = {
        method,
        path: wordsOnly(path),
        auth: tokenIn ? 'bearer' : 'none',
        ...(tokenIn ? { tokenIn } : {}),
        summary: String(operation.summary ?? ''),
        ...(isSafe(method) ? { readOnly: 'a safe method in the OpenAPI document' } : {}),
        headers: Object.fromEntries(responses.map(({ status, headers }) => [status, headers])),
        evidence: { kind: 'documented', source: 'the OpenAPI document' },
      } as const
      return {
        resource,
        name: id.replace(`${resource}.`, ''),
        key: `${method} ${path}`,
        method,
        path: endpoint.path,
        parameters: parametersOf(`${method} ${path}`, item, operation),
        body: bodyOf(`${method} ${path}`, operation.requestBody),
        status: successes[0]?.status ?? 200,
        mediaType: successes[0]?.mediaType,
        mayRefuse: !tokenIn && listOf(operation.security ?? root.security).length > 0,
        links: Object.values(objectOf(operation.responses)).flatMap((response) =>
          Object.values(objectOf(deref(response).links)).map(deref),
        ),
        endpoint: (schemas) => ({
          ...endpoint,
          responses: Object.fromEntries(
            responses.map(({ status, schema }) => [
              status,
              (schema === null ? undefined : schemas[schema]) ?? z.undefined(),
            ]),
          ),
        }),
      }
    })
  })
}

/** Replaces other characters in the names of placeholders, which are words. */
export function wordsOnly(path: string): `/${string}` {
  return path.replace(/\{[^}]*\}/g, (name) => `{${wordOf(name.slice(1, -1))}}`) as `/${string}`
}

export const wordOf = (name: string) => name.replace(/\W/g, '_')

function headerSchema({ required }: Json, { type, enum: values }: Json): z.ZodType {
  const schema = Array.isArray(values)
    ? z.enum(values.map(String))
    : type === 'integer'
      ? z.string().regex(/^-?\d+$/)
      : type === 'number'
        ? z.string().regex(/^-?[\d.]+(?:e[+-]?\d+)?$/i)
        : type === 'boolean'
          ? z.enum(['true', 'false'])
          : z.string()
  return required === true ? schema : schema.optional()
}
