import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { Report } from '../../harness/report/report.ts'
import { recordRun } from '../history.ts'
import { main } from '../main.ts'
import { at, header, PAGE, set, text } from './mutation.ts'
import type { Mutate } from './planted-host.ts'
import { startTestRun, type TestRun } from './test-run.ts'

const DAYS = 14
const dayOf = (n: number) => new Date(Date.UTC(2026, 10, 1 + n, 4, 17))

/** Returns the drift of a day: two days with prices as strings, a day of maintenance, and later a missing header. */
function incidentOf(day: number): Mutate | null {
  if (day === 3 || day === 4) return at('products.latest', set('$.products[].price', '25000'))
  if (day === 8) return text(PAGE, 'text/html')
  return day >= 11 ? at('banners.list', header('access-control-allow-origin', null)) : null
}

let started: TestRun
let folder: string
let file: string
const reports: Report[] = []

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'history-'))
  file = join(folder, 'history.jsonl')
  started = await startTestRun()
  for (let day = 0; day < DAYS; day++) {
    started.host.plant(incidentOf(day))
    reports.push(await started.run({ now: () => dayOf(day) }))
  }
})
afterAll(async () => {
  await started.close()
  rmSync(folder, { recursive: true })
})
beforeEach(() => rmSync(file, { force: true }))

async function historyOf(...args: string[]) {
  vi.useFakeTimers({ now: dayOf(DAYS - 1), toFake: ['Date'] })
  const writes = [vi.spyOn(process.stdout, 'write'), vi.spyOn(process.stderr, 'write')]
  for (const each of writes) each.mockReturnValue(true)
  const code = await main(['history', '--history', file, '--days', String(DAYS), ...args])
  const out = writes.flatMap((each) => each.mock.calls.map(([chunk]) => String(chunk))).join('')
  vi.restoreAllMocks()
  vi.useRealTimers()
  return { code, lines: out.split('\n') }
}

test('shows a row of days per endpoint, with the last response time', async () => {
  for (const report of reports) recordRun(report, file)
  const { code, lines } = await historyOf('--target', started.host.origin)
  const rowOf = (name: string) => lines.find((line) => line.startsWith(`  ${name} `)) ?? ''
  expect(code).toBe(0)
  expect(lines[0]).toBe(`${started.host.origin}: 14 runs; latest outcome: ${reports.at(-1)?.summary.outcome}`)
  expect(rowOf('products.latest')).toMatch(/\|\.\.\.DD\.\.\.u\.\.\.\.\.\| \d+ ms, validated on 2026-11-14$/)
  expect(rowOf('banners.list')).toContain('|........u..DDD|')
  expect(rowOf('auth.login')).toContain('|        u     |')
})

test('an incomplete line from a killed process does not affect other lines', async () => {
  recordRun(reports[0] as Report, file)
  appendFileSync(file, readFileSync(file, 'utf8').slice(0, 40))
  recordRun(reports[1] as Report, file)
  const { lines } = await historyOf()
  expect(lines[0]).toContain(': 2 runs;')
  expect(lines).toContain('1 unreadable line')
})

test('warns if the history cannot be written, without failing the run', () => {
  const said = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  writeFileSync(file, '')
  recordRun(reports[0] as Report, join(file, 'below-a-file.jsonl'))
  expect(said.mock.calls.map(([line]) => String(line))).toEqual([
    expect.stringMatching(/^The history cannot be written to .* \(E\w+\)\.\n$/),
  ])
  said.mockRestore()
})

test('explains that there is no run, and records none with --history none', async () => {
  recordRun(reports[0] as Report, null)
  expect(await historyOf()).toEqual({
    code: 2,
    lines: [expect.stringContaining('cannot be read (ENOENT).'), ''],
  })
  recordRun(reports[0] as Report, file)
  const { code, lines } = await historyOf('--target', 'https://other.example')
  expect(code).toBe(2)
  expect(lines[0]).toEqual(`${file} contains no run against https://other.example.`)
})
