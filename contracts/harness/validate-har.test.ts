import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { contractsOf } from '../src/define-contracts.ts'
import { endpoint } from '../src/endpoint.ts'
import { printableJson } from '../src/printable.ts'
import { entity, holds } from '../src/relation.ts'
import { secret } from '../src/schema/privacy.ts'
import { from } from '../src/selection.ts'
import { UserError } from '../src/user-error.ts'
import { nonEmpty } from '../test/non-empty.ts'
import { Har } from './send/recording.ts'
import { type HarOptions, validateHar } from './validate-har.ts'

const Row = z.object({ id: z.int(), name: z.string() })
const Login = z.object({ email: z.string(), pass: secret(z.string()) })
const read = { method: 'GET', readOnly: 'a list' } as const
const contracts = {
  ...contractsOf({
    prefix: '/v2',
    origin: 'https://shop.test',
    endpoints: {
      rows: {
        details: { ...read, path: '/rows/{id}', responses: { 200: Row, 404: z.object({}) } },
        newest: { ...read, path: '/rows/newest', responses: { 200: z.array(Row) } },
      },
      more: { list: { ...read, path: '/more', responses: { 200: z.array(Row) } } },
      auth: { login: { method: 'POST', path: '/login', body: Login, responses: { 200: z.object({}) } } },
    },
  }),
  images: [
    {
      name: 'images.a',
      files: 'x',
      endpoint: endpoint({ method: 'GET', path: '/img/{file}', responses: {} }),
    },
  ],
}
const ROWS = [{ id: 1, name: 'a' }]
const HEADERS = { 'Content-Type': 'application/json', 'Access-Control-Allow-Origin': '*' }

type Given = {
  url?: string
  method?: string
  status?: number
  body?: unknown
  headers?: Record<string, string>
  content?: object
  sent?: { headers?: Record<string, string>; body?: object }
  at?: string
}
const named = (headers: Record<string, string>) =>
  Object.entries(headers).map(([name, value]) => ({ name, value }))

/** Returns an entry of a HAR file. By default, it is a valid response from `rows.newest`. */
function entryOf(given: Given = {}) {
  const {
    url = '/v2/rows/newest',
    method = 'GET',
    status = 200,
    body = ROWS,
    headers = HEADERS,
    sent = {},
  } = given
  return {
    startedDateTime: given.at ?? '2026-11-20T09:00:00.000Z',
    time: 40,
    request: {
      method,
      url: new URL(url, 'https://api.test').href,
      headers: named({ origin: 'https://shop.test', ...sent.headers }),
      postData: { text: JSON.stringify(sent.body) },
    },
    response: {
      status,
      headers: named(headers),
      content: { size: -1, text: JSON.stringify(body), ...given.content },
    },
  }
}
const validated = (entries: unknown[], options: Partial<HarOptions> = {}) =>
  validateHar([Har.parse({ log: { entries } })], { contracts, target: null, emulator: null, ...options })

/** Validates responses, and returns the findings and the endpoints that were verified. */
async function resultOf(...given: Given[]) {
  const report = await validated(given.map(entryOf))
  const rows = report?.endpoints ?? []
  return {
    findings: rows.flatMap(({ name, findings }) =>
      findings.map(({ where, actual }) => `${name} ${where}: ${actual}`),
    ),
    verified: rows.filter(({ status }) => status === 'pass').map(({ name }) => name),
    summary: report?.summary,
    rows,
  }
}

const encoded = (bytes: Buffer, more = {}) => ({
  text: bytes.toString('base64'),
  encoding: 'base64',
  ...more,
})
const JSON_TEXT = JSON.stringify(ROWS)
const OTHER = { origin: 'https://other.test' }

/** A body as recording tools store it, encoded as the header says. */
const compressed = (encoding: string, bytes: Buffer): Given => ({
  headers: { ...HEADERS, 'Content-Encoding': encoding },
  content: encoded(bytes),
})

test.each<[title: string, given: Given]>([
  ['text', {}],
  ['base64', { content: encoded(Buffer.from(JSON_TEXT)) }],
  ['text after a decoded encoding', { headers: { ...HEADERS, 'content-encoding': 'gzip' } }],
  ['base64 after a decoded encoding', compressed('br', Buffer.from(JSON_TEXT))],
  ['gzip', compressed('gzip', gzipSync(JSON_TEXT))],
  ['gzip without a header', { content: encoded(gzipSync(JSON_TEXT)) }],
  ['br', compressed(' BR', brotliCompressSync(JSON_TEXT))],
  ['deflate with a header of zlib', compressed('deflate', deflateSync(JSON_TEXT))],
  ['raw deflate', compressed('deflate', deflateRawSync(JSON_TEXT))],
  ['deflate without a header', { content: encoded(deflateSync(JSON_TEXT)) }],
  ['raw deflate without a header', { content: encoded(deflateRawSync(JSON_TEXT)) }],
  ['capital letters in its encoding', { content: encoded(Buffer.from(JSON_TEXT), { encoding: ' BASE64' }) }],
  [
    'deflate in capital letters',
    {
      ...compressed('Deflate', deflateSync(JSON_TEXT)),
      content: encoded(deflateSync(JSON_TEXT), { encoding: 'Base64' }),
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
  const run = validated(given.map(entryOf), options)
  await expect(run).rejects.toThrow(UserError)
  await expect(run).rejects.toThrow(message)
})

test('ignores responses that are not the host’s, and other hosts', async () => {
  const other = { url: 'https://other.test/v2/more', body: [] }
  const report = await validated([other, { url: 'no url' }, {}, {}].map((each) => entryOf(each)))
  expect(report).toMatchObject({
    target: 'https://api.test',
    summary: { verified: 1, requests: 0, recorded: 2 },
  })
  expect(await validated([entryOf(other), entryOf()], { target: 'https://other.test' })).toMatchObject({
    target: 'https://other.test',
  })
})

test('counts the incomplete entries of the host', async () => {
  const skipped: number[] = []
  const odd = [{ ...entryOf(), response: undefined }, { request: { url: 'https://api.test/v2/more' } }]
  const foreign = { request: { url: 'https://other.test/v2/more' } }
  await validated([entryOf(), ...odd, foreign, null], { onSkipped: (entries) => skipped.push(entries) })
  expect(skipped).toEqual([2])
})

test('finds drift, with the number of responses, and any declared status as expected', async () => {
  const wrong = { body: [{ id: '1', name: 'a' }] }
  const details = { url: '/v2/rows/7', body: ROWS[0] }
  const { rows, summary, verified } = await resultOf({}, wrong, {}, details, {
    ...details,
    status: 404,
    body: {},
  })
  expect(rows.find(({ name }) => name === 'rows.newest')?.findings).toMatchObject([
    { where: '$[].id', responses: { with: 1, of: 3 }, verdict: 'cannot tell' },
  ])
  expect(verified).toEqual(['rows.details'])
  expect(summary?.exitCode).toBe(1)
  const teapot = await resultOf({ ...details, status: 418 })
  expect(teapot.rows[0]?.findings).toMatchObject([
    { where: '$status', expected: '200 or 404', actual: '418' },
  ])
  expect(teapot.rows[0]?.findings[0]).not.toHaveProperty('responses')
})

test('names its versions, and dates the evidence with the latest response', async () => {
  const report = await validated([entryOf()], { version: '1.2.3' })
  expect(report?.versions).toEqual({ tool: '1.2.3', contract: expect.stringMatching(/^[0-9a-f]{12}$/) })
  const { rows } = await resultOf({}, { at: '2026-11-22T09:00:00.000Z' }, { at: '2026-11-21T09:00:00.000Z' })
  expect(rows.find(({ name }) => name === 'rows.newest')?.evidence.text).toBe('recorded on 2026-11-22')
})

test('an outage is an error if an endpoint responds at another time', async () => {
  const down = { status: 503, headers: { 'retry-after': '120' } }
  const more = { url: '/v2/more' }
  const outage = await resultOf({}, down, { ...down, ...more })
  expect(outage).toMatchObject({ findings: [], summary: { exitCode: 4 } })
  expect(outage.summary?.outcome).toMatch(
    /\(the host was unavailable during the recording: 503; Retry-After is 120 s\); 1 were/,
  )
  expect((await resultOf({}, down, more)).findings).toEqual(['rows.newest $status: 503'])
  const everywhere = ['/v2/rows/7', '/v2/rows/newest', '/v2/more'].map((url) => ({ ...down, url }))
  expect((await resultOf(...everywhere)).summary).toMatchObject({
    exitCode: 4,
    outcome: 'the host is unavailable: all 3 responses are 503; Retry-After is 120 s',
  })
})

test('validates the images of the host', async () => {
  const image = (more: Given = {}) => ({
    url: '/img/a.webp',
    headers: { 'content-type': 'image/webp' },
    ...more,
  })
  const imageRow = async (...given: Given[]) =>
    (await resultOf({}, ...given)).rows.find(({ name }) => name === 'images.a')
  const bytes = encoded(Buffer.from([1]))
  const page = image({ content: { text: '<html>' } })
  expect(await imageRow()).toMatchObject({ status: 'skipped', reason: 'not in the recording' })
  const missing = image({ status: 404 })
  expect(await imageRow(missing)).toMatchObject({
    status: 'skipped',
    reason: 'the recording contains no image',
  })
  const valid = [image({ content: bytes }), image({ content: { text: '' } }), missing]
  expect(await imageRow(...valid)).toMatchObject({ status: 'pass', findings: [], requests: 3, ms: 120 })
  expect(await imageRow(image({ content: bytes }), page)).toMatchObject({
    findings: [{ actual: 'an HTML page' }],
  })
  expect(await imageRow({ ...page, url: 'https://other.test/img/a.webp' })).toMatchObject({
    status: 'skipped',
  })
  expect(await imageRow({ ...page, method: 'POST' })).toMatchObject({ status: 'skipped' })
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
  const report = await validated([
    ...[entryOf(login), entryOf(wrong)],
    entryOf({ ...wrong, url: '/v2/more?name=harrypotter&limit=10&token=query-secret' }),
  ])
  const text = printableJson(report)
  expect(report?.summary.breaking).toBe(2)
  for (const each of nonEmpty([...secrets, 'harrypotter', 'query-secret', '772']))
    expect(text).not.toContain(each)
  expect(text).toContain('/v2/more?name=…&limit=10&token=***')
})

test('requests the emulator only if there is a finding to compare', async () => {
  let started = 0
  const fetch = () => Promise.resolve(Response.json(ROWS, { headers: HEADERS }))
  const emulator = async () => {
    started++
    return { origin: 'http://e.test', fetch, credentials: null, isEmulator: true }
  }
  await validated([entryOf()], { emulator })
  expect(started).toBe(0)
  const report = await validated([entryOf({ body: [{ id: '1', name: 'a' }] })], { emulator })
  expect(report?.endpoints.flatMap(({ findings }) => findings)).toMatchObject([
    { verdict: 'provider drifted' },
  ])
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

const Me = z.object({ name: z.string() })
const accounts = {
  ...contractsOf({
    prefix: '/v2',
    endpoints: {
      me: {
        strict: { ...read, path: '/me', auth: 'bearer', responses: { 200: Me, 401: Me } },
        open: { ...read, path: '/open', auth: 'bearer', responses: { 200: Me } },
      },
    },
  }),
}
const TOKEN = { authorization: 'Bearer a.b.c.d.e' }
const BROWSER = {
  accept: 'text/html,application/xhtml+xml,*/*;q=0.8',
  'sec-fetch-mode': 'navigate',
  cookie: 'a=b',
}
const login = { status: 302, headers: { location: 'https://api.test/login' }, content: { text: '' } }

test.each<[what: string, found: string[], reason: string | undefined, given: Given]>([
  ['data with a token', [], undefined, { url: '/v2/me', sent: { headers: TOKEN }, body: { name: 'a' } }],
  ['data of an export without tokens', [], undefined, { url: '/v2/me', body: { name: 'a' } }],
  [
    'a refusal without a token',
    [],
    '401 without a token was verified',
    { url: '/v2/me', status: 401, body: { name: 'no' } },
  ],
  [
    'an undeclared refusal without a token',
    [],
    '403 to a request without a token',
    { url: '/v2/open', status: 403 },
  ],
  ['another refusal without a token', ['$status: 403'], undefined, { url: '/v2/me', status: 403 }],
  [
    'a redirect without a token',
    ['$redirect: 302 to https://api.test/login'],
    undefined,
    { url: '/v2/me', ...login },
  ],
  [
    'a redirect with a token',
    ['$redirect: 302 to https://api.test/login'],
    undefined,
    { url: '/v2/me', ...login, sent: { headers: TOKEN } },
  ],
  [
    'a redirect of a web page',
    [],
    '302 to a request for a web page',
    { url: '/v2/me', ...login, sent: { headers: BROWSER } },
  ],
  [
    'a web page',
    [],
    '200 to a request for a web page',
    { url: '/v2/me', content: { text: '<html>' }, sent: { headers: BROWSER } },
  ],
  [
    'a web page in response to data',
    ['$: an HTML page'],
    undefined,
    { url: '/v2/me', content: { text: '<html>' }, sent: { headers: TOKEN } },
  ],
])('judges %s as what was recorded', async (_, found, reason, given) => {
  const report = await validated([entryOf(given)], { contracts: accounts })
  const [row] = report?.endpoints.filter(({ requests }) => requests > 0) ?? []
  expect(row?.findings.map(({ where, actual }) => `${where}: ${actual}`)).toEqual(found)
  if (reason === undefined) expect(row?.reason).toBeUndefined()
  else expect(row?.reason).toContain(reason)
})

test('prints the recorded request, without its secrets and its body', async () => {
  const headers = {
    ...TOKEN,
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
  const report = await validated([entryOf(given), entryOf({ status: 418 })])
  const curls = report?.endpoints.flatMap(({ findings }) => findings.map(({ curl }) => curl))
  expect(curls).toEqual([
    `curl -sS -i -H 'origin: https://shop.test' 'https://api.test/v2/rows/newest'`,
    `curl -sS -i -X POST -H 'origin: https://shop.test' -H 'authorization: Bearer '"$PROVIDER_TOKEN" -H 'accept: application/vnd.a+json' -H 'x-api-key: ***' -H 'cookie: ***' -d '…' 'https://api.test/v2/login'`,
  ])
})

const Item = z.object({ id: z.int(), price: z.number() })
const list = endpoint({ ...read, path: '/items', responses: { 200: z.array(Item) } })
const details = endpoint({ ...read, path: '/items/{id}', responses: { 200: Item } })
const shop = {
  ...contractsOf({ prefix: '/v2', endpoints: { items: { list, details } } }),
  bounds: { numbers: { price: [0, 1000] as const }, pastTimes: [] },
}
const item = entity<z.infer<typeof Item>>('an item is the same everywhere', 'id', ['price'])
const requested = holds(
  'details belong to the requested id',
  from(details, '$'),
  ['id'],
  'the requested id',
  ({ id }, { params }) => String(id) === params?.id,
)

const priced = async (...given: [url: string, id: number, price: number, at?: string][]) => {
  const entries = given.map(([path, id, price, at = '09:00:00']) => {
    const body = { id, price }
    return entryOf({
      url: `/v2${path}`,
      body: path === '/items' ? [body] : body,
      at: `2026-11-20T${at}.000Z`,
    })
  })
  const relations = [item.in(from(list, '$[]')), item.in(from(details, '$')), requested]
  const report = await validated(entries, { contracts: { ...shop, relations } })
  return report?.endpoints.flatMap(({ name, findings }) =>
    findings.map(({ rule, where }) => `${name} ${rule} ${where}`),
  )
}

test('checks bounds and relations, with the latest responses', async () => {
  expect(await priced(['/items', 1, 10], ['/items/1', 1, 10])).toEqual([])
  expect(await priced(['/items', 1, 10], ['/items/1', 1, 12])).toEqual(['items.details relation $.price'])
  expect(await priced(['/items', 1, 10], ['/items/2', 1, 10])).toEqual(['items.details relation $.id'])
  expect(await priced(['/items', 1, -1])).toEqual(['items.list bounds $[].price'])
  // The price was changed while the traffic was recorded.
  const changed = [
    ['/items/1', 1, 12, '09:00:01'],
    ['/items', 1, 12, '09:00:02'],
    ['/items', 1, 10, '09:00:00'],
  ] as const
  expect(await priced(...changed.map((each) => [...each] as [string, number, number, string]))).toEqual([])
})
