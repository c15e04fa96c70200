import { expect, test } from 'vitest'
import { z } from 'zod'
import type { Case } from '../../src/case.ts'
import { endpoint } from '../../src/endpoint.ts'
import { hostWith, JSON_HEADERS, responseWith, resultWith } from '../../test/results.ts'
import type { CheckResult } from '../check-result.ts'
import type { PlannedCase } from '../plan.ts'
import type { HostResponse } from '../send/request.ts'
import { recheckHost } from './recheck-host.ts'

const readOnly = 'a read'
const responses = { 200: z.array(z.string()), 404: z.unknown() }
const list = endpoint({ method: 'GET', path: '/notes', readOnly, responses })
const own = (path: `/${string}`) => endpoint({ method: 'GET', path, auth: 'bearer', readOnly, responses })
const endpoints = {
  'notes.list': list,
  'me.a': own('/a'),
  'me.b': own('/b/{id}'),
  'me.c': own('/c'),
  'me.d': own('/d'),
  'me.add': endpoint({ method: 'POST', path: '/add', auth: 'bearer', responses }),
}
const planned = (name: keyof typeof endpoints, example: Partial<Case> = {}): PlannedCase => ({
  name,
  endpoint: endpoints[name],
  example: { title: 'reads', status: 200, ...example },
  isUnreported: false,
})
const CASES = [planned('notes.list'), planned('me.a')]

const json = (status: number, body: unknown = []) => responseWith({ status, body, headers: JSON_HEADERS })
const TIMEOUT = { kind: 'failed', cause: 'timeout', reason: 'timeout', ms: 5 } as const
type Reply = ReturnType<typeof json> | typeof TIMEOUT

/** A public read that has failed. */
const failed = (response: Partial<HostResponse> = { status: 503 }, change: Partial<CheckResult> = {}) =>
  resultWith(response, { name: 'notes.list', endpoint: list, request: {}, ...change })
const { response: _, ...unanswered } = failed()
const silent: CheckResult = { ...unanswered, state: 'error', reason: 'timeout', noResponse: 'timeout' }

type Given = { results?: CheckResult[]; cases?: PlannedCase[]; isAborted?: boolean; names?: string[] }

/** Asks a host again. `of` returns the reply to a path, whose number is 1 for its first request. */
async function rechecked(of: (path: string, number: number) => Reply, given: Given = {}) {
  const { results = [failed()], cases = CASES, names = Object.keys(endpoints) } = given
  const declared = Object.fromEntries(Object.entries(endpoints).filter(([name]) => names.includes(name)))
  const paths: string[] = []
  const { host, sent } = hostWith({ endpoints: declared }, results, ({ path }) => {
    paths.push(path)
    return of(path, paths.filter((each) => each === path).length)
  })
  if (given.isAborted) host.signal = AbortSignal.abort()
  await recheckHost(host, cases)
  return { paths, sent, result: host.results[0], isProviderConfirmed: host.isProviderConfirmed }
}

const refusing = (path: string) => (path === '/notes' ? json(503) : json(401, { message: 'no' }))

test('repeats the only public read, and then sends the other reads without a token', async () => {
  const { paths, sent, result, isProviderConfirmed } = await rechecked(refusing)
  expect(paths).toEqual(['/notes', '/notes', '/a'])
  expect(sent.map(({ as, method }) => `${as} ${method}`)).toEqual(Array(3).fill('anonymous GET'))
  expect(isProviderConfirmed).toBe(true)
  expect(result).toMatchObject({ response: { status: 503 }, requests: 3, ms: 270 })
  expect(result?.note).toBeUndefined()
})

test('repeats a read as it was sent', async () => {
  const { paths } = await rechecked(refusing, {
    results: [failed({}, { request: { query: { limit: '1' } } })],
  })
  expect(paths[0]).toBe('/notes?limit=1')
})

test('sends the other reads last if one of several public reads has had a response', async () => {
  const { paths } = await rechecked(refusing, { results: [silent, failed()] })
  expect(paths).toEqual(['/notes', '/notes', '/notes', '/notes', '/a'])
})

test('sends the other reads first if the public read has no response, and only once', async () => {
  const of = (path: string) => (path === '/notes' ? TIMEOUT : json(503))
  const { paths, isProviderConfirmed } = await rechecked(of, { results: [silent] })
  expect(paths).toEqual(['/a', '/notes', '/notes'])
  expect(isProviderConfirmed).toBe(false)
})

test.each([
  ['503', failed()],
  ['400', failed({ status: 400 })],
  ['JSON from a different API', failed({ body: {} })],
  ['timeout', silent],
])('notes the failed attempts before an expected response: %s', async (failure, first) => {
  const again = (attempt: number) =>
    rechecked((path, number) => (path === '/a' || number < attempt ? json(503) : json(200, [7])), {
      results: [first, failed({ body: ['a'] }, { name: 'other' })],
    })
  const second = await again(1)
  expect(second.result).toMatchObject({
    note: `${failure} in 1 of 2 attempts`,
    response: { status: 200 },
    requests: 2,
    findings: [{ rule: 'type', where: '$[]' }],
  })
  expect(second.paths.filter((path) => path === '/notes')).toHaveLength(1)
  expect((await again(2)).result).toMatchObject({ note: `${failure} in 2 of 3 attempts`, ms: 270 })
  expect((await again(3)).result?.note).toBeUndefined()
})

test('does not send the other reads if the repeated read has the expected response', async () => {
  expect((await rechecked(() => json(200))).paths).toEqual(['/notes'])
})

test.each<[isProviderConfirmed: boolean, what: string, reply: Reply, first?: number]>([
  [true, '401 and an error', json(401, { message: 'no' })],
  [true, '403 and an error', json(403, { message: 'no' })],
  [false, 'the status of the public read', json(401, { message: 'no' }), 401],
  [false, '402', json(402, { message: 'no' })],
  [false, 'a list', json(401, [])],
  [false, 'a page', json(401, undefined)],
  [false, 'its rows', json(200, {})],
  [false, 'nothing', TIMEOUT],
])(
  'a host is proven: %s, by a read that requires a token and returns %s',
  async (isProviderConfirmed, _, reply, first = 503) => {
    const of = (path: string) => (path === '/notes' ? json(first) : reply)
    expect((await rechecked(of, { results: [failed({ status: first })] })).isProviderConfirmed).toBe(
      isProviderConfirmed,
    )
  },
)

test('tries up to three endpoints that can be read without values, each once', async () => {
  const cases = [
    planned('notes.list'),
    planned('me.add'),
    planned('me.b', { inputs: ['id'] }),
    planned('me.b', { request: { params: { id: '7' } } }),
    planned('me.a'),
    planned('me.a', { title: 'again' }),
    planned('me.c'),
    planned('me.d'),
  ]
  const { paths } = await rechecked(() => json(503), { cases })
  expect(paths).toEqual(['/notes', '/notes', '/b/7', '/a', '/c'])
})

test('sends nothing after an interrupt', async () => {
  expect((await rechecked(refusing, { isAborted: true })).paths).toEqual([])
})

test('repeats only decisive reads that were sent and must succeed, of fewer than three endpoints', async () => {
  const sentBy = async (...results: CheckResult[]) =>
    (await rechecked(() => json(503), { results, cases: [] })).paths
  expect(await sentBy(failed())).toEqual(['/notes', '/notes'])
  expect(await sentBy(failed({}, { requests: 0 }))).toEqual([])
  expect(await sentBy(failed({}, { example: { title: 'an unknown id', status: 300 } }))).toEqual([])
  expect(await sentBy(failed({ status: 503 }, { name: 'me.a', endpoint: endpoints['me.a'] }))).toEqual([])
  const reads = (['me.a', 'me.c', 'me.d'] as const).map((name) =>
    failed({ status: 503 }, { name, endpoint: endpoints[name] }),
  )
  const names = ['me.a', 'me.c', 'me.d']
  const without = async (results: CheckResult[]) =>
    (await rechecked(() => json(503), { results, cases: [], names })).paths
  expect(await without(reads.slice(1))).toEqual(['/c', '/c', '/d', '/d'])
  expect(await without(reads)).toEqual([])
})
