import { onTestFinished, vi } from 'vitest'
import { providerContracts } from '../../cases/provider.ts'
import { endpointsOf } from '../../src/contracts.ts'
import type { Endpoint } from '../../src/endpoint.ts'
import type { Mutate } from './planted-host.ts'

// biome-ignore lint/suspicious/noExplicitAny: mutations change fields of bodies whose schemas the tests validate.
export type Json = Record<string, any>

/** Mutates only requests whose path matches. */
export const mutatePath =
  (path: RegExp, mutate: Mutate): Mutate =>
  (response, request, handle) =>
    path.test(request.path) ? mutate(response, request, handle) : undefined

/** Applies several mutations, each to the result of the previous one. */
export const combine =
  (...mutations: readonly Mutate[]): Mutate =>
  async (response, request, handle) => {
    let current = response
    for (const mutate of mutations)
      current = { ...current, ...((await mutate(current, request, handle)) as typeof current | undefined) }
    return current
  }

/** Mutates the requests for an endpoint or an image folder, such as `products.latest`. */
export function mutateEndpoint(name: string, mutate: Mutate, verb?: string): Mutate {
  const { method, path } = endpointsOf(providerContracts)[name] as Endpoint
  const prefix = name.startsWith('images.') ? '' : providerContracts.prefix
  const pattern = path.replace(/\/$/, '').replace(/\{\w+\}/g, '[^/?]+')
  const matching = mutatePath(new RegExp(`^${prefix}${pattern}/?(\\?|$)`), mutate)
  return (...call) => (call[1].method === (verb ?? method) ? matching(...call) : undefined)
}

/** Mutates JSON responses with the given status. `change` may return a new body. */
export const editJson =
  (change: (body: Json) => unknown, expectedStatus = 200): Mutate =>
  (response) => {
    if (response.status !== expectedStatus || !response.headers['content-type']?.includes('json'))
      return undefined
    const body = JSON.parse(response.body.toString())
    return { ...response, body: Buffer.from(JSON.stringify(change(body) ?? body)) }
  }

/** Changes all values at a JSON path such as `$.products[].price`. `undefined` removes them. */
export const editValue = (where: string, change: (value: Json[string], owner: Json) => unknown): Mutate =>
  editJson((body) => {
    const steps = where.slice(1).match(/\[\]|[\w-]+/g) ?? []
    const last = steps.pop() ?? ''
    let owners: Json[] = [body]
    for (const step of steps)
      owners = owners
        .flatMap((owner) => (step === '[]' ? (owner as Json[]) : [owner?.[step]]))
        .filter(Boolean)
    for (const owner of owners) owner[last] = change(owner[last], owner)
  })
export const setValue = (where: string, value: unknown) => editValue(where, () => value)

export const setStatus =
  (code: number): Mutate =>
  (response) => ({ ...response, status: code })
export const setHeader =
  (name: string, value: string | null): Mutate =>
  (response) => {
    const { [name]: _, ...headers } = response.headers
    return { ...response, headers: value === null ? headers : { ...headers, [name]: value } }
  }
export const replaceBody =
  (body: string | Buffer, type?: string): Mutate =>
  (response) => ({
    ...response,
    ...(type ? { headers: { ...response.headers, 'content-type': type } } : {}),
    body: Buffer.from(body),
  })

export const closeConnection: Mutate = () => {
  throw Object.assign(new TypeError('fetch failed'), { cause: { code: 'ECONNRESET' } })
}

/** Delays responses by a number of milliseconds, without waiting. Then the clock of the test stands still. */
export const delayBy =
  (ms: number): Mutate =>
  (response) => {
    const clock = vi.spyOn(performance, 'now').mockReturnValue(performance.now() + ms)
    onTestFinished(() => clock.mockRestore())
    return response
  }

/** Responds as if a different path had been requested. */
export const rewritePath =
  (part: RegExp | string, replacement: string): Mutate =>
  (response, { path }, handle) => {
    const other = path.replace(part, replacement)
    return other === path ? response : handle({}, other)
  }

/** Rotates a list by an additional item on each request. */
export function rotateList(where: string): Mutate {
  let requested = 0
  const rotated = (list: unknown[]) => {
    const start = requested++ % list.length
    return [...list.slice(start), ...list.slice(0, start)]
  }
  return where === '$' ? editJson((list) => rotated(list as unknown[])) : editValue(where, rotated)
}

export const PAGE = '<!doctype html><html><body><h1>Maintenance</h1></body></html>'

/** Mutates the responses to requests without a token. */
export function withoutToken(mutate: Mutate): Mutate {
  return (response, request, handle) => (request.hasToken ? undefined : mutate(response, request, handle))
}

/** Mutates all responses except the first. */
export function mutateAfterFirst(mutate: Mutate): Mutate {
  let requested = 0
  return (response, request, handle) => (requested++ === 0 ? response : mutate(response, request, handle))
}

/** Returns the JSON of nested objects. */
export const nestObjects = (levels: number) => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`
