import { expect, test } from 'vitest'
import { providerContracts } from '../../cases/provider.ts'
import type { OutgoingRequest } from './outgoing-request.ts'
import { createSession, type SessionOptions } from './session.ts'

type Sent = { url: string; method: string; headers: Headers; at: number }

/** Opens a session with a host that sends the given responses one after the other. */
function sessionWith(
  responses: readonly (Response | Error)[],
  { token = 'T', ...options }: Partial<SessionOptions> & { token?: string } = {},
) {
  const sent: Sent[] = []
  const fetch = async (url: unknown, { method = 'GET', headers }: RequestInit = {}) => {
    sent.push({ url: String(url), method, headers: new Headers(headers), at: performance.now() })
    const response = responses[Math.min(sent.length, responses.length) - 1] ?? Response.json([])
    if (response instanceof Error) throw response
    return response.clone()
  }
  const host = {
    origin: 'https://api.example',
    isEmulator: false,
    fetch: fetch as typeof globalThis.fetch,
    credentials: { token },
  }
  const limits = { write: false, spacing: 0, timeout: 1000, maxWaitMs: 90_000 }
  const session = createSession({ contracts: providerContracts, access: host, ...limits, ...options })
  const read = (more: Partial<OutgoingRequest> = {}) =>
    session.send({ name: 'banners.list', method: 'GET', path: '/api/v1/banners', ...more })
  return { session, sent, read }
}
const response = (status: number, headers: Record<string, string> = {}) =>
  new Response('[]', { status, headers })
const login = { name: 'auth.login', method: 'POST', path: '/api/v1/auth/login', body: {} }
const closed = Object.assign(new TypeError('fetch failed'), { code: 'ECONNRESET' })

test('sends the token only in cases of the customer, and an invalid token in cases that require one', async () => {
  const { read, sent, session } = sessionWith([])
  for (const as of ['anonymous', 'customer', 'invalid-token'] as const) await read({ as })
  session.useToken('U')
  await read({ as: 'customer' })
  expect(sent.map(({ headers }) => headers.get('authorization'))).toEqual([
    null,
    'Bearer T',
    'Bearer not.a.token',
    'Bearer U',
  ])
  expect(sent[0]?.headers.get('origin')).toBe(providerContracts.pageOrigin)
  expect(sent[0]?.headers.get('accept')).toBe('application/json')
  await read({ isJson: false })
  expect(sent.at(-1)?.headers.get('accept')).toBe('image/*')
})

test('refuses requests that are not permitted, and preflights with a token or body', async () => {
  const { read, sent } = sessionWith([])
  await expect(read({ method: 'POST' })).rejects.toThrow('POST banners.list is not permitted')
  for (const more of [{ body: {} }, { as: 'customer' as const }])
    await expect(read({ method: 'OPTIONS', ...more })).rejects.toThrow('must not have a body or a token')
  expect(sent).toEqual([])
})

test.each<[location: string, followed: string | null]>([
  ['https://api.example/api/v1/banners/', 'https://api.example/api/v1/banners/?a=1'],
  ['/api/v1/banners/?b=2', 'https://api.example/api/v1/banners/?a=1'],
  ['/api/v1/banners?a=1', null],
  ['/api/v1/other/', null],
  ['https://other.example/api/v1/banners/', null],
  ['http://api.example/api/v1/banners/', null],
  ['http://', null],
  ['', null],
])('follows a redirect only if it adds or removes a trailing slash: %j', async (location, followed) => {
  const { read, sent } = sessionWith([response(301, { location }), response(200)])
  const reply = await read({ path: '/api/v1/banners?a=1' })
  expect(sent.slice(1).map(({ url }) => url)).toEqual(followed === null ? [] : [followed])
  expect(reply).toMatchObject({ status: followed === null ? 301 : 200 })
})

test('repeats a read once after a closed connection, and no write', async () => {
  const { read, sent } = sessionWith([closed, response(200)])
  expect(await read()).toMatchObject({ status: 200 })
  expect(sent).toHaveLength(2)
  const writes = sessionWith([closed, response(200)])
  expect(await writes.session.send(login)).toMatchObject({ kind: 'failed', cause: 'closed' })
  expect(writes.sent).toHaveLength(1)
})

test('repeats the read of an image once after a connection that ends during the body', async () => {
  const cutShort = () =>
    new Response(new ReadableStream({ pull: (controller) => controller.error(closed) }), { status: 200 })
  const { read, sent } = sessionWith([cutShort(), response(200)])
  expect(await read({ isJson: false })).toMatchObject({ status: 200, flaw: null })
  expect(sent).toHaveLength(2)
  // A read of JSON with a finding is repeated later.
  const json = sessionWith([cutShort(), response(200)])
  expect(await json.read()).toMatchObject({ flaw: { kind: 'cut-short' } })
})

test('sends at most three requests to a host that does not respond, unless it responded before', async () => {
  const silent = sessionWith([closed])
  for (let requests = 0; requests < 4; requests++) await silent.read()
  expect(silent.sent).toHaveLength(3)
  expect(await silent.read()).toMatchObject({ reason: 'not sent: the host does not respond' })
  const down = sessionWith([response(200), closed])
  for (let requests = 0; requests < 5; requests++) await down.read()
  expect(down.session.requestCount()).toBe(9)
})

test('waits as long as Retry-After says and validates the next response, but repeats no log-in', async () => {
  const waits: number[] = []
  const wait = response(429, { 'retry-after': '1' })
  const { read, sent, session } = sessionWith([wait, response(200)], { onWait: (ms) => waits.push(ms) })
  expect(await read()).toMatchObject({ status: 200 })
  expect((sent[1]?.at ?? 0) - (sent[0]?.at ?? 0)).toBeGreaterThan(900)
  expect([waits, session.requestCount(), session.rateLimitedCount()]).toEqual([[1000], 2, 2])
  const rate = (seconds: number) => ({
    kind: 'failed',
    cause: 'rate',
    reason: `rate limit (429) that lasts longer than the run waits; Retry-After is ${seconds} s`,
  })
  const logins = sessionWith([response(429, { 'retry-after': '0' })])
  expect(await logins.session.send(login)).toMatchObject(rate(0))
  expect(logins.sent).toHaveLength(1)
  const impatient = sessionWith([response(429, { 'retry-after': '91' })])
  expect(await impatient.read()).toMatchObject(rate(91))
  const permanent = sessionWith([response(429, { 'retry-after': '0' })])
  expect(await permanent.read()).toMatchObject(rate(0))
  expect(permanent.sent).toHaveLength(3)
})

test('waits twice as long after each response with status 429 that has no Retry-After', async () => {
  const waits: number[] = []
  const { read, sent } = sessionWith([response(429)], { maxWaitMs: 2999, onWait: (ms) => waits.push(ms) })
  expect(await read()).toMatchObject({ kind: 'failed', cause: 'rate' })
  expect([waits, sent.length]).toEqual([[1000], 2])
})

test('waits between requests, and does not count preflights', async () => {
  const { read, sent, session } = sessionWith([], { spacing: 30 })
  for (const method of ['GET', 'OPTIONS', 'GET']) await read({ method })
  // Individual intervals vary, and timers may fire a millisecond early, so only the total is asserted.
  expect((sent[2]?.at ?? 0) - (sent[0]?.at ?? 0)).toBeGreaterThan(50)
  expect([session.requestCount(), session.rateLimitedCount()]).toEqual([3, 2])
})
