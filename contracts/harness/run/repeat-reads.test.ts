import { expect, test } from 'vitest'
import { z } from 'zod'
import { endpoint } from '../../src/endpoint.ts'
import { findingAt } from '../../src/schema/finding.ts'
import { hostWith, JSON_HEADERS, responseWith, resultWith } from '../../test/results.ts'
import type { CheckResult } from '../check-result.ts'
import { repeatReads } from './repeat-reads.ts'

const list = endpoint({
  method: 'GET',
  path: '/a',
  readOnly: 'a list',
  responses: { 200: z.array(z.string()) },
})
const GOOD = responseWith({ body: ['a'], headers: JSON_HEADERS, ms: 10 })
const FAILED = responseWith({ status: 500, headers: JSON_HEADERS, ms: 10 })
const WRONG = responseWith({ body: [1], headers: JSON_HEADERS, ms: 10 })
const NO_RESPONSE = { kind: 'failed', cause: 'timeout', reason: 'timeout', ms: 1 } as never
const STATUS = findingAt('status', '$status', '200', '500')
const TYPE = findingAt('type', '$[]', 'string', 'integer')

/** The first result of a read. */
const firstResult = (response = FAILED, findings = [STATUS], change: Partial<CheckResult> = {}) =>
  resultWith(response, { endpoint: list, request: {}, findings, ...change })
/** A read of another endpoint that has no finding, so that the host is the provider. */
const otherResult = () => resultWith(GOOD, { name: 'b.list', endpoint: list, request: {} })

/** Repeats the reads of a host that sends the given replies in order, and the last one from then on. */
async function repeatReadsOf(
  results: CheckResult[],
  replies = [GOOD],
  { includesAll = false, limit = 60, counted = 0 } = {},
) {
  const reply = (_: unknown, number: number) => replies[Math.min(number, replies.length) - 1] ?? GOOD
  const { host, sent } = hostWith({}, [...results, otherResult()], reply, counted)
  await repeatReads(host, { includesAll, limit })
  return { sent: sent.length, result: host.results[0] }
}

test('a status in one of three responses is a note, and a later response is used', async () => {
  const { sent, result } = await repeatReadsOf([firstResult()])
  expect(sent).toBe(2)
  expect(result).toMatchObject({
    findings: [],
    note: '$status 500 in 1 of 3 responses',
    response: { status: 200 },
    requests: 3,
    ms: 110,
  })
})

test('a status in two of three responses is a finding', async () => {
  const { result } = await repeatReadsOf([firstResult()], [FAILED, GOOD])
  expect(result).toMatchObject({ findings: [{ where: '$status', responses: { with: 2, of: 3 } }] })
  expect(result?.note).toBeUndefined()
  expect(result?.response?.status).toBe(500)
})

test('a field that drifts in one of three responses is a finding', async () => {
  const { result } = await repeatReadsOf([firstResult(WRONG, [TYPE])])
  expect(result?.findings).toMatchObject([{ where: '$[]', responses: { with: 1, of: 3 } }])
})

test('findings of later responses are counted, too', async () => {
  const { result } = await repeatReadsOf([firstResult()], [WRONG, GOOD])
  expect(result?.findings).toMatchObject([{ where: '$[]', responses: { with: 1, of: 3 } }])
  expect(result?.note).toBe('$status 500 in 1 of 3 responses')
  expect(result?.response).toMatchObject({ status: 200, body: ['a'] })
})

test('of three responses with findings, one without the rare finding is used', async () => {
  const broken = firstResult(responseWith({ body: {}, headers: JSON_HEADERS }), [
    findingAt('type', '$', 'array', 'object'),
  ])
  const { result } = await repeatReadsOf([broken], [WRONG])
  expect(result?.findings).toMatchObject([{ where: '$[]', responses: { with: 2, of: 3 } }])
  expect(result?.note).toBe('$ object in 1 of 3 responses')
  expect(result?.response?.body).toEqual([1])
})

test('a request without a response is not counted', async () => {
  const { result } = await repeatReadsOf([firstResult()], [NO_RESPONSE])
  expect(result?.findings).toMatchObject([{ responses: { with: 1, of: 1 } }])
  const half = await repeatReadsOf([firstResult()], [GOOD, NO_RESPONSE])
  expect(half.result?.findings).toMatchObject([{ responses: { with: 1, of: 2 } }])
})

test('shows the first of several values of a finding, and joins rare ones', async () => {
  const { result } = await repeatReadsOf([firstResult()], [responseWith({ status: 502 }), GOOD])
  expect(result?.findings).toMatchObject([{ actual: '500', responses: { with: 2, of: 3 } }])
  const slow = findingAt('slow', '$time', 'a', '6000 ms')
  expect((await repeatReadsOf([firstResult(FAILED, [STATUS, slow])])).result?.note).toBe(
    '$status 500 in 1 of 3 responses; $time 6000 ms in 1 of 3 responses',
  )
})

test.each<[what: string, result: CheckResult]>([
  ['without a finding', firstResult(GOOD, [])],
  ['that only provides values', firstResult(FAILED, [STATUS], { isUnreported: true })],
  ['that was not sent', firstResult(FAILED, [STATUS], { state: 'skipped' })],
  ['of a relation or an image', resultWith(FAILED, { endpoint: list, findings: [STATUS] })],
  ['that writes', firstResult(FAILED, [STATUS], { endpoint: { ...list, method: 'POST' } })],
])('a request %s is not repeated', async (_, result) => {
  expect((await repeatReadsOf([result])).sent).toBe(0)
})

test.each<[what: string, isRepeated: boolean, change: Partial<CheckResult>, isEarlier?: true]>([
  ['writes the same value', false, {}],
  ['writes another value', true, { testCase: { title: 'w', status: 200, inputs: ['other'] } }],
  ['was not sent', true, { requests: 0 }],
  ['reads the same value', true, { endpoint: list }],
  ['was sent earlier', true, {}, true],
])('a read before a request that %s is repeated: %s', async (_, isRepeated, change, isEarlier) => {
  const testCase = { title: 'w', status: 200, inputs: ['id'] }
  const read = firstResult(FAILED, [STATUS], { testCase })
  const other = firstResult(GOOD, [], { endpoint: { ...list, method: 'POST' }, testCase, ...change })
  const { sent } = await repeatReadsOf(isEarlier ? [other, read] : [read, other])
  expect(sent).toBe(isRepeated ? 2 : 0)
})

test('with --repeat, every read is repeated', async () => {
  expect((await repeatReadsOf([firstResult(GOOD, [])], [GOOD], { includesAll: true })).sent).toBe(4)
})

test('reads are repeated up to the limit of requests', async () => {
  expect((await repeatReadsOf([firstResult()], [GOOD], { limit: 10, counted: 8 })).sent).toBe(2)
  expect((await repeatReadsOf([firstResult()], [GOOD], { limit: 10, counted: 9 })).sent).toBe(0)
})

test('a status shared by three endpoints is not repeated; a different status or a field is', async () => {
  const failureAt = (name: string, response = FAILED, finding = STATUS) =>
    firstResult(response, [finding], { name })
  expect((await repeatReadsOf([failureAt('a'), failureAt('c'), failureAt('d')])).sent).toBe(0)
  const otherStatus = failureAt('d', FAILED, findingAt('status', '$status', '200', '404'))
  expect((await repeatReadsOf([failureAt('a'), failureAt('c'), otherStatus])).sent).toBe(6)
  expect((await repeatReadsOf([failureAt('a'), failureAt('a'), failureAt('d')])).sent).toBe(6)
  expect(
    (
      await repeatReadsOf([
        failureAt('a', WRONG, TYPE),
        failureAt('c', WRONG, TYPE),
        failureAt('d', WRONG, TYPE),
      ])
    ).sent,
  ).toBe(6)
  const cors = findingAt('cors', '$headers.a', 'x', 'missing')
  const etag = findingAt('cors', '$headers.b', 'x', 'missing')
  expect(
    (
      await repeatReadsOf([
        failureAt('a', GOOD, cors),
        failureAt('c', GOOD, cors),
        failureAt('d', GOOD, etag),
      ])
    ).sent,
  ).toBe(6)
  // Each of several findings must be confirmed.
  const both = firstResult(FAILED, [STATUS, cors], { name: 'd' })
  expect((await repeatReadsOf([failureAt('a'), failureAt('c'), both])).sent).toBe(2)
})

test('a host that is not the provider receives no further requests', async () => {
  const page = firstResult(responseWith({ status: 503 }))
  const { host, sent } = hostWith({ endpoints: { 'a.list': list } }, [page], () => GOOD)
  await repeatReads(host, { includesAll: true, limit: 60 })
  expect(sent).toEqual([])
})
