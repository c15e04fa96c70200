import { expect, test } from 'vitest'
import { z } from 'zod'
import { parseContracts } from '../../src/define-contracts.ts'
import { endpoint } from '../../src/endpoint.ts'
import { holds } from '../../src/relation.ts'
import { from } from '../../src/selection.ts'
import { JSON_HEADERS, responseWith, resultWith } from '../../test/results.ts'
import type { HostResponse } from '../send/request.ts'
import { checkHarTraffic } from './check-har-traffic.ts'
import type { RecordedResult } from './read-har-traffic.ts'

const Row = z.object({ id: z.int(), name: z.string() })
const read = { method: 'GET', readOnly: 'a list' } as const
const list = endpoint({ ...read, path: '/rows', responses: { 200: z.array(Row), 204: z.undefined() } })
const contracts = parseContracts({
  endpoints: {
    rows: {
      list,
      own: { ...read, path: '/own', auth: 'bearer', responses: { 200: Row, 401: z.object({}) } },
      other: { ...read, path: '/other', responses: { 200: z.array(Row) } },
    },
  },
})
const imageFolder = (name: string) => ({
  name,
  files: 'x',
  endpoint: endpoint({ method: 'GET', path: '/img/{file}', responses: {}, summary: name }),
})
const ROWS = [{ id: 1, name: 'a' }]

/** Returns a recorded response, by default a valid one of the first list. */
function recordedResult(
  response: Partial<HostResponse> = {},
  change: Partial<RecordedResult> = {},
): RecordedResult {
  const { name = 'rows.list' } = change
  const given = { body: ROWS, headers: JSON_HEADERS, ...response }
  return {
    ...resultWith(given, {
      name,
      at: '2026-11-20T09:00:00Z',
      endpoint: contracts.endpoints[name] as never,
    }),
    response: responseWith(given),
    isImage: false,
    hasBody: true,
    ...change,
  }
}
const check = (...results: RecordedResult[]) => checkHarTraffic(contracts, { results })
const describeChecked = (...results: RecordedResult[]) =>
  check(...results).results.map(({ state, reason, findings }) => [
    ...(reason === undefined ? [state] : [`${state}: ${reason}`]),
    ...findings.map(({ where, expected, responses }) =>
      [where, expected, ...(responses ? [`${responses.with} of ${responses.of}`] : [])].join(' | '),
    ),
  ])

const TEXT = new Map([['content-type', 'text/plain']])

test('any declared status is expected, and other findings keep their expectation', () => {
  expect(describeChecked(recordedResult({ status: 418 }))).toEqual([['completed', '$status | 200 or 204']])
  const open = recordedResult(
    { body: ROWS[0] },
    { name: 'rows.own', testCase: { title: 'returns 401', status: 401, as: 'anonymous' } },
  )
  expect(describeChecked(open)).toEqual([['completed', '$status | 401 without a valid token']])
  expect(describeChecked(recordedResult({ headers: TEXT, body: [{ id: 1 }] }))).toEqual([
    ['completed', '$headers.content-type | application/json', '$[].name | string'],
  ])
})

test('a missing body is skipped and counted, unless the status or a header has a finding', () => {
  const missing = { hasBody: false }
  const empty = { body: undefined, flaw: { kind: 'empty' as const } }
  expect(describeChecked(recordedResult(empty, missing))).toEqual([['skipped: the body was not recorded']])
  expect(describeChecked(recordedResult({ ...empty, headers: TEXT }, missing))).toEqual([
    ['completed', '$headers.content-type | application/json'],
  ])
  expect(
    describeChecked(
      recordedResult({ ...empty, status: 204 }, { ...missing, testCase: { title: 'a', status: 204 } }),
    ),
  ).toEqual([['completed']])
  const skipped = recordedResult(empty, { ...missing, state: 'skipped', reason: 'a web page' })
  expect(
    check(recordedResult(empty, missing), recordedResult(empty, missing), skipped, recordedResult())
      .missingBodies,
  ).toBe(2)
  expect(check(recordedResult({ status: 418 }, missing)).missingBodies).toBe(1)
})

test('findings have the number of affected responses, if an endpoint has several', () => {
  const unnamed = recordedResult({ body: [{ id: 1 }] })
  const other = recordedResult({ body: [{ id: '1', name: 'a' }] })
  expect(describeChecked(unnamed)).toEqual([['completed', '$[].name | string']])
  expect(describeChecked(unnamed, recordedResult())).toEqual([
    ['completed', '$[].name | string | 1 of 2'],
    ['completed'],
  ])
  expect(
    describeChecked(unnamed, other, unnamed, recordedResult({ body: [{ id: 1 }] }, { name: 'rows.other' })),
  ).toEqual([
    ['completed', '$[].name | string | 2 of 3'],
    ['completed', '$[].id | integer | 1 of 3'],
    ['completed', '$[].name | string | 2 of 3'],
    ['completed', '$[].name | string'],
  ])
})

test('refusals of several endpoints in a row are an outage, if one of them succeeds at another time', () => {
  const refusedResult = (name: string) => recordedResult({ status: 503, body: {} }, { name })
  const error = ['error: the host was unavailable during the recording: 503']
  const describedFinding = (name: string) => [
    'completed',
    `$status | ${name === 'rows.list' ? '200 or 204 | 1 of 2' : '200'}`,
  ]
  const both = [refusedResult('rows.list'), refusedResult('rows.other')]
  expect(describeChecked(recordedResult(), ...both)).toEqual([['completed'], error, error])
  expect(describeChecked(...both, recordedResult())).toEqual([error, error, ['completed']])
  expect(describeChecked(...both)).toEqual([
    ['completed', '$status | 200 or 204'],
    describedFinding('rows.other'),
  ])
  expect(describeChecked(recordedResult(), refusedResult('rows.list'))).toEqual([
    ['completed'],
    describedFinding('rows.list'),
  ])
  // A success in between ends the series.
  const success = recordedResult(
    { body: ROWS[0] },
    { name: 'rows.own', testCase: { title: 'a', status: 200, as: 'customer' } },
  )
  expect(
    describeChecked(refusedResult('rows.list'), success, refusedResult('rows.other'), recordedResult()),
  ).toEqual([describedFinding('rows.list'), ['completed'], describedFinding('rows.other'), ['completed']])
})

test('relations are checked in the order of the requests', () => {
  const names = from(list, '$[]')
  const rule = holds('names are short', names, ['name'], 'a short name', ({ name }) => name.length < 3)
  const longNameAt = (at: string) =>
    recordedResult({ body: [{ id: 1, name: 'long' }] }, { at, path: '/rows' })
  const relationsOf = (...results: RecordedResult[]) =>
    checkHarTraffic({ ...contracts, relations: [rule] }, { results }).results.filter(
      ({ kind }) => kind === 'relation',
    ).length
  const short = recordedResult({}, { at: '2026-11-20T09:30:00Z', path: '/rows' })
  expect(relationsOf(short, longNameAt('2026-11-20T09:45:00Z'))).toBe(1)
  // The latest response comes first in the file.
  expect(relationsOf(short, longNameAt('2026-11-20T09:15:00Z'))).toBe(0)
})

test('the images of each folder are checked separately', () => {
  const image = (name: string, response: Partial<HostResponse>, change: Partial<RecordedResult> = {}) => ({
    ...recordedResult({
      headers: new Map([['content-type', 'image/webp']]),
      bytes: Buffer.from('RIFF'),
      ...response,
    }),
    name,
    isImage: true,
    ...change,
  })
  const images = ['images.a', 'images.b', 'images.c', 'images.d'].map(imageFolder)
  const results = [
    image('images.a', {}, { ms: 10 }),
    image('images.a', { bytes: new Uint8Array() }, { ms: 20 }),
    image('images.b', { bytes: new Uint8Array() }, { hasBody: false }),
    image('images.c', { status: 404 }),
    { ...recordedResult(), name: 'images.d' },
  ]
  const given = { results }
  const shown = checkHarTraffic({ ...contracts, images }, given).results.slice(1)
  expect(
    shown.map(({ name, state, reason, findings, requests, ms }) =>
      [name, reason ?? state, findings.map(({ actual }) => actual).join(), requests, ms].join(' | '),
    ),
  ).toEqual([
    'images.a | completed | an empty body | 2 | 30',
    'images.b | completed |  | 1 | 90',
    'images.c | the recording contains no image |  | 0 | 0',
    'images.d | not in the recording |  | 0 | 0',
  ])
})
