import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, onTestFinished, test, vi } from 'vitest'
import { readReport } from './report-files.ts'
import { runMain } from './test/run-main.ts'

const CONTRACTS = join(import.meta.dirname, '../package/example/shop.contracts.ts')
const folder = mkdtempSync(join(tmpdir(), 'har-command-'))
const [recording, report, baseline] = ['a.har', 'report.json', 'baseline.jsonl'].map((name) =>
  join(folder, name),
) as [string, string, string]
afterAll(() => rmSync(folder, { recursive: true }))

/** Returns the response of a host to `GET /items`, with a price that violates the contract. */
const entryOf = (origin: string) => ({
  startedDateTime: '2026-11-20T09:00:00.000Z',
  time: 40,
  request: { method: 'GET', url: `${origin}/items`, headers: [] },
  response: {
    status: 200,
    headers: [{ name: 'content-type', value: 'application/json' }],
    content: { text: '[{"id":1,"name":"Ruler","price":"500"}]' },
  },
})

async function validate(hosts: string[], ...args: string[]) {
  writeFileSync(recording, JSON.stringify({ log: { entries: hosts.map(entryOf) } }))
  const line = ['har', recording, '--contracts', CONTRACTS, '--report', report, ...args]
  const { code, out } = await runMain(line)
  const { target, endpoints } = readReport(report)
  const items = endpoints.find(({ name }) => name === 'items.list')
  const findings = items?.findings.map(({ where, verdict }) => [where, verdict])
  return { code, out, target, findings, accepted: items?.accepted.length }
}

test('validates a recording of another API, and accepts the findings of the baseline', async () => {
  const drifted = await validate(['https://a.test'])
  expect(drifted).toMatchObject({ code: 1, target: 'https://a.test' })
  expect(drifted.findings).toEqual([['$[].price', 'cannot tell']])
  const why = ['--reason', 'known', '--owner', 'Ada', '--until', '2099-01-01']
  expect((await runMain(['accept', report, '--baseline', baseline, ...why])).code).toBe(0)
  const known = await validate(['https://a.test'], '--baseline', baseline)
  expect(known).toMatchObject({ code: 0, findings: [], accepted: 1 })
})

test('validates the responses of the target only', async () => {
  const hosts = ['https://a.test', 'https://a.test', 'https://b.test']
  expect(await validate(hosts)).toMatchObject({ target: 'https://a.test' })
  expect(await validate(hosts, '--target', 'https://b.test')).toMatchObject({ target: 'https://b.test' })
})

test('compares a recording with a second host of another API', async () => {
  const urls: string[] = []
  vi.stubGlobal('fetch', async (url: unknown) => {
    urls.push(String(url))
    return Response.json([{ id: 1, name: 'Ruler', price: 500 }])
  })
  onTestFinished(() => void vi.unstubAllGlobals())
  const { findings } = await validate(['https://a.test'], '--emulator', 'https://mock.test')
  expect(findings).toEqual([['$[].price', 'provider drifted']])
  expect(urls).toContain('https://mock.test/items')
})
