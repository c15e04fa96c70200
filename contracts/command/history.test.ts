import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { findingWith, reportWith, rowWith } from '../test/reports.ts'
import { recordRun } from './history.ts'
import { runMain } from './test/run-main.ts'

const folder = mkdtempSync(join(tmpdir(), 'history-'))
const file = join(folder, 'new/history.jsonl')
afterAll(() => rmSync(folder, { recursive: true }))
beforeEach(() => rmSync(join(folder, 'new'), { recursive: true, force: true }))

/** Returns a report of a day of November with three endpoints: kept, as given, and skipped. */
const reportOf = (
  day: number,
  change: Parameters<typeof rowWith>[0] = {},
  host: 'provider' | 'silent' = 'provider',
) =>
  reportWith({
    target: 'https://a.test',
    startedAt: `2026-11-0${day}T04:17:00.000Z`,
    host,
    endpoints: [
      rowWith({ ms: 90, requests: 3 }),
      rowWith({ name: 'b', ...change }),
      rowWith({ name: 'c', status: 'skipped' }),
    ],
    summary: { outcome: `day ${day}` },
  })
const additive = findingWith({ class: 'additive' })
const ERROR = { status: 'error' } as const

async function historyOf(...args: string[]) {
  vi.useFakeTimers({ now: Date.parse('2026-11-07T23:00:00Z'), toFake: ['Date'] })
  const { code, out } = await runMain(['history', '--history', file, ...args])
  vi.useRealTimers()
  return { code, lines: out.split('\n') }
}

test('creates the file and its folder, and shows a row of days per endpoint of a host, with the last response time', async () => {
  recordRun(reportOf(1, { findings: [findingWith(), additive] }), file)
  recordRun(reportOf(2, { findings: [additive] }), file)
  recordRun(reportOf(2), file)
  recordRun(reportOf(4), file)
  recordRun(reportOf(5, ERROR), file)
  recordRun(reportOf(6, {}, 'silent'), file)
  recordRun({ ...reportOf(7), target: 'https://b.test' }, file)
  const { code, lines } = await historyOf('--days', '7', '--target', 'https://a.test')
  expect(code).toBe(0)
  expect(lines).toEqual([
    'https://a.test: 6 runs; latest outcome: day 6',
    '  a                      |.. ..u | 30 ms, validated on 2026-11-05',
    '  b                      |D+ .uu | 1 ms, validated on 2026-11-04',
    '  c                      |     u |',
    '',
    expect.stringMatching(/^\. kept, \+ additions, D drifted, u unreachable/),
    '',
  ])
  expect((await historyOf('--days', '2')).lines.filter((line) => line.startsWith('  a '))).toEqual([
    '  a                      |u | 30 ms, validated on 2026-11-05',
    '  a                      | .| 30 ms, validated on 2026-11-07',
  ])
})

test('an incomplete line from a killed process does not affect other lines', async () => {
  recordRun(reportOf(1), file)
  appendFileSync(file, readFileSync(file, 'utf8').slice(0, 40))
  recordRun(reportOf(2), file)
  const { lines } = await historyOf()
  expect(lines[0]).toContain(': 2 runs;')
  expect(lines).toContain('1 unreadable line')
})

test('warns if the history cannot be written, without failing the run', () => {
  const said = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  writeFileSync(join(folder, 'a-file'), '')
  recordRun(reportOf(1), join(folder, 'a-file/below.jsonl'))
  expect(said.mock.calls.map(([line]) => String(line))).toEqual([
    expect.stringMatching(/^The history cannot be written to .* \(E\w+\)\.\n$/),
  ])
  said.mockRestore()
})

test('explains that there is no run, and records none without a file', async () => {
  recordRun(reportOf(1), null)
  const missing = await historyOf()
  expect(missing).toEqual({ code: 2, lines: [expect.stringContaining('cannot be read (ENOENT).'), ''] })
  recordRun(reportOf(1), file)
  expect((await historyOf('--target', 'https://a.test/api/v1')).code).toBe(0)
  expect(await historyOf('--target', 'https://other.example')).toEqual({
    code: 2,
    lines: [`${file} contains no run against https://other.example.`, ''],
  })
})
