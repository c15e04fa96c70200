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
const ownRead = (path: `/${string}`) => endpoint({ method: 'GET', path, auth: 'bearer', readOnly, responses })
const endpoints = {
  'notes.list': list,
  'me.a': ownRead('/a'),
  'me.b': ownRead('/b/{id}'),
  'me.c': ownRead('/c'),
  'me.d': ownRead('/d'),
  'me.add': endpoint({ method: 'POST', path: '/add', auth: 'bearer', responses }),
}
const planCase = (name: keyof typeof endpoints, testCase: Partial<Case> = {}): PlannedCase => ({
  name,
  endpoint: endpoints[name],
  testCase: { title: 'reads', status: 200, ...testCase },
  isUnreported: false,
})
const CASES = [planCase('notes.list'), planCase('me.a')]

const json = (status: number, body: unknown = []) => responseWith({ status, body, headers: JSON_HEADERS })
const TIMEOUT = { kind: 'failed', cause: 'timeout', reason: 'timeout', ms: 5 } as const
type Reply = ReturnType<typeof json> | typeof TIMEOUT

/** A public read that has failed. */
const failedRead = (response: Partial<HostResponse> = { status: 503 }, change: Partial<CheckResult> = {}) =>
  resultWith(response, { name: 'notes.list', endpoint: list, request: {}, ...change })
const { response: _, ...unanswered } = failedRead()
const silent: CheckResult = { ...unanswered, state: 'error', reason: 'timeout', noResponse: 'timeout' }

type Given = { results?: CheckResult[]; cases?: PlannedCase[]; isAborted?: boolean; names?: string[] }

/** Rechecks a host. `replyTo` returns the reply to a path; `number` is 1 for the first request. */
async function recheck(replyTo: (path: string, number: number) => Reply, given: Given = {}) {
  const { results = [failedRead()], cases = CASES, names = Object.keys(endpoints) } = given
  const declared = Object.fromEntries(Object.entries(endpoints).filter(([name]) => names.includes(name)))
  const paths: string[] = []
  const { host, sent } = hostWith({ endpoints: declared }, results, ({ path }) => {
    paths.push(path)
    return replyTo(path, paths.filter((each) => each === path).length)
  })
  if (given.isAborted) host.signal = AbortSignal.abort()
  await recheckHost(host, cases)
  return { paths, sent, result: host.results[0], isProviderConfirmed: host.isProviderConfirmed }
}

const refuseWithError = (path: string) => (path === '/notes' ? json(503) : json(401, { message: 'no' }))

test('repeats the only public read, and then sends the other reads without a token', async () => {
  const { paths, sent, result, isProviderConfirmed } = await recheck(refuseWithError)
  expect(paths).toEqual(['/notes', '/notes', '/a'])
  expect(sent.map(({ as, method }) => `${as} ${method}`)).toEqual(Array(3).fill('anonymous GET'))
  expect(isProviderConfirmed).toBe(true)
  expect(result).toMatchObject({ response: { status: 503 }, requests: 3, ms: 270 })
  expect(result?.note).toBeUndefined()
})

test('repeats a read as it was sent', async () => {
  const { paths } = await recheck(refuseWithError, {
    results: [failedRead({}, { request: { query: { limit: '1' } } })],
  })
  expect(paths[0]).toBe('/notes?limit=1')
})

test('sends the other reads last if one of several public reads has had a response', async () => {
  const { paths } = await recheck(refuseWithError, { results: [silent, failedRead()] })
  expect(paths).toEqual(['/notes', '/notes', '/notes', '/notes', '/a'])
})

test('sends the other reads first if the public read has no response, and only once', async () => {
  const replyTo = (path: string) => (path === '/notes' ? TIMEOUT : json(503))
  const { paths, isProviderConfirmed } = await recheck(replyTo, { results: [silent] })
  expect(paths).toEqual(['/a', '/notes', '/notes'])
  expect(isProviderConfirmed).toBe(false)
})

test.each([
  ['503', failedRead()],
  ['400', failedRead({ status: 400 })],
  ['JSON from a different API', failedRead({ body: {} })],
  ['timeout', silent],
])('notes the failed attempts before an expected response: %s', async (failure, first) => {
  const recheckUntil = (attempt: number) =>
    recheck((path, number) => (path === '/a' || number < attempt ? json(503) : json(200, [7])), {
      results: [first, failedRead({ body: ['a'] }, { name: 'other' })],
    })
  const second = await recheckUntil(1)
  expect(second.result).toMatchObject({
    note: `${failure} in 1 of 2 attempts`,
    response: { status: 200 },
    requests: 2,
    findings: [{ rule: 'type', where: '$[]' }],
  })
  expect(second.paths.filter((path) => path === '/notes')).toHaveLength(1)
  expect((await recheckUntil(2)).result).toMatchObject({ note: `${failure} in 2 of 3 attempts`, ms: 270 })
  expect((await recheckUntil(3)).result?.note).toBeUndefined()
})

test('does not send the other reads if the repeated read has the expected response', async () => {
  expect((await recheck(() => json(200))).paths).toEqual(['/notes'])
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
    const replyTo = (path: string) => (path === '/notes' ? json(first) : reply)
    expect((await recheck(replyTo, { results: [failedRead({ status: first })] })).isProviderConfirmed).toBe(
      isProviderConfirmed,
    )
  },
)

test('tries up to three endpoints that can be read without values, each once', async () => {
  const cases = [
    planCase('notes.list'),
    planCase('me.add'),
    planCase('me.b', { inputs: ['id'] }),
    planCase('me.b', { request: { params: { id: '7' } } }),
    planCase('me.a'),
    planCase('me.a', { title: 'again' }),
    planCase('me.c'),
    planCase('me.d'),
  ]
  const { paths } = await recheck(() => json(503), { cases })
  expect(paths).toEqual(['/notes', '/notes', '/b/7', '/a', '/c'])
})

test('sends nothing after an interrupt', async () => {
  expect((await recheck(refuseWithError, { isAborted: true })).paths).toEqual([])
})

test('repeats only decisive reads that were sent and must succeed, of fewer than three endpoints', async () => {
  const sentBy = async (...results: CheckResult[]) =>
    (await recheck(() => json(503), { results, cases: [] })).paths
  expect(await sentBy(failedRead())).toEqual(['/notes', '/notes'])
  expect(await sentBy(failedRead({}, { requests: 0 }))).toEqual([])
  expect(await sentBy(failedRead({}, { testCase: { title: 'an unknown id', status: 300 } }))).toEqual([])
  expect(await sentBy(failedRead({ status: 503 }, { name: 'me.a', endpoint: endpoints['me.a'] }))).toEqual([])
  const reads = (['me.a', 'me.c', 'me.d'] as const).map((name) =>
    failedRead({ status: 503 }, { name, endpoint: endpoints[name] }),
  )
  const names = ['me.a', 'me.c', 'me.d']
  const pathsOf = async (results: CheckResult[]) =>
    (await recheck(() => json(503), { results, cases: [], names })).paths
  expect(await pathsOf(reads.slice(1))).toEqual(['/c', '/c', '/d', '/d'])
  expect(await pathsOf(reads)).toEqual([])
})
