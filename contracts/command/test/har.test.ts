import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { providerContracts } from '../../cases/provider.ts'
import { printHtml } from '../../harness/report/print-html.ts'
import { printJunit } from '../../harness/report/print-junit.ts'
import { printMarkdown } from '../../harness/report/print-markdown.ts'
import { printTerminal } from '../../harness/report/print-terminal.ts'
import { Har } from '../../harness/send/recording.ts'
import { validateHar } from '../../harness/validate-har.ts'
import { printableJson } from '../../src/printable.ts'
import { nonEmpty } from '../../test/non-empty.ts'
import { type EmbeddedEmulator, startEmbeddedEmulator } from '../emulator.ts'
import { type Call, recordingOf, type Tool } from './recordings.ts'
import { runMain } from './run-main.ts'

const TOOLS: readonly Tool[] = ['chromium', 'firefox', 'playwright']
const LATEST = '/api/v1/products/latest?limit=10&offset=1'
let emulator: EmbeddedEmulator
let session: Call[]
let folder: string

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'har-'))
  emulator = await startEmbeddedEmulator()
  const { email, password } = emulator.side.credentials ?? {}
  const bearer = { authorization: `Bearer ${emulator.token()}`, cookie: 'session=cookie-secret-value' }
  session = [
    { path: '/api/v1/config' },
    { path: '/api/v1/banners' },
    { path: LATEST },
    { path: '/api/v1/products/search?name=harrypotter&limit=10&offset=1' },
    { path: '/api/v1/products/details/999999999' },
    { method: 'OPTIONS', path: '/api/v1/customer/info' },
    { method: 'POST', path: '/api/v1/auth/login', body: { email_or_phone: email, password } },
    {
      method: 'POST',
      path: '/api/v1/auth/login',
      body: { email_or_phone: email, password: 'a-wrong-guess' },
    },
    { path: '/api/v1/customer/info', headers: bearer },
    { path: '/api/v1/customer/address/list', headers: bearer },
  ]
})
afterAll(async () => {
  await emulator.close()
  rmSync(folder, { recursive: true })
})

const validated = async (har: object, options: Partial<Parameters<typeof validateHar>[1]> = {}) => {
  const report = await validateHar([Har.parse(har)], {
    contracts: providerContracts,
    target: null,
    emulator: null,
    ...options,
  })
  if (!report) throw new Error('nothing was validated')
  return report
}
const recorded = (tool: Tool, change?: Parameters<typeof recordingOf>[3]) =>
  recordingOf(tool, emulator.fetch, session, change)
const pricesAsText = (path: string, text: string) =>
  path === LATEST ? text.replace(/"price":(\d+)/g, '"price":"$1"') : text

describe.each(TOOLS)('a recording by %s', (tool) => {
  test('has no findings for a host that satisfies its contract, and ignores other hosts', async () => {
    const report = await validated(await recorded(tool))
    expect(report.endpoints.flatMap((each) => each.findings)).toEqual([])
    expect(report).toMatchObject({
      target: 'https://api.kitabo.example',
      summary: { exitCode: 0, requests: 0 },
    })
    const verified = report.endpoints.filter((each) => each.status === 'pass').map((each) => each.name)
    expect(verified).toEqual(
      expect.arrayContaining([
        'config.get',
        'products.details',
        'customer.info',
        'auth.login',
        'addresses.list',
      ]),
    )
    expect(report.endpoints[0]?.evidence.text).toBe('recorded on 2026-11-20')
  })

  test('shows drift at the JSON path where it was planted', async () => {
    const report = await validated(await recorded(tool, pricesAsText))
    const found = report.endpoints.flatMap((each) =>
      each.findings.map((one) => [each.name, one.class, one.where]),
    )
    expect(found).toEqual([['products.latest', 'breaking', '$.products[].price']])
    expect(report.summary.exitCode).toBe(1)
  })

  test('exposes no secrets in any report format', async () => {
    const { email = '', password = '' } = emulator.side.credentials ?? {}
    const report = await validated(await recorded(tool, (_, text) => text.replaceAll('"id"', '"ID"')))
    expect(report.summary.breaking).toBeGreaterThan(3)
    const texts = [printTerminal, printHtml, printMarkdown, printJunit, printableJson].map((print) =>
      print(report as never),
    )
    const phone = '772'
    const secrets = [
      email,
      password,
      emulator.token(),
      'cookie-secret-value',
      'a-wrong-guess',
      'harrypotter',
      `+256${phone}`,
    ]
    for (const text of texts) for (const secret of nonEmpty(secrets)) expect(text).not.toContain(secret)
  })
})

describe('gaps in a recording are not drift:', () => {
  type Entry = { response: { status: number; content: Record<string, unknown>; headers: unknown[] } }
  const change = async (edit: (entry: Entry) => void) => {
    const har = (await recorded('chromium')) as { log: { entries: Entry[] } }
    for (const entry of har.log.entries.slice(1)) edit(entry)
    return validated(har)
  }
  const cases: [string, (entry: Entry) => void][] = [
    ['a missing body', ({ response }) => delete response.content.text],
    [
      'a truncated body',
      ({ response }) => (response.content.text = String(response.content.text).slice(0, 20)),
    ],
    ['a cached response', ({ response }) => Object.assign(response, { status: 304, content: { size: 0 } })],
    ['a response without headers', ({ response }) => (response.headers = [])],
    ...[
      ['gzip', gzipSync],
      ['br', brotliCompressSync],
      ['deflate', deflateRawSync],
      ['deflate', deflateSync],
      ['zstd', () => Buffer.from([0x28, 0xb5, 0x2f, 0xfd])],
    ].map(([encoding, encode]): [string, (entry: Entry) => void] => [
      `a body that is recorded as ${encoding}`,
      ({ response }) => {
        if (!String(response.content.mimeType).includes('json')) return
        response.headers.push({ name: 'Content-Encoding', value: encoding })
        const bytes = (encode as typeof gzipSync)(String(response.content.text))
        Object.assign(response.content, { encoding: 'base64', text: bytes.toString('base64') })
      },
    ]),
    ['an aborted request', ({ response }) => (response.status = 0)],
    ['a rate limit', ({ response }) => Object.assign(response, { status: 429 })],
  ]
  test.each(cases)('%s', async (_, edit) => {
    const har = (await recorded('chromium')) as { log: { entries: Entry[] } }
    for (const entry of har.log.entries.slice(2)) edit(entry)
    const report = await validated(har)
    expect(report.endpoints.flatMap((each) => each.findings)).toEqual([])
  })

  test('without bodies, nothing is verified', async () => {
    const report = await change(({ response }) => {
      delete response.content.text
    })
    expect(report.summary).toMatchObject({ exitCode: 5, verified: 0, pass: 0 })
    expect(report.endpoints.find((each) => each.name === 'banners.list')?.reason).toBe(
      'the body was not recorded',
    )
  })

  test('an undeclared status at one endpoint is drift', async () => {
    const har = (await recorded('chromium')) as { log: { entries: Entry[] } }
    for (const { response, request } of har.log.entries as (Entry & { request: { url: string } })[])
      if (request.url.endsWith('/banners')) response.status = 502
    const banners = (await validated(har)).endpoints.find((each) => each.name === 'banners.list')
    expect(banners?.findings).toMatchObject([{ where: '$status', expected: '200', actual: '502' }])
  })

  test('an outage of the whole recording has exit code 4 and no findings', async () => {
    const report = await change(({ response }) => {
      response.status = 503
      response.headers.push({ name: 'Retry-After', value: '120' })
    })
    expect(report).toMatchObject({ host: 'unavailable', summary: { exitCode: 4 } })
    expect(report.summary.outcome).toBe(
      'the host is unavailable: all 5 responses are 503; Retry-After is 120 s',
    )
  })

  test('an outage that begins during the recording names the validated endpoints', async () => {
    const har = (await recordingOf('chromium', emulator.fetch, [...session, ...session])) as {
      log: { entries: Entry[] }
    }
    for (const { response } of har.log.entries.slice(session.length)) response.status = 502
    const report = await validated(har)
    expect(report.endpoints.flatMap((each) => each.findings)).toEqual([])
    expect(report.summary.exitCode).toBe(4)
    expect(report.summary.outcome).toMatch(/\(the host was unavailable during the recording: 502\); \d+ were/)
  })
})

test('shows the number of recorded responses with a finding', async () => {
  const twice = [{ path: '/api/v1/banners' }, { path: '/api/v1/banners' }, { path: '/api/v1/banners' }]
  let requested = 0
  const har = await recordingOf('firefox', emulator.fetch, twice, (_, text) =>
    requested++ === 1 ? text.replaceAll('"title":"', '"title_":"') : text,
  )
  const report = await validated(har)
  expect(report.endpoints[0]?.findings[0]).toMatchObject({ responses: { with: 1, of: 3 } })
})

test('reads methods in lower case, and bodies in raw deflate', async () => {
  const har = (await recorded('chromium', pricesAsText)) as {
    log: {
      entries: {
        request: { method: string }
        response: { content: Record<string, unknown>; headers: unknown[] }
      }[]
    }
  }
  for (const { request, response } of har.log.entries.slice(1)) {
    request.method = request.method.toLowerCase()
    if (!String(response.content.mimeType).includes('json')) continue
    response.headers.push({ name: 'Content-Encoding', value: 'deflate' })
    const text = deflateRawSync(String(response.content.text)).toString('base64')
    Object.assign(response.content, { encoding: 'base64', text })
  }
  const report = await validated(har)
  expect(report.endpoints.flatMap(({ findings }) => findings.map(({ where }) => where))).toContain(
    '$.products[].price',
  )
})

test('compares with the emulator to determine the verdict', async () => {
  const report = await validated(await recorded('chromium', pricesAsText), {
    emulator: () => Promise.resolve(emulator.side),
  })
  const latest = report.endpoints.find((each) => each.name === 'products.latest')
  expect(latest?.findings[0]?.verdict).toBe('provider drifted')
})

describe('contract har', () => {
  const run = (...args: string[]) => runMain(['har', ...args])
  const file = (name: string, content: string | Buffer) => {
    writeFileSync(join(folder, name), content)
    return join(folder, name)
  }

  test('validates several files together and writes a report', async () => {
    const one = file('one.har', JSON.stringify(await recorded('firefox')))
    const two = file('two.har', JSON.stringify(await recorded('playwright', pricesAsText)))
    const report = join(folder, 'report.json')
    const { code, out } = await run(one, two, '--emulator', 'none', '--report', report)
    expect(code).toBe(1)
    expect(out).toContain('in 1 of 2 responses')
    expect(JSON.parse(readFileSync(report, 'utf8'))).toMatchObject({ target: 'https://api.kitabo.example' })
  })

  test('skips and counts incomplete entries of the host, and reads a file with a byte order mark', async () => {
    const har = (await recorded('chromium')) as { log: { entries: Record<string, unknown>[] } }
    const [foreign, first, second, third] = har.log.entries
    Object.assign(foreign ?? {}, { response: undefined })
    const odd = [
      { ...first, response: undefined },
      { ...second, response: { ...(second?.response as object), status: null } },
      { ...third, response: { ...(third?.response as object), status: '200' } },
      null,
    ]
    Object.assign(first ?? {}, { startedDateTime: undefined })
    const content = JSON.stringify({ log: { entries: [...har.log.entries, ...odd] } })
    const { code, out } = await run(file('odd.har', `\ufeff${content}`), '--emulator', 'none')
    expect(code).toBe(0)
    expect(out).toMatch(/^3 incomplete entries skipped$/m)
  })

  test('explains an invalid file in one sentence', async () => {
    const none = JSON.stringify({ log: { entries: [] } })
    const wrong: [string, RegExp][] = [
      [file('cut.har', '{"log":{"entries":[{"startedDa'), /cut\.har is not a HAR\.$/],
      [file('other.har', '{"log":{}}'), /other\.har is not a HAR at log\.entries: /],
      [file('empty.har', none), /empty\.har: no recorded response is from the API\.$/],
      [file('utf16.har', Buffer.from('\ufeff{}', 'utf16le')), /utf16\.har is UTF-16; save it as UTF-8\.$/],
      [join(folder, 'missing.har'), /missing\.har cannot be read \(ENOENT\)\.$/],
    ]
    for (const [path, sentence] of wrong) {
      const { code, out } = await run(path)
      expect(code).toBe(2)
      expect(out.trim()).toMatch(sentence)
      expect(out.trim().split('\n')).toHaveLength(1)
    }
    expect((await run()).out).toContain("Missing required argument 'file.har'")
  })
})
