import { upgrade } from '@scalar/openapi-upgrader'
import type { Case, Values } from '../src/case.ts'
import { type ContractsDefinition, DefinitionError } from '../src/define-contracts.ts'
import { type CaseRequest, type EndpointDefinition, isSafe } from '../src/endpoint.ts'
import { createConverter, type Json, objectOf } from './json-schema.ts'
import { type GivenParams, type Operation, type Parameter, readOperations, wordOf } from './operations.ts'
import { firstRow, pagingProbes } from './paging-probes.ts'

/** The operation whose responses contain the value of a path parameter, and how to find it there. */
type Source = { name: string; by: Operation; find: (body: unknown) => unknown }

/**
 * Converts an OpenAPI 3 or Swagger 2.0 document to contracts. References to other files must be replaced, as by
 * `readOpenApi`.
 * @throws DefinitionError for a different document, or one without an operation that only reads
 * @example
 * const contracts = fromOpenApi(await readOpenApi('openapi.yaml'))
 * const report = await validate({ ...contracts, relations }, { target: 'http://localhost:3000' })
 */
export function fromOpenApi(
  document: unknown,
  { params = {} }: { params?: GivenParams } = {},
): ContractsDefinition<Values> {
  const { openapi, swagger } = objectOf(document)
  if (!/^(?:3\.|2\.0)/.test(String(openapi ?? swagger)))
    throw new DefinitionError('the document is neither OpenAPI 3 nor Swagger 2.0.')
  const root = upgrade(structuredClone(document) as Json, '3.1') as Json
  const converter = createConverter(root)
  // Lists come before the objects whose ids they contain.
  const operations = readOperations(root, params, converter).sort(
    (one, other) => one.path.split('{').length - other.path.split('{').length,
  )
  if (!operations.some(({ method }) => isSafe(method)))
    throw new DefinitionError('the document contains no GET or HEAD operation.')
  const sources = sourcesOf(operations)
  const { schemas, notes } = converter.convert()
  const endpoints: Record<string, Record<string, EndpointDefinition>> = {}
  const cases: Record<string, Record<string, readonly Case[]>> = {}
  for (const operation of operations) {
    const { resource, name } = operation
    const { cases: planned, ...notSent } = casesOf(operation, sources)
    endpoints[resource] = {
      ...endpoints[resource],
      [name]: { ...operation.endpoint(schemas), ...notSent },
    }
    cases[resource] = { ...cases[resource], [name]: planned }
  }
  return {
    prefix: prefixOf(root),
    endpoints,
    cases,
    probes: operations.flatMap(pagingProbes),
    notes,
  }
}

/** Returns the path of the first server if it is relative. An absolute URL is replaced by the target. */
function prefixOf({ servers }: Json): string {
  const { url = '' } = objectOf(Array.isArray(servers) ? servers[0] : undefined)
  return String(url).startsWith('/') ? String(url).replace(/\/$/, '') : ''
}

/** Finds the source of each path parameter: a link, or the list at the path before it. */
function sourcesOf(operations: readonly Operation[]): Map<string, Source> {
  const sources = new Map<string, Source>()
  const add = (path: string, param: string, by: Operation, find: Source['find']) => {
    const name = [...path.split('/').filter((part) => part && !part.startsWith('{')), param].join('.')
    if (!sources.has(shapeOf(path))) sources.set(shapeOf(path), { name, by, find })
  }
  for (const by of operations.filter(({ method }) => method === 'GET'))
    for (const { operationId, operationRef, parameters } of by.links) {
      const to = operations.find(
        ({ key, name, resource }) =>
          [name, `${resource}.${name}`].includes(String(operationId)) || refOf(key) === operationRef,
      )
      for (const [param, expression] of Object.entries(objectOf(parameters))) {
        const word = wordOf(param.replace(/^path\./, ''))
        const [, pointer] = /^\$response\.body#\/(.+)/.exec(String(expression)) ?? []
        const [before = ''] = to?.path.split(`{${word}}`) ?? []
        if (pointer && to?.path.includes(`{${word}}`))
          add(`${before}{${word}}`, word, by, (body) =>
            pointer.split('/').reduce<unknown>((value, step) => (value as Json | undefined)?.[step], body),
          )
      }
    }
  for (const { path } of operations)
    for (const { index, 1: param = '' } of path.matchAll(/(?<=\/)\{(\w+)\}(?=\/|$)/g)) {
      const by = listBefore(path.slice(0, index - 1), param, operations)
      if (by) add(path.slice(0, index + param.length + 2), param, by, (body) => idIn(firstRow(body), param))
    }
  return sources
}

/** Finds the list at a path, or above it if the parameter is named after it: `/pets` for `/pets/photos/{petId}`. */
function listBefore(path: string, param: string, operations: readonly Operation[]): Operation | undefined {
  const list = operations.find((other) => other.method === 'GET' && shapeOf(other.path) === shapeOf(path))
  const above = path.slice(0, path.lastIndexOf('/'))
  // Without the last letter, because lists have plural names: category, categories.
  const [, stem] = /^(\w{2,}?)\w_?id$/i.exec(param) ?? []
  const isNamed = stem && above.split('/').at(-1)?.toLowerCase().startsWith(stem.toLowerCase())
  return list ?? (isNamed ? listBefore(above, param, operations) : undefined)
}

/** A path without the names of its placeholders, because documents name the same one differently. */
const shapeOf = (path: string) => path.replace(/\{\w+\}/g, '{}').replace(/\/$/, '')
const refOf = (key: string) => {
  const [method = '', path = ''] = key.split(' ')
  return `#/paths/${path.replaceAll('~', '~0').replaceAll('/', '~1')}/${method.toLowerCase()}`
}

function idIn(row: Json, param: string): unknown {
  const snake = param.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
  return row[param] ?? row[snake] ?? (/id$/i.test(param) ? row.id : undefined)
}

/** Returns the cases of an operation. If there is none, also why, and what to add. */
function casesOf(
  operation: Operation,
  sources: ReadonlyMap<string, Source>,
): { cases: readonly Case[]; notSent?: string } {
  const { key, method, path, parameters, body, status } = operation
  const sourceOf = ({ name, in: place, isGiven }: Parameter) => {
    const before = path.slice(0, path.indexOf(`{${wordOf(name)}}`))
    // A write contains only values that the document or the caller provides.
    return place === 'path' && isSafe(method) && !isGiven ? sources.get(shapeOf(`${before}{x}`)) : undefined
  }
  const needed = parameters.filter(({ isRequired, isGiven }) => isRequired || isGiven)
  const missing = needed.filter((parameter) => parameter.value === undefined && !sourceOf(parameter))
  const names = [...missing.map(({ name }) => name), ...(body === undefined ? ['body'] : [])]
  if (names.length > 0) {
    const line = `"${key}": { ${names.map((name) => `"${name}": …`).join(', ')} }`
    const notSent = `the document has no example of ${names.join(' and ')}; add ${line} to --params`
    return { cases: [], notSent }
  }
  const request = (values: Values, replaced: Json = {}): CaseRequest => {
    const filled = needed.map((parameter): [string, string, string] => {
      const { in: place, name, value } = parameter
      const source = sourceOf(parameter)
      return [place, name, String(replaced[name] ?? (source && values[source.name]) ?? value)]
    })
    const all = (wanted: string) => filled.filter(([place]) => place === wanted)
    const cookies = all('cookie').map(([, name, value]) => `${name}=${encodeURIComponent(value)}`)
    const headers = Object.fromEntries(all('header').map(([, name, value]) => [name, value]))
    if (operation.mediaType) headers.Accept = operation.mediaType
    return {
      params: Object.fromEntries(all('path').map(([, name, value]) => [wordOf(name), value])),
      query: Object.fromEntries(all('query').map(([, name, value]) => [name, value])),
      headers: cookies.length > 0 ? { ...headers, Cookie: cookies.join('; ') } : headers,
      ...(body === null ? {} : { body }),
    }
  }
  const inputs = needed.flatMap((parameter) => {
    const source = sourceOf(parameter)
    return source && parameter.value === undefined ? [source.name] : []
  })
  const { responses, auth } = operation.endpoint([])
  const isDeclared = (code: number) => Object.hasOwn(responses, code)
  const provided = [...sources.values()].filter(({ by }) => by === operation)
  const usual: Case = {
    title: 'responds as declared',
    status,
    inputs,
    request,
    ...(auth === 'bearer' ? { as: 'customer' } : {}),
    ...(operation.mayRefuse && isDeclared(401) ? { otherStatuses: [401] } : {}),
    outputs: provided.map(({ name }) => name),
    extract: (received) =>
      Object.fromEntries(
        provided.map(({ name, find }) => [name, find(received)]).filter(([, value]) => value !== undefined),
      ),
  }
  if (!isSafe(method))
    return { cases: [{ ...usual, cleanup: 'not undone; sends the example in the document' }] }
  const { title: _, as, outputs: __, extract: ___, otherStatuses: ____, ...same } = usual
  const last = parameters.findLast(({ in: place }) => place === 'path')
  const unknown = last && unknownOf(last.schema)
  const cases: Case[] = [usual]
  if (as && isDeclared(401)) cases.push({ ...same, title: 'returns 401 without a token', status: 401 })
  if (last && unknown !== undefined && isDeclared(404))
    cases.push({
      ...same,
      ...(as ? { as } : {}),
      title: `returns 404 for an unknown ${last.name}`,
      status: 404,
      otherStatuses: [400, 410, 422].filter(isDeclared),
      request: (values: Values) => request(values, { [last.name]: unknown }),
    })
  return { cases }
}

/** Returns a valid id that no host has; undefined for parameters that are not ids. */
function unknownOf({ type, format, pattern, enum: values, maximum }: Json): number | string | undefined {
  if (values || pattern || maximum !== undefined) return undefined
  if (type === 'integer') return 2_147_483_646
  if (type !== 'string') return undefined
  return format === 'uuid' ? 'ffffffff-ffff-4fff-bfff-fffffffffff0' : 'unknown-0'
}
