import { expect, test } from 'vitest'
import { z } from 'zod'
import { endpoint } from '../../src/endpoint.ts'
import { findingAt } from '../../src/schema/finding.ts'
import { resultWith } from '../../test/results.ts'
import { learnProfile, resultOf, rows } from '../../test/rows.ts'
import { addRun, profileRun, quantile, type RunProfile } from './profile.ts'

const list = endpoint({
  method: 'GET',
  path: '/a',
  responses: { 200: z.object({ kind: z.enum(['book', 'pen']), name: z.string() }) },
})
const runOf = (body: object, rule?: 'enum-value' | 'type') =>
  profileRun([
    resultWith({ body }, { endpoint: list, findings: rule ? [findingAt(rule, '$.kind', 'a', 'b')] : [] }),
  ]) as RunProfile
const BOOK = { kind: 'book', name: 'a' }

test('learns from a field with a new value, and not from one with another finding', () => {
  expect(Object.keys(runOf({ ...BOOK, kind: 'map' }, 'enum-value').fields)).toEqual(['$.kind', '$.name'])
  expect(Object.keys(runOf(BOOK, 'type').fields)).toEqual(['$.name'])
})

test('the first run of an endpoint begins its profile, and the earlier one remains as it was', () => {
  const first = addRun({}, { 'a.list': runOf(BOOK) })
  expect(first['a.list']).toMatchObject({
    kind: 'profile',
    endpoint: 'a.list',
    runs: 1,
    bytes: 2,
    latency: { samples: [90] },
    fields: {
      '$.kind': { places: 1, values: ['"book"'], steady: ['"book"'] },
      '$.name': { forms: ['other'] },
    },
  })
  expect(first['a.list']?.fields['$.name']).not.toHaveProperty('steady')
  const both = addRun(
    { ...first, other: first['a.list'] as never },
    { 'a.list': runOf({ ...BOOK, kind: 'pen' }) },
  )
  expect(both['a.list']).toMatchObject({ runs: 2, fields: { '$.kind': { places: 2, steady: [] } } })
  expect(both.other).toBe(first['a.list'])
  expect(first['a.list']?.fields['$.kind']?.places).toBe(1)
})

test('a quantile is the sample at its position, and 0 if there is none', () => {
  const samples = [10, 9, 100]
  expect([0, 0.5, 0.67, 1].map((share) => quantile(samples, share))).toEqual([9, 10, 100, 100])
  expect([quantile([], 0.5), samples]).toEqual([0, [10, 9, 100]])
})

test('learns what every run had in common', () => {
  const earlier = learnProfile(
    {},
    { headers: ['etag'], status: 201, size: 900 },
    { body: { rows: rows({ kind: 'book' }) } },
  )
  expect(earlier).toMatchObject({
    runs: 3,
    statuses: [200, 201],
    headers: ['etag'],
    bytes: 900,
    latency: { median: 90, p95: 90, samples: [90, 90, 90] },
    fields: {
      '$.rows[].kind': { values: ['"book"', '"pen"'], steady: ['"book"'] },
      '$.note': { present: 'sometimes' },
      '$.rows': { newestFirst: true, length: { least: 6, most: 6 } },
    },
  })
})

test('a run has the statuses, common headers, largest body and fastest request of its responses', () => {
  const slow = resultOf({ status: 203, headers: ['etag', 'vary'], size: 500, ms: 900 })
  const fast = resultOf({ status: 200, headers: ['vary', 'x-other', 'cache-control'], size: 300 })
  const refused = { ...resultOf({ size: 9000 }), testCase: { title: 'refuses', status: 300 } }
  expect(profileRun([slow, { ...fast, ms: 270, requests: 3 }, refused])).toMatchObject({
    statuses: [200, 203],
    headers: ['vary'],
    bytes: 500,
    ms: 90,
  })
  expect(profileRun([{ ...fast, ms: 80, requests: 0 }])?.ms).toBe(80)
  expect(profileRun([refused])).toBeNull()
})

test('a profile has the times of the latest twenty runs, and its fields by name', () => {
  const times = Array.from({ length: 22 }, (_, index) => ({ ms: 100 - index }))
  const { latency, fields, runs } = learnProfile(...times)
  expect(runs).toBe(22)
  expect(latency.samples).toEqual(times.slice(2).map(({ ms }) => ms))
  expect([latency.median, latency.p95]).toEqual([89, 98])
  expect(Object.keys(fields)).toEqual(Object.keys(fields).toSorted())
  expect(learnProfile({ ms: 7 }).latency).toEqual({ median: 7, p95: 7, samples: [7] })
})

test('does not learn from a field or a whole response with a finding', () => {
  const status = findingAt('status', '$status', '200', '500')
  expect(profileRun([resultOf({}, { findings: [status] })])).toBeNull()
  const fields = (where: string) =>
    Object.keys(
      profileRun([resultOf({}, { findings: [findingAt('missing', where, 'string', 'missing')] })])?.fields ??
        {},
    )
  expect(fields('$.rows[].mail')).toEqual(fields('$.other').filter((path) => path !== '$.rows[].mail'))
  const extra = findingAt('extra', '$.more', 'no field', 'string', 'additive')
  expect(profileRun([resultOf({}, { findings: [extra] })])).not.toBeNull()
})
