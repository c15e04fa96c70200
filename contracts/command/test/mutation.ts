import type { FindingClass } from '../../src/schema/finding.ts'
import type { HostResponse, Mutate } from '../host-proxy.ts'

type Expected = readonly (readonly [FindingClass, where: string])[] | 'error'

/** One planted drift and where it must be found: at this endpoint, of this class, and nowhere else. */
export type Mutation = {
  title: string
  /** `GET /products/latest`, or the beginning of a path outside the API. */
  at: string
  /** The name in the report. */
  endpoint: string
  /** Every finding that must be reported, class and place; an error instead where the host gives no answer. */
  expect: Expected
  /** Where that Node's fetch shows something else. */
  expectOnNode22?: Expected
  mutate: Mutate
  /** Which run finds it: a read-only one, one that writes, or one of an emulator that is asked everything. */
  run?: 'login' | 'write' | 'everything'
  /** A second question shows it, or two answers side by side. */
  means?: 'probe'
}

const IS_NODE_22 = process.versions.node.startsWith('22.')

/** What must be reported on the Node that runs. */
export function expectedHere({ expect, expectOnNode22 }: Mutation): Expected {
  return (IS_NODE_22 && expectOnNode22) || expect
}

export type Json = Record<string, unknown>

/** Changes every value at a JSON path: `$.products[].price`. The change gets the value and the object around it. */
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

/** A mutation of a JSON answer with status 200. */
export const json =
  (change: (body: never) => unknown): Mutate =>
  (response) => {
    if (response.status !== 200) return response
    const body = JSON.parse(response.body.toString('utf8'))
    const next = change(body as never)
    return { ...response, body: Buffer.from(JSON.stringify(next === undefined ? body : next)) }
  }

export const set = (where: string, value: unknown) => edit(where, () => value)
/** Every value at a path becomes another. */
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

/** A mutation of the answers at one path only. */
export const onlyAt =
  (path: string, mutate: Mutate): Mutate =>
  (response, request, handle) =>
    request.path.split('?')[0] === path ? mutate(response, request, handle) : undefined

export const PAGE = '<!doctype html><html><body><h1>Maintenance</h1></body></html>'
