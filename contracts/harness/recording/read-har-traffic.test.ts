import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { toPrintableJson } from '../../src/command-line/printable.ts'
import { UserError } from '../../src/command-line/user-error.ts'
import { parseContracts } from '../../src/define-contracts.ts'
import {
  encodeContent,
  entryOf,
  type Given,
  HEADERS,
  ROWS,
  read,
  resultOf,
  validateHarFile,
} from '../../test/har-files.ts'
import { nonEmpty } from '../../test/non-empty.ts'
import type { HarOptions } from '../validate-har.ts'

const JSON_TEXT = JSON.stringify(ROWS)
const OTHER = { origin: 'https://other.test' }

/** Returns a body as recording tools store it, encoded as the header says. */
const compressed = (encoding: string, bytes: Buffer): Given => ({
  headers: { ...HEADERS, 'Content-Encoding': encoding },
  content: encodeContent(bytes),
})

test.each<[title: string, given: Given]>([
  ['text', {}],
  ['base64', { content: encodeContent(Buffer.from(JSON_TEXT)) }],
  ['text after a decoded encoding', { headers: { ...HEADERS, 'content-encoding': 'gzip' } }],
  ['base64 after a decoded encoding', compressed('br', Buffer.from(JSON_TEXT))],
  ['gzip', compressed('gzip', gzipSync(JSON_TEXT))],
  ['gzip without a header', { content: encodeContent(gzipSync(JSON_TEXT)) }],
  ['br', compressed(' BR', brotliCompressSync(JSON_TEXT))],
  ['zstd', compressed('zstd', zstdCompressSync(JSON_TEXT))],
  ['deflate with a header of zlib', compressed('deflate', deflateSync(JSON_TEXT))],
  ['raw deflate', compressed('deflate', deflateRawSync(JSON_TEXT))],
  ['deflate without a header', { content: encodeContent(deflateSync(JSON_TEXT)) }],
  ['raw deflate without a header', { content: encodeContent(deflateRawSync(JSON_TEXT)) }],
  [
    'capital letters in its encoding',
    { content: encodeContent(Buffer.from(JSON_TEXT), { encoding: ' BASE64' }) },
  ],
  [
    'deflate in capital letters',
    {
      ...compressed('Deflate', deflateSync(JSON_TEXT)),
      content: encodeContent(deflateSync(JSON_TEXT), { encoding: 'Base64' }),
    },
  ],
  ['a size of other units', { content: { size: JSON_TEXT.length + 9 } }],
  ['a method in lower case', { method: 'get' }],
  [
    'CORS for the sender',
    { sent: { headers: OTHER }, headers: { ...HEADERS, 'Access-Control-Allow-Origin': OTHER.origin } },
  ],
  ['no headers', { headers: {} }],
  ['a known size', { content: { size: JSON_TEXT.length } }],
])('reads a response with %s', async (_, given) => {
  expect(await resultOf(given)).toMatchObject({ findings: [], verified: ['rows.newest'] })
  const drifted = await resultOf({ ...given, status: 201 })
  expect(drifted.findings).toEqual(['rows.newest $status: 201'])
})

test.each<[title: string, given: Given]>([
  ['a missing body', { content: { text: undefined } }],
  ['a truncated body', { content: { text: '[{"i', size: 20 } }],
  ['a body in an unknown encoding', compressed('lzma', Buffer.from([0x28, 0xb5, 0x2f, 0xfd]))],
])('%s is a gap in the recording', async (_, given) => {
  const { findings, rows, summary } = await resultOf(given)
  expect(findings).toEqual([])
  expect(rows.find(({ name }) => name === 'rows.newest')?.reason).toBe('the body was not recorded')
  expect(summary).toMatchObject({
    exitCode: 5,
    verified: 0,
    outcome: 'nothing was verified; 1 body was not recorded',
  })
  expect((await resultOf({ ...given, headers: { 'content-type': 'text/plain' } })).findings).toContain(
    'rows.newest $headers.content-type: text/plain',
  )
})

test('a body that is not JSON is complete if it has the recorded size', async () => {
  const text = '<p>Sorry</p>'
  const findingsFor = async (size: number) => (await resultOf({ content: { text, size } })).findings
  expect(await findingsFor(text.length)).toEqual(['rows.newest $: an HTML page'])
  expect(await findingsFor(text.length + 1)).toEqual([])
})

const NO_CONTENT = [{ status: 0 }, { status: 304 }, { status: 429 }]
const ELSEWHERE = ['https://a.test/x', 'https://b.test/v3/more', 'https://c.test', 'https://d.test'].map(
  (url) => ({ url }),
)

test.each<[message: string, given: Given[], options?: Partial<HarOptions>]>([
  ['The recording contains no request. Open the network panel before the page loads, and export', []],
  [
    'The recording has 3 requests to the API, but no response with content: they were aborted, cached (304) or limited (429). Record again with an empty cache.',
    NO_CONTENT,
  ],
  [
    'No recorded request is to the API, whose paths begin with /v2/. There are requests to https://a.test and https://b.test. Record pages that use the API.',
    ELSEWHERE.slice(0, 2),
  ],
  [
    'There are requests to https://a.test, https://b.test, https://c.test and 1 other host. Record',
    ELSEWHERE,
  ],
  [
    'No recorded response is from https://x.test. Those of the API are from https://api.test, so use --target https://api.test.',
    [{}],
    { target: 'https://x.test' },
  ],
])('explains that nothing can be validated: %s', async (message, given, options) => {
  const run = validateHarFile(given.map(entryOf), options)
  await expect(run).rejects.toThrow(UserError)
  await expect(run).rejects.toThrow(message)
})

test('ignores responses that are not the host’s, and other hosts', async () => {
  const other = { url: 'https://other.test/v2/more', body: [] }
  const report = await validateHarFile([other, { url: 'no url' }, {}, {}].map((each) => entryOf(each)))
  expect(report).toMatchObject({
    target: 'https://api.test',
    summary: { verified: 1, requests: 0, recorded: 2 },
  })
  expect(await validateHarFile([entryOf(other), entryOf()], { target: 'https://other.test' })).toMatchObject({
    target: 'https://other.test',
  })
})

test('counts the incomplete entries of the host', async () => {
  const skipped: number[] = []
  const odd = [{ ...entryOf(), response: undefined }, { request: { url: 'https://api.test/v2/more' } }]
  const foreign = { request: { url: 'https://other.test/v2/more' } }
  await validateHarFile([entryOf(), ...odd, foreign, null], {
    onUnreadable: (entries) => skipped.push(entries),
  })
  expect(skipped).toEqual([2])
})

test('the report contains no credentials and no text that a user may have typed', async () => {
  const sent = {
    headers: { Authorization: 'Bearer token-in-header', cookie: 'session=cookie-secret-value' },
    body: { email: 'ada@mail.test', pass: 'the-password', first_name: 'Amina-Nakato', otp: '471123' },
  }
  const secrets = [
    'token-in-header',
    'cookie-secret-value',
    'ada@mail.test',
    'the-password',
    'Amina-Nakato',
    '471123',
  ]
  const echo = secrets.join(' ')
  const wrong = { body: [{ id: echo, name: 'a', [echo]: 1, phone: '+256772' }], sent }
  const login = { url: '/v2/login', method: 'POST', sent, body: { [secrets[0] ?? '']: '+256772' } }
  const report = await validateHarFile([
    entryOf(login),
    entryOf(wrong),
    entryOf({ ...wrong, url: '/v2/more?name=harrypotter&limit=10&token=query-secret' }),
  ])
  const text = toPrintableJson(report)
  expect(report.summary.breaking).toBe(2)
  for (const each of nonEmpty([...secrets, 'harrypotter', 'query-secret', '772']))
    expect(text).not.toContain(each)
  expect(text).toContain('/v2/more?name=…&limit=10&token=***')
})

test('the report contains no credential of a path', async () => {
  const url = '/v2/sessions/rst-9f8e%207d6c'
  const text = toPrintableJson(await validateHarFile([entryOf({ url, body: { id: 'rst-9f8e 7d6c' } })]))
  expect(text).toContain('/v2/sessions/[secret]')
  expect(text).not.toContain('9f8e')
})

test.each<[what: string, postData: object]>([
  ['text', { text: 'email=ada%40mail.test&password=hunter2+form&first_name=Amina-Nakato' }],
  ['fields', { params: [{ name: 'password', value: 'hunter2 form' }] }],
])('the report contains no password of a form that is recorded as %s', async (_, postData) => {
  const text = '<b>Warning</b>: wrong password hunter2 form{"id":1}'
  const login = { url: '/v2/login', method: 'POST', sent: { postData }, content: { text } }
  const report = toPrintableJson(await validateHarFile([entryOf(login)]))
  expect(report).toContain('wrong password')
  expect(report).not.toContain('hunter2')
})

test('counts the bodies that were not recorded', async () => {
  const { summary, rows } = await resultOf(
    {},
    { content: { text: undefined } },
    { content: { text: '[{', size: 9 } },
  )
  expect(summary).toMatchObject({
    exitCode: 0,
    outcome: 'the contract is kept at 1 endpoint; 2 bodies were not recorded',
  })
  expect(rows.find(({ name }) => name === 'rows.newest')?.notes.join()).toContain('the body was not recorded')
})

test('prints the recorded request, without its secrets and its body', async () => {
  const headers = {
    authorization: 'Bearer a.b.c.d.e',
    accept: 'application/vnd.a+json',
    'x-api-key': 'k',
    cookie: 'a=b',
    'user-agent': 'x',
    ':path': '/',
  }
  const given = {
    url: '/v2/login',
    method: 'POST',
    status: 418,
    sent: { headers, body: { email: 'ada@mail.test' } },
  }
  const report = await validateHarFile([entryOf(given), entryOf({ status: 418 })])
  const curls = report.endpoints.flatMap(({ findings }) => findings.map(({ curl }) => curl))
  expect(curls).toEqual([
    `curl -sS -i -H 'origin: https://shop.test' 'https://api.test/v2/rows/newest'`,
    `curl -sS -i -X POST -H 'origin: https://shop.test' -H 'authorization: Bearer '"$PROVIDER_TOKEN" -H 'accept: application/vnd.a+json' -H 'x-api-key: ***' -H 'cookie: ***' -d '…' 'https://api.test/v2/login'`,
  ])
})

const withLogin = parseContracts({
  endpoints: {
    auth: {
      login: {
        method: 'POST',
        path: '/login',
        responses: { 200: z.object({ data: z.object({ jwt: z.string() }) }) },
      },
    },
    tags: { list: { ...read, path: '/tags', responses: { 200: z.object({ tag: z.enum(['new']) }) } } },
  },
  cases: { auth: { login: [{ title: 'logs in', status: 200 }] } },
  login: { endpoint: 'auth.login', tokenField: 'data.jwt' },
})
const tags = (body: object, url = '/tags') => entryOf({ url, body, headers: {} })

test('hides the token of a recorded log-in', async () => {
  const body = { data: { jwt: 'opaque-token' } }
  const login = entryOf({ url: '/login', method: 'POST', body, headers: {} })
  const report = await validateHarFile([login, tags({ tag: 'opaque-token' })], { contracts: withLogin })
  expect(report.summary.behaviour).toBe(1)
  expect(JSON.stringify(report)).not.toContain('opaque-token')
})

test('reads responses of a host with a folder', async () => {
  const entries = [tags({ tag: 'new' }, '/v1/tags'), tags({ tag: 'new' }, '/v2/tags')]
  const options = { contracts: withLogin, target: 'https://api.test/v1' }
  expect((await validateHarFile(entries, options)).summary).toMatchObject({ exitCode: 0, recorded: 1 })
})
