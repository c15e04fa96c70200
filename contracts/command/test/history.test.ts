import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { acceptFindings } from '../../harness/memory/accept.ts'
import { summarizeHistory } from '../../harness/memory/history-summary.ts'
import { EMPTY_MEMORY, type MemoryRecord, memoryOf, type Run, runOf } from '../../harness/memory/records.ts'
import { printHistory, printHistoryHtml } from '../../harness/report/print-history.ts'
import { recordHistory } from '../history-file.ts'
import type { Mutate } from '../host-proxy.ts'
import { main } from '../main.ts'
import { header, onlyAt, PAGE, set, text } from './mutation.ts'
import { startTestRun, type TestRun } from './test-run.ts'

const DAYS = 14
const dayOf = (n: number) => new Date(Date.UTC(2026, 10, 1 + n, 4, 17))

/** Returns the drift of a day: two days with prices as strings, a day of maintenance, and later a missing header. */
function incidentOf(day: number): Mutate | null {
  if (day === 3 || day === 4) return onlyAt('/api/v1/products/latest', set('$.products[].price', '25000'))
  if (day === 8) return text(PAGE, 'text/html')
  return day >= 11 ? onlyAt('/api/v1/banners', header('access-control-allow-origin', null)) : null
}

let started: TestRun
const records: MemoryRecord[] = []
const now = dayOf(DAYS - 1)

beforeAll(async () => {
  started = await startTestRun()
  for (let day = 0; day < DAYS; day++) {
    started.host.plant(incidentOf(day))
    const report = await started.run({ now: () => dayOf(day) })
    records.push(runOf(report))
    if (day === 12) {
      const by = { reason: 'announced for the new gateway', owner: 'Ada', until: '2027-01-31', only: null }
      records.push(...acceptFindings(EMPTY_MEMORY, report, { ...by, at: dayOf(day).toISOString() }).added)
    }
  }
})
afterAll(() => started.close())

const summary = () => summarizeHistory(memoryOf(records), { now, days: DAYS })
const filmstripOf = (name: string) =>
  summary()
    .hosts[0]?.endpoints.find((each) => each.name === name)
    ?.days.map(({ state }) => state)

describe('the history of fourteen days with three incidents', () => {
  test('shows the state of an endpoint for each day', () => {
    const stored = Array.from({ length: DAYS }, () => 'kept')
    expect(filmstripOf('categories.list')).toEqual(stored.with(8, 'unreachable'))
    expect(filmstripOf('products.latest')).toEqual(
      stored.with(3, 'drifted').with(4, 'drifted').with(8, 'unreachable'),
    )
    expect(filmstripOf('banners.list')?.slice(8)).toEqual([
      'unreachable',
      'kept',
      'kept',
      'drifted',
      'drifted',
      'drifted',
    ])
  })

  test('shows the first and last occurrence of a finding, whether it is gone, and who accepted it', () => {
    const findings = summary().hosts[0]?.findings ?? []
    expect(
      findings.map(({ rule, where, open, runs, first, last }) => [rule, where, open, runs, first, last]),
    ).toEqual([
      [
        'cors',
        '$headers.access-control-allow-origin',
        true,
        3,
        dayOf(11).toISOString(),
        dayOf(13).toISOString(),
      ],
      ['type', '$.products[].price', false, 2, dayOf(3).toISOString(), dayOf(4).toISOString()],
    ])
    expect(findings.map(({ accepted }) => accepted?.owner)).toEqual(['Ada', undefined])
  })

  test('shows latency and the age of evidence', () => {
    const later = summarizeHistory(memoryOf(records), {
      now: new Date(now.getTime() + 3 * 86_400_000),
      days: DAYS,
    })
    const [first] = later.hosts[0]?.endpoints ?? []
    expect(first?.evidence).toEqual({ on: now.toISOString(), days: 3 })
    expect(first?.latency?.median).toBeGreaterThanOrEqual(0)
    expect(first?.days.slice(-3).map(({ state }) => state)).toEqual(['none', 'none', 'none'])
  })

  test('is printed and written as a page by contract history', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'history-'))
    const file = join(folder, 'history.jsonl')
    recordHistory(records, file)
    const said = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
    const code = await main(['history', '--history', file, '--target', started.host.origin])
    const printed = said.mock.calls.map(([chunk]) => String(chunk)).join('')
    said.mockRestore()
    expect(code).toBe(0)
    expect(printed).toContain(`${started.host.origin}: 14 runs, 2026-11-01 to 2026-11-14`)
    expect(readFileSync(join(folder, 'history.html'), 'utf8')).toContain('<h1>Contract history</h1>')
    rmSync(folder, { recursive: true })
  })

  test('has a row of days per endpoint in the terminal', () => {
    const lines = printHistory(summary()).split('\n')
    expect(lines.find((line) => line.includes('products.latest '))).toContain('|...DD...u.....|')
    expect(lines.filter((line) => line.startsWith('  gone  breaking  products.latest'))).toHaveLength(1)
  })

  test('writes a page without scripts or external requests', () => {
    const page = printHistoryHtml(summary())
    expect(page).toContain('aria-label="14 days: 11 kept, 2 drifted, 1 unreachable"')
    expect(page).not.toMatch(/<script|<link|url\(|src=/)
  })
})

test('escapes text from the host on the page', () => {
  const evil = '<img src=x onerror=alert(1)>'
  const [first] = records
  const run = { ...(first as Run), target: evil, outcome: evil }
  expect(printHistoryHtml(summarizeHistory(memoryOf([run]), { now, days: 1 }))).not.toContain('<img')
})
