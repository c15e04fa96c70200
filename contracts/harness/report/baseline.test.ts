import { expect, test } from 'vitest'
import { findingWith, reportWith, rowWith } from '../../test/reports.ts'
import {
  acceptFindings,
  applyAccepted,
  EMPTY_BASELINE,
  parseBaseline,
  printBaseline,
  removeEntries,
} from './baseline.ts'

const drifted = rowWith({ name: 'a.list', status: 'drift', findings: [findingWith()] })
const kept = rowWith({ name: 'a.list' })
const report = reportWith({ endpoints: [drifted, { ...drifted, name: 'b.list' }] })
const by = { reason: 'known', owner: 'Ada', until: '2027-01-31', only: ['a'], at: '2026-11-20' }
const { baseline, added } = acceptFindings(EMPTY_BASELINE, report, by)
const today = new Date('2027-01-31T23:00:00Z')
const tomorrow = new Date('2027-02-01T01:00:00Z')
const always = (_: { rule: string; path: string }) => true
const ENTRY = { endpoint: 'a.list', path: '$.id', rule: 'type', reason: 'known' }

test('accepts the findings of the selected endpoints, each once', () => {
  expect(added).toEqual([{ ...ENTRY, kind: 'accepted', at: by.at, owner: 'Ada', until: by.until }])
  expect(acceptFindings(baseline, report, { ...by, only: ['a.list'] }).baseline).toEqual(baseline)
  expect(acceptFindings(baseline, report, { ...by, only: null }).baseline.accepted).toHaveLength(2)
  expect(acceptFindings(EMPTY_BASELINE, report, { ...by, until: undefined }).added).toEqual([])
})

test('excludes accepted findings until the last day, and reports the entry as expired on the next', () => {
  const [row] = applyAccepted([drifted], baseline.accepted, today, always).endpoints
  expect(row).toMatchObject({ status: 'pass', findings: [], accepted: [{ owner: 'Ada', until: by.until }] })
  const others = [findingWith({ where: '$.other' }), findingWith({ rule: 'null' })]
  const more = { ...drifted, findings: [...drifted.findings, ...others] }
  expect(applyAccepted([more], baseline.accepted, today, always).endpoints[0]).toMatchObject({
    status: 'drift',
    findings: others,
  })
  expect(applyAccepted([drifted], baseline.accepted, tomorrow, always)).toMatchObject({
    endpoints: [{ status: 'drift', findings: drifted.findings, accepted: [] }],
    problems: [{ ...ENTRY, problem: 'expired' }],
  })
})

test('reports an entry as unused unless it matches a finding or its check was not made', () => {
  const problemsOf = (row: typeof kept, hasChecked = always) =>
    applyAccepted([row], baseline.accepted, today, hasChecked).problems
  expect(problemsOf(kept)).toEqual([{ ...ENTRY, problem: 'unused' }])
  expect(problemsOf({ ...drifted, findings: [findingWith({ rule: 'null' })] })).toHaveLength(1)
  for (const row of [drifted, { ...kept, status: 'skipped' as const }, { ...kept, name: 'b.list' }])
    expect(problemsOf(row)).toEqual([])
  expect(problemsOf(kept, (entry) => entry.rule !== 'type' || entry.path !== '$.id')).toEqual([])
})

test('removes the expired and unused entries of the selected endpoints', () => {
  const failed = reportWith({ baseline: applyAccepted([kept], baseline.accepted, today, always).problems })
  expect(removeEntries(baseline, failed, null)).toEqual({ baseline: EMPTY_BASELINE, removed: 1 })
  expect(removeEntries(baseline, failed, ['b'])).toEqual({ baseline, removed: 0 })
  const undated = { accepted: baseline.accepted.map(({ until: _, ...entry }) => entry), profiles: {} }
  expect(removeEntries(undated, failed, null).removed).toBe(0)
})

test('prints sorted records, and parses them with the numbers of other lines', () => {
  const both = acceptFindings(baseline, report, { ...by, only: null }).baseline
  const printed = printBaseline({ ...both, accepted: both.accepted.toReversed() })
  expect(parseBaseline(printed)).toEqual({ baseline: both, unreadable: [] })
  expect(parseBaseline(`\n{}\n${printed}no JSON`).unreadable).toEqual([2, 5])
})
