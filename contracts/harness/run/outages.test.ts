import { expect, test } from 'vitest'
import { z } from 'zod'
import { endpoint } from '../../src/endpoint.ts'
import { findingAt } from '../../src/schema/finding.ts'
import { hostWith, JSON_HEADERS, responseWith, resultWith } from '../../test/results.ts'
import type { CheckResult } from '../check-result.ts'
import type { HostResponse } from '../send/request.ts'
import { markOutage, reportMissingResponses } from './outages.ts'

const responses = { 200: z.array(z.string()), 404: z.unknown() }
const list = endpoint({ method: 'GET', path: '/notes', readOnly: 'a list', responses })
const json = (status: number) => responseWith({ status, body: [], headers: JSON_HEADERS })
const DOWN = json(503)
const TIMEOUT = { kind: 'failed', cause: 'timeout', reason: 'timeout', ms: 5 } as const

const read = (change: Partial<CheckResult> = {}, response: Partial<HostResponse> = json(200)) =>
  resultWith(response, { endpoint: list, request: {}, ...change })
const STATUS = findingAt('status', '$status', '200', '503')
const refused = read({ name: 'refused', findings: [STATUS] }, DOWN)
const laterFinding = (actual: string, affected: number, where = '$status') =>
  read({ findings: [{ ...findingAt('status', where, '200', actual), responses: { with: affected, of: 3 } }] })

type Given = { reply?: typeof DOWN | typeof TIMEOUT; counted?: number; isEmulator?: boolean }

/** Marks an outage. Returns the number of requests that were sent, and the host's results. */
async function markOutageOf(
  results: CheckResult[],
  { reply = DOWN, counted = 0, isEmulator = false }: Given = {},
) {
  const { host, sent } = hostWith({}, results, () => reply, counted)
  host.isEmulator = isEmulator
  await markOutage(host, 10)
  return { sent: sent.length, results: host.results }
}

test('refused responses after the last success are errors if a read that succeeded now fails, too', async () => {
  const drifted = read({ findings: [STATUS] }, DOWN)
  const other = read({ findings: [findingAt('type', '$', 'array', 'object')] }, json(404))
  const wrong = read(
    { findings: [findingAt('type', '$[]', 'string', 'null')] },
    { ...json(200), body: [null] },
  )
  const given = [read(), drifted, wrong, refused, other, read({ state: 'skipped', requests: 0 }, json(404))]
  const { sent, results } = await markOutageOf(given)
  expect(sent).toBe(1)
  const reason = 'the host became unavailable during the run: 503'
  const lost = { state: 'error', findings: [], reason }
  expect(results).toEqual([...given.slice(0, 3), { ...refused, ...lost }, { ...other, ...lost }, given[5]])
})

test.each<[sent: number, why: string, results: CheckResult[], given?: Given]>([
  [1, 'the read succeeds again', [read(), refused], { reply: json(200) }],
  [1, 'the read has no response', [read(), refused], { reply: TIMEOUT }],
  [0, 'nothing was refused', [read(), read({ findings: [findingAt('type', '$[]', 'a', 'b')] })]],
  [0, 'the refused response has no finding', [read(), { ...refused, findings: [] }]],
  [0, 'no read has succeeded', [read({ name: 'a' }, DOWN), refused]],
  [0, 'only a probe has succeeded', [read({ kind: 'probe' }), refused]],
  [
    0,
    'only a read with a finding has succeeded',
    [read({ findings: [findingAt('null', '$[]', 'a', 'b')] }), refused],
  ],
  [0, 'only a read with a token has succeeded', [read({ endpoint: { ...list, auth: 'bearer' } }), refused]],
  [0, 'only an image has succeeded', [resultWith(json(200), { endpoint: list }), refused]],
  [0, 'the limit of requests is exceeded', [read(), refused], { counted: 11 }],
  [0, 'the host is an emulator', [read(), refused], { isEmulator: true }],
])('sends %i requests and marks no outage if %s', async (count, _, given, options) => {
  const { sent, results } = await markOutageOf(given, options)
  expect([sent, results]).toEqual([count, given])
})

test('the last request within the limit is sent', async () => {
  expect((await markOutageOf([read(), refused], { counted: 10 })).sent).toBe(1)
})

test('a declared error is part of an outage, and an accepted write is not', async () => {
  const declared = { ...list, responses: { ...responses, 400: z.unknown() } }
  const add = endpoint({ method: 'POST', path: '/notes', responses })
  const refusal = read({ endpoint: declared, findings: [STATUS] }, json(400))
  const write = read({ endpoint: add, findings: [findingAt('type', '$[]', 'a', 'b')] })
  const { results } = await markOutageOf([read(), write, refusal])
  expect(results).toEqual([read(), write, expect.objectContaining({ state: 'error' })])
})

test.each<[isRemoved: boolean, what: string, result: CheckResult]>([
  [true, 'an error status of repeated requests', laterFinding('400', 2)],
  [false, 'an error status of all requests', laterFinding('503', 3)],
  [false, 'a declared success', laterFinding('399', 2)],
  [false, 'a number at a field', laterFinding('503', 2, '$.id')],
  [false, 'a status that was requested once', read({ findings: [{ ...STATUS, actual: '503' }] })],
])('an outage removes: %s, %s', async (isRemoved, _, result) => {
  const { results } = await markOutageOf([read(), result])
  expect(results[1]?.findings).toEqual(isRemoved ? [] : result.findings)
})

const { response: _, ...unanswered } = read()
const silentResult = (noResponse: CheckResult['noResponse'] = 'timeout'): CheckResult => ({
  ...unanswered,
  state: 'error',
  reason: 'no complete response within 10 s',
  noResponse,
})

async function reportMissing(results: CheckResult[], reply: typeof DOWN | typeof TIMEOUT = DOWN) {
  const { host, sent } = hostWith({}, results, () => reply)
  await reportMissingResponses(host)
  return { sent: sent.length, results: host.results }
}

test('missing responses are findings of a host that still responds', async () => {
  const limited = { ...silentResult(), noResponse: undefined }
  const { sent, results } = await reportMissing([read(), silentResult(), silentResult('connection'), limited])
  expect(sent).toBe(1)
  const about = {
    class: 'behaviour',
    rule: 'no-response',
    where: '$connection',
    expected: 'a response',
    count: 1,
  }
  const { reason: _, ...rest } = silentResult()
  expect(results).toEqual([
    read(),
    { ...rest, state: 'completed', findings: [{ ...about, actual: 'no complete response within 10 s' }] },
    {
      ...rest,
      noResponse: 'connection',
      state: 'completed',
      findings: [{ ...about, actual: 'connection closed' }],
    },
    limited,
  ])
})

test.each<[sent: number, why: string, results: CheckResult[], reply?: typeof TIMEOUT]>([
  [0, 'every request had a response', [read()]],
  [0, 'no other request had one', [silentResult(), silentResult('connection')]],
  [0, 'only a write had one', [read({ endpoint: { ...list, method: 'POST' } }), silentResult()]],
  [0, 'only an image had one', [resultWith(json(200), { endpoint: list }), silentResult()]],
  [1, 'the host does not respond any longer', [read(), silentResult()], TIMEOUT],
])('sends %i requests and adds no finding if %s', async (count, _, given, reply) => {
  const { sent, results } = await reportMissing(given, reply)
  expect([sent, results]).toEqual([count, given])
})
