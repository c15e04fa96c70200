import { expect, test } from 'vitest'
import { describeFinding } from '../../src/schema/finding.ts'
import { RULES } from '../../src/schema/rules.ts'
import { findingWith, reportWith, rowWith } from '../../test/reports.ts'
import { EARLIER, type GivenResponse, learnProfile, row, rows, runOf } from '../../test/rows.ts'
import { acceptFindings } from '../report/baseline.ts'
import { mergeFindings } from '../report/make-report.ts'
import type { Profile } from './profile.ts'
import { isRegression, regressionsOf } from './regression.ts'

const findRegressions = (given: GivenResponse, { earlier = EARLIER, usesEarlierValue = false } = {}) =>
  regressionsOf(earlier, runOf(given), usesEarlierValue).map((finding) => {
    expect(isRegression(finding)).toBe(true)
    return `${finding.rule.replace('observed-', '')} ${describeFinding(finding)}`
  })

test.each<[title: string, GivenResponse]>([
  ['the same response', {}],
  [
    'another number of rows, more headers and fewer bytes',
    { body: { rows: rows({}, 9), note: 'x' }, headers: ['vary', 'etag', 'cache-control'], size: 50 },
  ],
  ['a field that some rows lack', { body: { rows: [row(0, { mail: undefined }), ...rows()], note: 'x' } }],
  ['null in some rows', { body: { rows: [row(0, { mail: null }), ...rows()], note: 'x' } }],
  [
    'a type in some rows',
    { body: { rows: [row(9, { id: 'x', created_at: '2026-11-20' }), ...rows()], note: 'x' } },
  ],
  ['ten times the bytes', { size: 5000 }],
  ['a body that grows by 100 kB but not tenfold', { size: 100_400 }],
  ['three times the time, but only 400 ms more', { ms: 490 }],
  ['half a second more', { ms: 600 }],
  ['too few rows for a missing value', { body: { rows: rows({ kind: 'pen' }, 4), note: 'x' } }],
  ['too few rows for a missing field', { body: { rows: rows({ mail: undefined }, 2), note: 'x' } }],
])('accepts %s', (_, given) => {
  expect(findRegressions(given)).toEqual([])
})

/** Differences from earlier runs, each with its finding, which begins with the rule's name without `observed-`. */
const REGRESSIONS: [finding: string, GivenResponse][] = [
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
]

test('there is a regression for every rule that compares with earlier runs', () => {
  const rules = REGRESSIONS.map(([finding]) => `observed-${finding.split(' ', 1)[0]}`)
  expect(new Set(rules)).toEqual(new Set(Object.keys(RULES).filter((rule) => rule.startsWith('observed-'))))
})

test.each(REGRESSIONS)('reports %s', (finding, given) => {
  expect(findRegressions(given)).toEqual([finding])
  // An accepted finding becomes part of the profile.
  const findings = regressionsOf(EARLIER, runOf(given), false).map(findingWith)
  const report = reportWith({ endpoints: [rowWith({ name: 'rows.list', findings })] })
  const baseline = { accepted: [], profiles: { 'rows.list': EARLIER } }
  const by = { reason: 'announced', owner: 'Ada', only: null, at: '2026-11-20' }
  const accepted = acceptFindings(baseline, report, by)
  expect(accepted.added).toHaveLength(1)
  expect(findRegressions(given, { earlier: accepted.baseline.profiles['rows.list'] as Profile })).toEqual([])
})

test('accepts all new statuses of an endpoint', () => {
  const current = { ...runOf({ status: 201 }), statuses: [200, 201, 202] }
  const findings = mergeFindings(regressionsOf(EARLIER, current, false).map(findingWith))
  expect(findings.map(describeFinding)).toEqual(['$status: expected 200, got 201 or 202'])
  const report = reportWith({ endpoints: [rowWith({ name: 'rows.list', findings })] })
  const baseline = { accepted: [], profiles: { 'rows.list': EARLIER } }
  const by = { reason: 'announced', owner: 'Ada', only: null, at: '2026-11-20' }
  const { profiles } = acceptFindings(baseline, report, by).baseline
  expect(profiles['rows.list']?.statuses).toEqual([200, 201, 202])
})

test('compares after three runs only, and no values if the request contained an id of an earlier response', () => {
  const broken = { body: { rows: rows({ mail: null }), note: 'x' } }
  expect(findRegressions(broken, { earlier: learnProfile({}, {}) })).toEqual([])
  expect(findRegressions(broken, { usesEarlierValue: true })).toEqual([])
  expect(
    findRegressions({ body: { rows: rows({ mail: undefined }), note: 'x' } }, { usesEarlierValue: true }),
  ).toHaveLength(1)
})

test('a response is slow only if it took more than three times as long', () => {
  const earlier = learnProfile({ ms: 400 }, { ms: 400 }, { ms: 400 })
  expect(findRegressions({ ms: 1200 }, { earlier })).toEqual([])
  expect(findRegressions({ ms: 1201 }, { earlier })).toHaveLength(1)
  expect(findRegressions({ ms: 1201 }, { earlier: { ...earlier, runs: 2 } })).toEqual([])
})

test('a larger body is a finding only if it is ten times as large and 100 kB larger', () => {
  const earlier = learnProfile({ size: 20_000 }, { size: 20_000 }, { size: 20_000 })
  expect(findRegressions({ size: 150_000 }, { earlier })).toEqual([])
  expect(findRegressions({ size: 200_000 }, { earlier })).toEqual([])
  expect(findRegressions({ size: 200_001 }, { earlier })).toHaveLength(1)
  expect(findRegressions({ size: 100_500 })).toEqual([])
})

test('a list that had two rows may become empty', () => {
  const short = { body: { rows: rows({}, 2), note: 'x' } }
  const earlier = learnProfile(short, short, short)
  expect(findRegressions({ body: { rows: [], note: 'x' } }, { earlier })).toEqual([])
  const three = { body: { rows: rows({}, 3), note: 'x' } }
  expect(
    findRegressions({ body: { rows: [], note: 'x' } }, { earlier: learnProfile(three, three, three) }),
  ).toHaveLength(1)
})

test('three rows are enough for a missing field, and five for a missing value', () => {
  expect(findRegressions({ body: { rows: rows({ mail: undefined }, 3), note: 'x' } })).toHaveLength(1)
  expect(findRegressions({ body: { rows: rows({ kind: 'pen' }, 5), note: 'x' } })).toHaveLength(1)
})
