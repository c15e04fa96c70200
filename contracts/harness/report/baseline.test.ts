import { expect, test } from 'vitest'
import { findingWith, reportWith, rowWith } from '../../test/reports.ts'
import type { Profile } from '../check/profile.ts'
import {
  acceptFindings,
  applyAccepted,
  EMPTY_BASELINE,
  formatBaseline,
  parseBaseline,
  removeEntries,
} from './baseline.ts'
import type { ReportedFinding } from './report.ts'

const drifted = rowWith({ name: 'a.list', status: 'drift', findings: [findingWith()] })
const kept = rowWith({ name: 'a.list' })
const report = reportWith({ endpoints: [drifted, { ...drifted, name: 'b.list' }] })
const by = { reason: 'known', owner: 'Ada', until: '2027-01-31', only: ['a'], at: '2026-11-20' }
const { baseline, added } = acceptFindings(EMPTY_BASELINE, report, by)
const today = new Date('2027-01-31T23:00:00Z')
const tomorrow = new Date('2027-02-01T01:00:00Z')
const isAlwaysChecked = (_: { rule: string; path: string }) => true
const ENTRY = { endpoint: 'a.list', path: '$.id', rule: 'type', reason: 'known' }

test('accepts the findings of the selected endpoints, each once', () => {
  expect(added).toEqual([{ ...ENTRY, kind: 'accepted', at: by.at, owner: 'Ada', until: by.until }])
  const { method, path } = drifted
  for (const only of ['a.list', `${method} ${path}`])
    expect(acceptFindings(baseline, report, { ...by, only: [only] }).baseline.accepted).toContainEqual(
      added[0],
    )
  expect(acceptFindings(baseline, report, { ...by, only: null }).baseline.accepted).toHaveLength(2)
  expect(acceptFindings(EMPTY_BASELINE, report, { ...by, until: undefined }).added).toEqual([])
})

test('excludes accepted findings until the last day, and reports the entry as expired on the next', () => {
  const [row] = applyAccepted([drifted], baseline.accepted, today, isAlwaysChecked).endpoints
  expect(row).toMatchObject({ status: 'pass', findings: [], accepted: [{ owner: 'Ada', until: by.until }] })
  const others = [findingWith({ where: '$.other' }), findingWith({ rule: 'null' })]
  const more = { ...drifted, findings: [...drifted.findings, ...others] }
  expect(applyAccepted([more], baseline.accepted, today, isAlwaysChecked).endpoints[0]).toMatchObject({
    status: 'drift',
    findings: others,
  })
  expect(applyAccepted([drifted], baseline.accepted, tomorrow, isAlwaysChecked)).toMatchObject({
    endpoints: [{ status: 'drift', findings: drifted.findings, accepted: [] }],
    problems: [{ ...ENTRY, problem: 'expired' }],
  })
  const skipped = applyAccepted([{ ...kept, status: 'skipped' }], baseline.accepted, tomorrow, () => false)
  expect(skipped.problems).toEqual([{ ...ENTRY, problem: 'expired' }])
})

test('reports an entry as unused unless it matches a finding or its check was not made', () => {
  const problemsOf = (row: typeof kept, hasChecked = isAlwaysChecked) =>
    applyAccepted([row], baseline.accepted, today, hasChecked).problems
  expect(problemsOf(kept)).toEqual([{ ...ENTRY, problem: 'unused' }])
  expect(problemsOf({ ...drifted, findings: [findingWith({ rule: 'null' })] })).toHaveLength(1)
  for (const row of [drifted, { ...kept, status: 'skipped' as const }, { ...kept, name: 'b.list' }])
    expect(problemsOf(row)).toEqual([])
  expect(problemsOf(kept, (entry) => entry.rule !== 'type' || entry.path !== '$.id')).toEqual([])
})

test('removes the expired and unused entries of the selected endpoints, but none that was renewed since', () => {
  const failed = reportWith({
    baseline: applyAccepted([kept], baseline.accepted, today, isAlwaysChecked).problems,
  })
  expect(removeEntries(baseline, failed, null)).toEqual({ baseline: EMPTY_BASELINE, removed: 1 })
  expect(removeEntries(baseline, failed, ['b'])).toEqual({ baseline, removed: 0 })
  const expired = reportWith({
    startedAt: tomorrow.toISOString(),
    endpoints: [drifted],
    baseline: applyAccepted([drifted], baseline.accepted, tomorrow, isAlwaysChecked).problems,
  })
  expect(removeEntries(baseline, expired, null).removed).toBe(1)
  for (const until of [expired.startedAt.slice(0, 10), '2027-03-01']) {
    const renewed = acceptFindings(baseline, expired, { ...by, until }).baseline
    expect(removeEntries(renewed, expired, null)).toEqual({ baseline: renewed, removed: 0 })
  }
  const undated = { accepted: baseline.accepted.map(({ until: _, ...entry }) => entry), profiles: {} }
  expect(removeEntries(undated, failed, null).removed).toBe(0)
})

test('formats sorted records, and parses them with the numbers of other lines', () => {
  const both = acceptFindings(baseline, report, { ...by, only: null }).baseline
  const text = formatBaseline({ ...both, accepted: both.accepted.toReversed() })
  expect(parseBaseline(text)).toEqual({ baseline: both, unreadable: [] })
  expect(parseBaseline(`\n{}\n${text}no JSON`).unreadable).toEqual([2, 5])
})

const mail: Profile['fields'][string] = {
  present: 'always',
  null: 'never',
  places: 9,
  types: ['string'],
  newestFirst: true,
  length: { least: 3, most: 9 },
  steady: ['"a"', '"z"'],
  forms: ['email'],
} as never
const profile: Profile = {
  kind: 'profile',
  endpoint: 'a.list',
  runs: 3,
  statuses: [200],
  headers: ['etag', 'vary'],
  bytes: 10,
  latency: { median: 5, p95: 9, samples: [5, 9] },
  fields: { '$.mail': mail },
}

test.each<[rule: string, where: string, observed: ReportedFinding['observed'], change: object]>([
  ['status', '$status', { statuses: [201] }, { statuses: [200, 201] }],
  ['status', '$status', { statuses: [102, 204] }, { statuses: [102, 200, 204] }],
  ['header', '$headers.etag', undefined, { headers: ['vary'] }],
  ['size', '$', { bytes: 300_000 }, { bytes: 300_000 }],
  ['slow', '$time', { ms: 80 }, { latency: { median: 80, p95: 80, samples: [80] } }],
  ['missing', '$.mail', undefined, { fields: { '$.mail': { ...mail, present: 'sometimes' } } }],
  ['null', '$.mail', undefined, { fields: { '$.mail': { ...mail, null: 'sometimes' } } }],
  [
    'type',
    '$.mail',
    { types: ['integer', 'array'] },
    { fields: { '$.mail': { ...mail, types: ['array', 'integer', 'string'] } } },
  ],
  ['empty', '$.mail', undefined, { fields: { '$.mail': { ...mail, length: { least: 0, most: 9 } } } }],
  ['value', '$.mail', { lostValues: ['"a"'] }, { fields: { '$.mail': { ...mail, steady: ['"z"'] } } }],
  ['order', '$.mail', undefined, { fields: { '$.mail': { ...mail, newestFirst: false } } }],
  ['form', '$.mail', undefined, { fields: { '$.mail': { ...mail, forms: ['email', 'other'] } } }],
  ['null', '$.unknown', undefined, {}],
])('an accepted regression becomes part of the profile: %s at %s, %j', (rule, where, observed, change) => {
  const findings = [findingWith({ rule: `observed-${rule}`, where, observed }), findingWith()]
  const known = { accepted: [], profiles: { 'a.list': profile } }
  const run = reportWith({
    endpoints: [
      { ...drifted, findings },
      { ...drifted, name: 'a.other', findings },
    ],
  })
  const result = acceptFindings(known, run, { ...by, until: undefined })
  expect(result.baseline.profiles).toEqual({ 'a.list': { ...profile, ...change } })
  expect(result.added).toEqual([
    {
      kind: 'accepted',
      at: by.at,
      endpoint: 'a.list',
      path: where,
      rule: `observed-${rule}`,
      reason: 'known',
      owner: 'Ada',
    },
  ])
  // The entry has no day of expiry, so it is never reported.
  expect(applyAccepted([kept], result.added, tomorrow, isAlwaysChecked).problems).toEqual([])
})

test.each(['status', 'size', 'slow', 'type', 'value'])(
  'refuses a regression of the rule observed-%s in a report of an earlier version',
  (rule) => {
    const findings = [findingWith({ rule: `observed-${rule}`, where: '$.mail' })]
    const run = reportWith({ endpoints: [{ ...drifted, findings }] })
    const known = { accepted: [], profiles: { 'a.list': profile } }
    expect(() => acceptFindings(known, run, { ...by, until: undefined })).toThrow(
      'The report was written by an earlier version. Validate the host again.',
    )
    expect(acceptFindings(known, run, by).added).toHaveLength(1)
  },
)

test('formats the profiles by the names of their endpoints, after the accepted findings', () => {
  const profiles = { b: { ...profile, endpoint: 'b' }, a: { ...profile, endpoint: 'a' } }
  const text = formatBaseline({ accepted: baseline.accepted, profiles })
  expect(text.match(/"endpoint":"[^"]*"/g)).toEqual([
    '"endpoint":"a.list"',
    '"endpoint":"a"',
    '"endpoint":"b"',
  ])
  expect(parseBaseline(`  \n${text}`)).toEqual({
    baseline: { accepted: baseline.accepted, profiles },
    unreadable: [],
  })
})
