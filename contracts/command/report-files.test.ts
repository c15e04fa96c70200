import { lstatSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, onTestFinished, test, vi } from 'vitest'
import { findingWith, reportWith, rowWith } from '../test/reports.ts'
import { recordRun } from './history.ts'
import { readEarlierReport, writeReports } from './report-files.ts'
import { readTextFile } from './text-files.ts'

const folder = mkdtempSync(join(tmpdir(), 'report-files-'))
afterAll(() => rmSync(folder, { recursive: true }))

test('reports and the history are written through symbolic links', () => {
  for (const name of ['report.json', 'history.jsonl']) {
    writeFileSync(join(folder, name), '', { mode: 0o600 })
    symlinkSync(name, join(folder, `link-${name}`))
  }
  const report = reportWith()
  onTestFinished(() => void vi.restoreAllMocks())
  vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  writeReports(report, [{ file: join(folder, 'link-report.json'), format: 'json' }], true)
  recordRun(report, join(folder, 'link-history.jsonl'))
  for (const name of ['report.json', 'history.jsonl']) {
    expect(lstatSync(join(folder, `link-${name}`)).isSymbolicLink()).toBe(true)
    expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600)
    expect(readTextFile(join(folder, name))).toContain('https://host.test')
  }
})

test('there is no earlier report without a file, in a device or folder, or in a file that is not a report', () => {
  const file = join(folder, 'no-report.json')
  writeFileSync(file, '{}')
  const earlier = [undefined, join(folder, 'missing'), folder, '/dev/null', file].map(readEarlierReport)
  expect(earlier).toEqual([null, null, null, null, null])
})

test('reads the former name of a verdict in an earlier report', () => {
  const report = reportWith({ endpoints: [rowWith({ findings: [findingWith()] })] })
  const file = join(folder, 'former-verdict.json')
  const text = JSON.stringify(report).replaceAll(findingWith().verdict, 'schema wider than both')
  writeFileSync(file, text)
  expect(readEarlierReport(file)?.endpoints[0]?.findings).toMatchObject([{ verdict: 'contract wrong' }])
})
