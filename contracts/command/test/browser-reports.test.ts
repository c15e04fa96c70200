import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { summarizeHistory } from '../../harness/memory/history-summary.ts'
import { type MemoryRecord, memoryOf, parseRecords } from '../../harness/memory/records.ts'
import { main } from '../main.ts'
import { drop } from './mutation.ts'
import { startTestRun, type TestRun } from './test-run.ts'

let folder: string
let started: TestRun
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'seen-'))
  started = await startTestRun()
})
afterAll(async () => {
  await started.close()
  rmSync(folder, { recursive: true })
})

async function run(...args: string[]): Promise<{ code: number; said: string }> {
  const writes = [vi.spyOn(process.stdout, 'write'), vi.spyOn(process.stderr, 'write')]
  for (const each of writes) each.mockReturnValue(true)
  const code = await main(args)
  const said = writes.flatMap((each) => each.mock.calls.map(([chunk]) => String(chunk))).join('')
  vi.restoreAllMocks()
  return { code, said }
}

const posted = (findings: object[], at = '2026-11-20T10:00:00.000Z') =>
  JSON.stringify({ at, build: 'b1', findings })
const price = { call: 'GET /products/latest', rule: 'missing', where: '$.products[].price' }

function recordsOf(file: string): MemoryRecord[] {
  return parseRecords(readFileSync(file, 'utf8')).records
}

test('counts browser reports by finding, build and day, and shows the counts with the findings of runs', async () => {
  const reports = join(folder, 'reports.jsonl')
  const history = join(folder, 'history.jsonl')
  const unknown = { call: 'GET /elsewhere', rule: 'missing', where: '$' }
  const lines = [posted([price]), '', posted([price, unknown]), posted([price], '2026-11-21T10:00:00.000Z')]
  writeFileSync(reports, lines.join('\n'))
  const { code, said } = await run('seen', reports, '--history', history)
  expect([code, said]).toEqual([
    0,
    expect.stringContaining('2 times  products.latest $.products[].price missing; build b1'),
  ])
  expect(
    recordsOf(history).map((each) => each.kind === 'seen' && [each.at.slice(0, 10), each.count]),
  ).toEqual([
    ['2026-11-20', 2],
    ['2026-11-21', 1],
  ])

  started.host.plant((response, request, handle) =>
    request.path.startsWith('/api/v1/products/latest')
      ? drop('$.products[].price')(response, request, handle)
      : undefined,
  )
  await run('--target', started.host.origin, '--emulator', 'none', '--only', 'products', '--history', history)
  const { hosts, browserReports } = summarizeHistory(memoryOf(recordsOf(history)), {
    now: new Date(),
    days: 1,
  })
  expect(hosts[0]?.findings.map(({ where, seen }) => [where, seen])).toContainEqual(['$.products[].price', 3])
  expect(browserReports).toMatchObject([{ count: 3, build: 'b1' }])
})

test('explains an invalid file in one sentence', async () => {
  const wrong = join(folder, 'wrong.jsonl')
  writeFileSync(wrong, `${posted([price])}\n{"build":7}\n`)
  expect(await run('seen', wrong, '--history', 'none')).toEqual({
    code: 2,
    said: `${wrong}: line 2 is not a browser report.\n`,
  })
  writeFileSync(wrong, `${posted([])}\n`)
  expect((await run('seen', wrong, '--history', 'none')).said).toBe(
    `${wrong}: no report contains a finding.\n`,
  )
  expect((await run('seen', 'http://127.0.0.1:1/seen', '--history', 'none')).said).toContain(
    'returned no reports',
  )
})
