import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { findingWith, reportWith, rowWith } from '../test/reports.ts'
import { readBaseline } from './baseline-file.ts'
import { runMain } from './test/run-main.ts'

const folder = mkdtempSync(join(tmpdir(), 'accept-'))
const report = join(folder, 'report.json')
const baseline = join(folder, 'baseline.jsonl')
const drifted = ['a.list', 'b.list'].map((name) =>
  rowWith({ name, status: 'drift', findings: [findingWith()] }),
)
const BY = ['--reason', 'known', '--owner', 'Ada']

beforeEach(() => {
  rmSync(baseline, { force: true })
  writeFileSync(report, JSON.stringify(reportWith({ endpoints: drifted })))
})
afterAll(() => rmSync(folder, { recursive: true }))

async function accept(...args: string[]) {
  vi.useFakeTimers({ now: Date.parse('2026-11-07T23:00:00Z'), toFake: ['Date'] })
  const { code, out } = await runMain(['accept', report, '--baseline', baseline, ...args])
  vi.useRealTimers()
  return { code, lines: out.split(baseline).join('BASELINE').split(report).join('REPORT').trim().split('\n') }
}

test('accepts findings until a date, and explains what happens afterwards', async () => {
  expect(await accept(...BY, '--until', '2026-11-07')).toEqual({
    code: 0,
    lines: [
      '2 findings accepted until 2026-11-07 in BASELINE',
      'After that day, or once the finding is gone, the entry fails the run (exit 1). Then run accept --remove.',
    ],
  })
  expect(
    readBaseline(baseline).accepted.map(({ endpoint, owner, until }) => [endpoint, owner, until]),
  ).toEqual([
    ['a.list', 'Ada', '2026-11-07'],
    ['b.list', 'Ada', '2026-11-07'],
  ])
})

test('accepts findings of the selected endpoints only', async () => {
  const { lines } = await accept(...BY, '--until', '2027-01-31', '--only', 'b')
  expect(lines[0]).toBe('1 finding accepted until 2027-01-31 in BASELINE')
  expect(readBaseline(baseline).accepted.map(({ endpoint }) => endpoint)).toEqual(['b.list'])
})

test.each([
  [['--until', '2026-11-06'], '--until 2026-11-06 has passed.'],
  [['--until', '2026-11-31T'], '--until must be a date like 2027-01-31, not "2026-11-31T".'],
  [['--until', '2027-02-01', '--only', 'c'], 'REPORT contains no finding to accept.'],
  [[], 'REPORT contains no regression against BASELINE. To accept other findings, add --until YYYY-MM-DD.'],
  [['--remove'], 'REPORT lists no unused or expired entry of BASELINE.'],
])('refuses %s and writes nothing', async (args, message) => {
  expect(await accept(...BY, ...args)).toEqual({ code: 2, lines: [message] })
  expect(() => readFileSync(baseline)).toThrow('ENOENT')
})

test.each([
  ['--reason', 'known'],
  ['--owner', 'Ada'],
])('needs both a reason and an owner, not only %s', async (...one) => {
  expect((await accept(...one, '--until', '2027-02-01')).lines).toEqual([
    'accept requires --reason TEXT and --owner NAME, or --remove.',
  ])
})

test('removes the entries that the report lists as unused or expired', async () => {
  await accept(...BY, '--until', '2027-01-31')
  const unused = {
    endpoint: 'a.list',
    path: '$.id',
    rule: 'type',
    problem: 'unused' as const,
    reason: 'known',
  }
  writeFileSync(report, JSON.stringify(reportWith({ baseline: [unused] })))
  expect(await accept('--remove')).toEqual({ code: 0, lines: ['1 entry removed from BASELINE'] })
  expect(readBaseline(baseline).accepted.map(({ endpoint }) => endpoint)).toEqual(['b.list'])
})
