import type { FindingClass } from '../../src/schema/finding.ts'
import type { HostResponse, Mutate } from './host-proxy.ts'

type Expected = readonly (readonly [FindingClass, where: string])[] | 'error'

/** A planted drift and its expected findings. A test fails if there are other findings. */
export type Mutation = {
  title: string
  /** Method and path, such as `GET /products/latest`. A path outside the API matches all paths that start with it. */
  at: string
  /** Name of the endpoint in the report. */
  endpoint: string
  /** All expected findings by class and path, or `error` if the host does not respond. */
  expect: Expected
  /** Expected findings on Node 22, if they differ because its `fetch` behaves differently. */
  expectOnNode22?: Expected
  mutate: Mutate
  /**
   * The kind of run that detects the mutation: with a login, with writes, or with all cases against an emulator.
   * Defaults to a read-only run.
   */
  run?: 'login' | 'write' | 'everything'
  /** Set if the mutation changes the requests or findings of other endpoints, so that it must be planted alone. */
  isAlone?: true
  /** Set if a probe detects the mutation by sending a second request or comparing two responses. */
  means?: 'probe'
}

const IS_NODE_22 = process.versions.node.startsWith('22.')

/** Returns the findings expected on the current version of Node. */
export function expectedHere({ expect, expectOnNode22 }: Mutation): Expected {
  return (IS_NODE_22 && expectOnNode22) || expect
}

export type Json = Record<string, unknown>

/**
 * Changes all values at a JSON path such as `$.products[].price`. The callback receives the value and the object that
 * contains it.
 */
export function changeAt(
  body: unknown,
  where: string,
  change: (value: unknown, owner: Json, key: string) => void,
): void {
  const steps = where.slice(1).match(/\[\]|[\w$-]+/g) ?? []
  const last = steps.pop() as string
  let owners: unknown[] = [body]
  for (const step of steps)
    owners = owners
      .flatMap((owner) => (step === '[]' ? (owner as unknown[]) : [(owner as Json)?.[step]]))
      .filter(Boolean)
  for (const owner of owners as Json[]) change(owner[last], owner, last)
}

/** Mutates JSON responses with status 200. */
export const json =
  (change: (body: never) => unknown): Mutate =>
  (response) => {
    if (response.status !== 200) return response
    const body = JSON.parse(response.body.toString('utf8'))
    const next = change(body as never)
    return { ...response, body: Buffer.from(JSON.stringify(next === undefined ? body : next)) }
  }

export const set = (where: string, value: unknown) => edit(where, () => value)
/** Replaces all values at a path. */
export const edit = (where: string, change: (value: unknown) => unknown) =>
  json((body) =>
    changeAt(body, where, (value, owner, key) => {
      owner[key] = change(value)
    }),
  )
export const drop = (where: string) =>
  json((body) => changeAt(body, where, (_, owner, key) => void delete owner[key]))
export const asText = (where: string) => edit(where, String)
export const rename = (where: string, to: string) =>
  json((body) =>
    changeAt(body, where, (value, owner, key) => {
      owner[to] = value
      delete owner[key]
    }),
  )
export const status =
  (code: number): Mutate =>
  (response) => ({ ...response, status: code })
export const header =
  (name: string, value: string | null): Mutate =>
  (response) => {
    const { [name]: _, ...headers } = response.headers
    return { ...response, headers: value === null ? headers : { ...headers, [name]: value } }
  }
export const text =
  (body: string | Buffer, type?: string): Mutate =>
  (response) => ({
    ...response,
    ...(type ? { headers: { ...response.headers, 'content-type': type } } : {}),
    body: Buffer.from(body),
  })
export const takeOver =
  (send: NonNullable<HostResponse['takeOver']>): Mutate =>
  (response) => ({ ...response, takeOver: send })
export const onlyWithoutToken =
  (mutate: Mutate): Mutate =>
  (response, request, handle) =>
    request.hasToken ? undefined : mutate(response, request, handle)

/** Mutates only responses to requests for one path. */
export const onlyAt =
  (path: string, mutate: Mutate): Mutate =>
  (response, request, handle) =>
    request.path.split('?')[0] === path ? mutate(response, request, handle) : undefined

export const PAGE = '<!doctype html><html><body><h1>Maintenance</h1></body></html>'
