import { expect, test } from 'vitest'
import { printHtml } from '../../harness/report/print-html.ts'
import { printJunit } from '../../harness/report/print-junit.ts'
import { printMarkdown } from '../../harness/report/print-markdown.ts'
import { printTerminal } from '../../harness/report/print-terminal.ts'
import { hangUp, PAGE, text } from './mutation.ts'
import type { Mutate } from './planted-host.ts'
import { findingsOf, useTestRun } from './test-run.ts'

const started = await useTestRun()

const page = text(PAGE, 'text/html')

test('a host that is not the provider receives no password or token, and has a short report', async () => {
  started.host.plant(page)
  const report = await started.run({ target: started.withPassword() })
  expect(report.summary).toMatchObject({
    exitCode: 4,
    outcome: 'this does not look like the provider: all 5 responses are HTML pages',
  })
  expect(findingsOf(report)).toEqual([])
  expect(new Set(report.endpoints.map((each) => each.status))).toEqual(new Set(['error']))
  expect(printTerminal(report).trim().split('\n')).toHaveLength(1)
  for (const print of [printMarkdown, printHtml]) expect(print(report)).not.toContain('banners.list')
  expect(printJunit(report).match(/<testcase/g)).toHaveLength(1)
  expect(started.host.requests.filter((each) => each.method !== 'GET')).toEqual([])
  await started.run()
  expect(started.host.requests.filter((each) => each.hasToken)).toEqual([])
})

test('an outage that begins during the run names the validated endpoints', async () => {
  const down: Mutate = (response) => ({ ...response, status: 502, headers: { 'retry-after': '60' } })
  for (const first of [2, 20]) {
    let requested = 0
    started.host.plant((...all) => (requested++ >= first ? down(...all) : undefined))
    const report = await started.run()
    expect(findingsOf(report), `after ${first} requests`).toEqual([])
    expect(report.summary.exitCode).toBe(4)
    expect(report.summary.outcome).toMatch(
      /could not be validated \(the host became unavailable during the run: 502; Retry-After is 60 s\); \d+ were validated$/,
    )
    expect(report.endpoints.find((each) => each.status === 'pass')).toBeDefined()
  }
})

test('a PHP warning before the JSON of every response is one cause', async () => {
  const warning = '<br />\n<b>Warning</b>: Undefined array key [3]\n'
  started.host.plant((response, ...call) =>
    call[0].method === 'GET' && response.headers['content-type']?.startsWith('application/json')
      ? text(`${warning}${response.body}`)(response, ...call)
      : undefined,
  )
  const report = await started.run()
  expect(report).toMatchObject({ host: 'provider', summary: { exitCode: 1 } })
  expect(report.endpoints.filter((each) => each.findings.length === 1).length).toBeGreaterThan(9)
  const shown = printTerminal(report).split('\n')
  expect(shown.filter((line) => line.startsWith('BREAKING'))).toEqual([
    expect.stringMatching(/^BREAKING {2}\d+ endpoints \(.*products\.latest.*\) {2}\$$/),
  ])
  expect(report.summary.outcome).toMatch(/^the contract is violated: 1 cause at \d+ endpoints$/)
  expect(printMarkdown(report).match(/\*\*breaking\*\*/g)).toHaveLength(1)
})

test('missing responses from a host that goes down are not findings', async () => {
  started.host.plant((...call) => (started.host.requests.length > 2 ? hangUp(...call) : undefined))
  const report = await started.run()
  expect(findingsOf(report)).toEqual([])
  expect(report.summary.exitCode).toBe(4)
})
