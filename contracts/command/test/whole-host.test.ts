import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { printHtml } from '../../harness/report/print-html.ts'
import { printJunit } from '../../harness/report/print-junit.ts'
import { printMarkdown } from '../../harness/report/print-markdown.ts'
import { printTerminal } from '../../harness/report/print-terminal.ts'
import { at, hangUp, header, PAGE, status, text } from './mutation.ts'
import type { Mutate } from './planted-host.ts'
import { findingsOf, startTestRun, type TestRun } from './test-run.ts'

let started: TestRun
beforeAll(async () => {
  started = await startTestRun()
})
afterAll(() => started.close())

const page: Mutate = (response) => ({
  ...response,
  headers: { 'content-type': 'text/html' },
  body: Buffer.from(PAGE),
})

describe('a host that is not the provider is reported in one sentence without findings:', () => {
  const hosts: [title: string, mutate: Mutate, sentence: RegExp][] = [
    ['an HTML page everywhere', page, /all 5 responses are HTML pages/],
    ['404 everywhere', status(404), /all 5 responses are 404/],
    ['a different API', text('{"id":1,"login":"ada","url":"https://x.test"}'), /JSON from a different API/],
    [
      'a moved host',
      (response) => ({ ...response, status: 301, headers: { location: 'https://new.example/x?token=1' } }),
      /redirects to https:\/\/new\.example$/,
    ],
    [
      'HTML pages and 404',
      (response, request) =>
        request.path.includes('/categories')
          ? { ...response, status: 404, body: Buffer.from('{}') }
          : { ...response, body: Buffer.from(PAGE) },
      /of 5 responses, 4 are HTML pages, 1 are 404/,
    ],
  ]
  for (const [title, mutate, sentence] of hosts)
    test(title, async () => {
      started.host.plant(mutate)
      const report = await started.run({ target: started.withPassword() })
      expect(report.summary.outcome).toMatch(sentence)
      expect(report.summary.outcome).toMatch(/^this does not look like the provider: /)
      expect(report.summary.exitCode).toBe(4)
      expect(findingsOf(report)).toEqual([])
      expect(report.endpoints.map((each) => each.status)).not.toContain('pass')
    })

  test('receives no password or token', async () => {
    started.host.plant(page)
    await started.run({ target: started.withPassword() })
    expect(started.host.requests.filter((each) => each.method !== 'GET')).toEqual([])
    await started.run()
    expect(started.host.requests.filter((each) => each.hasToken)).toEqual([])
  })

  test('has a short report in every format', async () => {
    started.host.plant(page)
    const report = await started.run()
    expect(printTerminal(report).trim().split('\n')).toHaveLength(1)
    expect(printMarkdown(report)).not.toContain('banners.list')
    expect(printHtml(report)).not.toContain('banners.list')
    expect(printJunit(report).match(/<testcase/g)).toHaveLength(1)
  })
})

describe('an outage is reported in one sentence without findings:', () => {
  const refused =
    (code: number, body: string, headers: Record<string, string> = {}): Mutate =>
    (response) => ({
      ...response,
      status: code,
      headers: { ...response.headers, ...headers },
      body: Buffer.from(body),
    })
  const outages: [title: string, mutate: Mutate, sentence: string][] = [
    [
      '503 with JSON and Retry-After',
      refused(503, '{"message":"Down"}', { 'retry-after': '120' }),
      'all 5 responses are 503; Retry-After is 120 s',
    ],
    ['500 with an empty body', refused(500, ''), 'all 5 responses are 500'],
    [
      'a maintenance page with Retry-After',
      refused(503, PAGE, { 'content-type': 'text/html', 'retry-after': '60' }),
      'all 5 responses are 503; Retry-After is 60 s',
    ],
    [
      'a login for the whole host',
      refused(401, 'Authorization Required', { 'content-type': 'text/plain' }),
      'all 5 responses are 401; the whole host requires a login',
    ],
    ['403 from a firewall', refused(403, '{"error":"blocked"}'), 'all 5 responses are 403'],
  ]
  for (const [title, mutate, sentence] of outages)
    test(title, async () => {
      started.host.plant(mutate)
      const report = await started.run({ target: started.withPassword() })
      expect(report).toMatchObject({ host: 'unavailable', summary: { exitCode: 4, pass: 0 } })
      expect(report.summary.outcome).toBe(`the host is unavailable: ${sentence}`)
      expect(findingsOf(report)).toEqual([])
      expect(started.host.requests.filter((each) => each.method !== 'GET')).toEqual([])
    })

  test('an outage that begins during the run names the validated endpoints', async () => {
    const down = refused(502, '', { 'retry-after': '60' })
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
})

test('a host that does not respond is sent three requests, and reported in one sentence', async () => {
  const target = { origin: 'http://127.0.0.1:1', credentials: null, isEmulator: false }
  const report = await started.run({ target })
  expect(report.summary).toMatchObject({ exitCode: 4, requests: 3, pass: 0 })
  expect(report.summary.outcome).toMatch(/^the host does not respond: \S/)
  expect(printTerminal(report).trim().split('\n')).toHaveLength(1)
})

test('keeps the evidence from earlier runs while the host does not respond', async () => {
  started.host.plant(null)
  const previous = await started.run({ now: () => new Date('2026-11-01T00:00:00Z') })
  started.host.plant(page)
  const report = await started.run({ previous, now: () => new Date('2026-11-13T00:00:00Z') })
  expect(report.endpoints.find((each) => each.name === 'config.get')?.evidence.text).toBe('12 days ago')
})

describe('a cause that affects several endpoints', () => {
  test('is shown once', async () => {
    started.host.plant((response, request) =>
      /banners|categories|latest/.test(request.path)
        ? page(response, request, () => Promise.resolve(response))
        : undefined,
    )
    const report = await started.run()
    expect(report.summary.exitCode).toBe(1)
    const shown = printTerminal(report)
      .split('\n')
      .filter((line) => line.startsWith('BREAKING'))
    expect(shown).toEqual([
      expect.stringMatching(/^BREAKING {2}5 endpoints \(banners\.list, .*products\.latest\) {2}\$$/),
    ])
    expect(report.summary.outcome).toBe('the contract is violated: 1 cause at 5 endpoints')
    expect(printMarkdown(report).match(/\*\*breaking\*\*/g)).toHaveLength(1)
  })

  test('can be a PHP warning before the JSON', async () => {
    started.host.plant((response, { method }) =>
      method === 'GET' && response.headers['content-type']?.startsWith('application/json')
        ? {
            ...response,
            body: Buffer.concat([
              Buffer.from('<br />\n<b>Warning</b>: Undefined array key [3]\n'),
              response.body,
            ]),
          }
        : undefined,
    )
    const report = await started.run()
    expect(report).toMatchObject({ host: 'provider', summary: { exitCode: 1 } })
    expect(printTerminal(report).match(/^BREAKING/gm)).toHaveLength(1)
    expect(report.endpoints.flatMap((each) => each.findings)).toContainEqual(
      expect.objectContaining({
        rule: 'not-json',
        where: '$',
        actual: 'text before the JSON: Warning : Undefined array key [3]',
      }),
    )
  })

  test('can be a missing header, which is stored as a finding at each endpoint', async () => {
    const withoutCors = header('access-control-allow-origin', null)
    started.host.plant((response, request, handle) =>
      request.method === 'GET' ? withoutCors(response, request, handle) : undefined,
    )
    const report = await started.run()
    expect(printTerminal(report).match(/^BEHAVIOUR/gm)).toHaveLength(1)
    expect(report.endpoints.filter((each) => each.findings.length === 1).length).toBeGreaterThan(9)
  })
})

test('an endpoint that responds on the second attempt has no finding', async () => {
  let requested = 0
  started.host.plant(at('banners.list', (...call) => (requested++ === 0 ? hangUp(...call) : undefined)))
  const report = await started.run({ only: ['config', 'banners'] })
  expect(report.summary.exitCode).toBe(0)
  // The read, its second attempt, and the probe that compares the order.
  expect(requested).toBe(3)
})

test('missing responses from a host that goes down are not findings', async () => {
  started.host.plant((...call) => (started.host.requests.length > 2 ? hangUp(...call) : undefined))
  const report = await started.run()
  expect(findingsOf(report)).toEqual([])
  expect(report.summary.exitCode).toBe(4)
})
