import { expect, test } from 'vitest'
import { z } from 'zod'
import { endpoint } from '../../src/endpoint.ts'
import { describeFinding } from '../../src/schema/finding.ts'
import { exchangeWith } from '../../test/exchanges.ts'
import { findingWith, reportWith, rowWith } from '../../test/reports.ts'
import { acceptFindings } from '../report/baseline.ts'
import type { Exchange } from '../send/exchange.ts'
import { addRun, type Profile, profileRun, type RunProfile } from './profile.ts'
import { isRegression, regressionsOf } from './regression.ts'

const Row = z.object({
  id: z.union([z.int(), z.string()]),
  kind: z.enum(['book', 'pen']).nullable(),
  mail: z.string().nullable().optional(),
  created_at: z.string(),
})
const list = endpoint({
  method: 'GET',
  path: '/rows',
  responses: { 200: z.object({ rows: z.array(Row), note: z.string().optional() }) },
})
type Body = { rows: object[]; note?: string }
type Given = {
  body?: Body
  status?: number
  headers?: string[]
  size?: number
  ms?: number
  findings?: Exchange['findings']
}

const day = (index: number) => `2026-11-${19 - index}`
const row = (index: number, change: object = {}) => ({
  id: index,
  kind: index % 2 ? 'pen' : 'book',
  mail: `a${index}@b.test`,
  created_at: day(index),
  ...change,
})
const rows = (change: object = {}, length = 6) => Array.from({ length }, (_, index) => row(index, change))

const exchangeOf = ({
  body = { rows: rows(), note: 'new' },
  status = 200,
  headers = ['vary', 'etag'],
  size = 500,
  ms = 90,
  findings = [],
}: Given = {}) =>
  exchangeWith(
    { status, headers: new Map(headers.map((name) => [name, 'x'])), size, body },
    { name: 'rows.list', endpoint: list, findings, ms },
  )
const runOf = (given?: Given) => profileRun([exchangeOf(given)]) as RunProfile

function learned(...runs: Given[]): Profile {
  const profiles = runs.reduce<Record<string, Profile>>(
    (known, run) => addRun(known, { 'rows.list': runOf(run) }),
    {},
  )
  return profiles['rows.list'] as Profile
}
const EARLIER = learned({}, {}, { ms: 100 })

const found = (given: Given, { earlier = EARLIER, isChosen = false } = {}) =>
  regressionsOf(earlier, runOf(given), isChosen).map((finding) => {
    expect(isRegression(finding)).toBe(true)
    return `${finding.rule.replace('observed-', '')} ${describeFinding(finding)}`
  })

test.each<[title: string, Given]>([
  ['the same response', {}],
  [
    'another number of rows, more headers and fewer bytes',
    { body: { rows: rows({}, 9), note: 'x' }, headers: ['vary', 'etag', 'cache-control'], size: 50 },
  ],
  ['a field that some rows lack', { body: { rows: [row(0, { mail: undefined }), ...rows()], note: 'x' } }],
  ['null in some rows', { body: { rows: [row(0, { mail: null }), ...rows()], note: 'x' } }],
  [
    'a type in some rows',
    { body: { rows: [row(9, { id: 'x', created_at: day(-1) }), ...rows()], note: 'x' } },
  ],
  ['ten times the bytes', { size: 5000 }],
  ['a body that grows by 100 kB but not tenfold', { size: 100_400 }],
  ['three times the time, but only 400 ms more', { ms: 490 }],
  ['too few rows for a missing value', { body: { rows: rows({ kind: 'pen' }, 4), note: 'x' } }],
  ['too few rows for a missing field', { body: { rows: rows({ mail: undefined }, 2), note: 'x' } }],
])('accepts %s', (_, given) => {
  expect(found(given)).toEqual([])
})

test.each<[finding: string, Given]>([
  [
    'missing $.rows[].mail: expected the field, as in every earlier run, got missing',
    { body: { rows: rows({ mail: undefined }), note: 'x' } },
  ],
  ['missing $.note: expected the field, as in every earlier run, got missing', { body: { rows: rows() } }],
  [
    'null $.rows[].mail: expected a value, as in every earlier run, got null',
    { body: { rows: rows({ mail: null }), note: 'x' } },
  ],
  ['type $.rows[].id: expected number, got string', { body: { rows: rows({ id: 'x' }), note: 'x' } }],
  [
    'form $.rows[].mail: expected string in e-mail format, got string in other format',
    { body: { rows: rows({ mail: 'write to us' }), note: 'x' } },
  ],
  [
    'value $.rows[].kind: expected "book" among its values, as in every earlier run, got other values only',
    { body: { rows: rows({ kind: 'pen' }), note: 'x' } },
  ],
  [
    'empty $.rows: expected items, as in every earlier run, got empty array',
    { body: { rows: [], note: 'x' } },
  ],
  [
    'order $.rows: expected newest first, as in every earlier run, got a different order',
    { body: { rows: rows().reverse(), note: 'x' } },
  ],
  ['header $headers.etag: expected the header, as in every earlier run, got missing', { headers: ['vary'] }],
  ['size $: expected at most 500 bytes, as in every earlier run, got 100501 bytes', { size: 100_501 }],
  ['slow $time: expected about 100 ms (95th percentile of earlier runs), got 601 ms', { ms: 601 }],
  ['status $status: expected 200, got 201', { status: 201 }],
])('reports %s', (finding, given) => {
  expect(found(given)).toEqual([finding])
  // An accepted finding becomes part of the profile.
  const findings = regressionsOf(EARLIER, runOf(given), false).map(findingWith)
  const report = reportWith({ endpoints: [rowWith({ name: 'rows.list', findings })] })
  const baseline = { accepted: [], profiles: { 'rows.list': EARLIER } }
  const by = { reason: 'announced', owner: 'Ada', only: null, at: '2026-11-20' }
  const accepted = acceptFindings(baseline, report, by)
  expect(accepted.added).toHaveLength(1)
  expect(found(given, { earlier: accepted.baseline.profiles['rows.list'] as Profile })).toEqual([])
})

test('compares after three runs only, and no values if the request contained an id of an earlier response', () => {
  const broken = { body: { rows: rows({ mail: null }), note: 'x' } }
  expect(found(broken, { earlier: learned({}, {}) })).toEqual([])
  expect(found(broken, { isChosen: true })).toEqual([])
  expect(found({ body: { rows: rows({ mail: undefined }), note: 'x' } }, { isChosen: true })).toHaveLength(1)
})

test('learns what every run had in common', () => {
  const earlier = learned(
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

test('does not learn from a response with a finding', () => {
  const finding = {
    class: 'behaviour',
    rule: 'slow',
    where: '$time',
    expected: 'a',
    actual: 'b',
    count: 1,
  } as const
  expect(profileRun([exchangeOf({ findings: [finding] })])).toBeNull()
  expect(
    profileRun([exchangeOf({ findings: [{ ...finding, class: 'additive', rule: 'extra' }] })]),
  ).not.toBeNull()
})
