import supertest from 'supertest'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { app, useSharedApp } from '../../../test/current-app.ts'
import { PAYMENT_REQUEST as payment } from '../../../test/payment-client.ts'
import { rawRequest } from '../../../test/raw-request.ts'
import { createTestApp, type TestApp } from '../../../test/test-app.ts'

const TOKEN = 'sesame'
/** An emulator that others can reach, so the control API requires its token. */
useSharedApp({
  port: 0,
  allowHosts: ['shop.example'],
  allowOrigins: ['https://partner.example'],
  token: TOKEN,
})
/** An emulator that is reachable only from this machine. */
let open: TestApp
beforeAll(async () => {
  await app.client()('POST /auth/forgot-password', { body: { email_or_phone: 'demo@kitabo.example' } })
  open = await createTestApp({ port: 0 })
})
afterAll(() => open.close())

const FOREIGN_PAGE = { Origin: 'https://evil.example', 'Sec-Fetch-Site': 'cross-site' }
const raw = (line: string, headers = 'Host: localhost\r\n') =>
  rawRequest(Number(new URL(app.origin).port), `${line} HTTP/1.1\r\nConnection: close\r\n${headers}\r\n`)
const get = (target: string, token = '') => raw(`GET ${target}`, `Host: localhost\r\n${token}`)

/** Valid and invalid spellings of the outbox's URL. Without the token, none of them may return its content. */
const OUTBOX_URLS = [
  '/__emulator/outbox',
  '/__emulator/outbox/',
  '/__emulator/outbox?/__emulator/health',
  '/__emulator/outbox#/health',
  '/%5f%5F_emulator/outbox',
  '/__emulator/outbo%78?%5F',
  '/%5F%5F%65%6D%75%6C%61%74%6F%72/%6F%75%74%62%6F%78',
  '/%255F_emulator/outbox',
  '/__emulator/outbox%20',
  '/__emulator/outbox%00',
  '/__emulator/outbox;/health',
  '/__emulator%2Foutbox',
  '/__emulator%5Coutbox',
  '/__emulator\\outbox',
  '/__emulator//outbox',
  '//__emulator/outbox',
  '/./__emulator/outbox',
  '/x/../__emulator/outbox',
  '/__emulator/checkout/../outbox',
  '/__emulator/health/%2e%2e/outbox',
  '/__emulator/health%2f..%2foutbox',
  '/__EMULATOR/outbox',
  '/__emulator/OUTBOX',
  '/__emulator/outbox%',
  '/__emulator/outbox%zz',
  '/api/v1/../../__emulator/outbox',
  'http://localhost/__emulator/outbox?/__emulator/health',
  'HTTP://LOCALHOST/__emulator/outbox',
  'http://localhost:80/%5F_emulator/outbox',
  'http://user@localhost/__emulator/outbox',
  'https://evil.example/__emulator/outbox',
]

describe('the token', () => {
  test('is required for every spelling of a path of the control API', async () => {
    for (const target of OUTBOX_URLS) {
      const { status, body } = await get(target)
      expect([400, 401, 403, 404], target).toContain(status)
      expect(body, target).not.toContain('Your code is')
    }
    for (const target of ['/__emulator/outbox', '/%5F_emulator/outbox', 'http://localhost/__emulator/outbox'])
      expect((await get(target, `Authorization: Bearer ${TOKEN}\r\n`)).body).toContain('Your code is')
  })

  test('is required below /__emulator for unknown paths and for every method', async () => {
    for (const path of ['/__emulator/nothing', '/__emulator/worlds/x', '/__emulator/outbox/1']) {
      const { status, body } = await get(path)
      expect(status).toBe(401)
      expect(body).toContain('requires its token')
    }
    for (const method of ['HEAD', 'PUT', 'PATCH', 'OPTIONS', 'DELETE', 'TRACE'])
      expect([401, 404]).toContain((await raw(`${method} /__emulator/outbox`)).status)
    // DELETE removed no message.
    expect((await app.control('GET /outbox')).messages).toHaveLength(1)
  })

  test("is not required for the paths that shoppers' browsers use", async () => {
    for (const path of [
      '/__emulator',
      '/__emulator/',
      '/__emulator/health',
      '/__emulator/checkout',
      '/v3.js',
      '/__emulator/checkout/order-1',
      '/__emulator/checkout.js',
      '/__emulator/payments/scripts',
      '/__emulator/chat/kitabo/shop',
      '/__emulator/maps/tiles/1/0/0.svg',
      '/__emulator/maps/places?q=ntinda',
    ])
      expect((await get(path)).status, path).toBe(200)
  })

  test('is random for an embedded emulator that others can reach, and its own clients send it', async () => {
    const tunnelled = await createTestApp({ port: 0, allowHosts: ['tunnel.example'] })
    const outbox = () => supertest(tunnelled.origin).get('/__emulator/outbox').set('Host', 'tunnel.example')
    expect((await outbox()).body).toEqual({ message: expect.stringContaining('requires its token') })
    expect((await outbox().set('Authorization', `Bearer ${tunnelled.token}`)).body).toEqual({ messages: [] })
    expect((await tunnelled.control('GET /clock')).now).toBe('2026-11-20T09:00:00.000Z')
    expect((await tunnelled.inWorld('mine').control('GET /clock')).now).toBe('2026-11-20T09:00:00.000Z')
    await tunnelled.close()
  })
})

describe('the Host header', () => {
  const withHost = (host: string) => raw('GET /api/v1/products/latest?limit=9', `Host: ${host}\r\n`)

  test('is refused with a short response if it is malformed, unknown or repeated', async () => {
    const malformed = [
      '$`',
      "$'$'",
      '$&',
      'localhost/x',
      'a@localhost',
      'localhost:port',
      'local host',
      '"x"',
      '',
    ]
    const repeated = ['localhost\r\nhOST: localhost', 'localhost\r\nhOST: rebound.example']
    for (const host of [...malformed, ...repeated]) {
      const { status, body } = await withHost(host)
      expect([status, body.length < 300], host).toEqual([400, true])
    }
    expect((await withHost(repeated[0] ?? '')).body).toContain('must have exactly one Host header.')
    const foreign = await withHost('rebound.example')
    expect(foreign.status).toBe(403)
    expect(foreign.body).toContain('start it with --allow-host rebound.example.')
  })

  test('is accepted if it names this machine or an allowed host, and is used in URLs', async () => {
    for (const host of ['localhost', 'LOCALHOST:1', '127.0.0.1:8080', '[::1]:8080', 'shop.example']) {
      const { status, body } = await withHost(host)
      expect(status, host).toBe(200)
      expect(body).toContain(`http://${host}/storage/product/`)
    }
  })
})

describe('pages from other sites', () => {
  const send = (
    method: 'get' | 'post' | 'options',
    path: string,
    headers: Record<string, string> = FOREIGN_PAGE,
  ) => supertest(open.origin)[method](path).set(headers)
  const charge = { request: payment, method: 'ussd', input: {} }
  const key = { Authorization: 'Bearer FLWSECK_TEST-1' }

  test('cannot use the control API, nor pay or request payment pages', async () => {
    for (const call of [
      send('get', '/__emulator/outbox', { Origin: FOREIGN_PAGE.Origin }),
      send('get', '/__emulator/status', { 'Sec-Fetch-Site': 'cross-site' }),
      send('get', '/__emulator/nothing'),
      send('post', '/__emulator/reset'),
      send('post', '/__emulator/reset', { Origin: 'null' }),
      send('post', '/__emulator/clock').type('form').send('advance=1d'),
      send('post', '/__emulator/clock').type('text').send('{}'),
      send('post', '/__emulator/payments').send(charge),
      send('post', '/__emulator/payments').type('form').send('request[tx_ref]=a&method=ussd'),
      send('post', '/__emulator/payments', { Origin: 'null' }).send(charge),
      send('post', '/__emulator/payments/webhook').send({}),
      send('post', '/v3/payments').send(payment).set(key),
      send('get', '/v3/transactions/verify_by_reference?tx_ref=a').set(key),
    ]) {
      const { status, body, headers } = await call
      expect(status).toBe(403)
      expect(body.message).toMatch(/^\(\(.*pages of another site.*\)\)$/)
      expect(headers).not.toHaveProperty('access-control-allow-origin')
    }
    expect((await open.control('GET /clock')).now).toBe('2026-11-20T09:00:00.000Z')
    expect(open.worlds.default.db.prepare('SELECT count(*) FROM transactions').pluck().get()).toBe(0)
  })

  test('get no CORS headers below /__emulator', async () => {
    for (const path of ['/__emulator/reset', '/__emulator/payments', '/__emulator/none']) {
      const preflight = { ...FOREIGN_PAGE, 'Access-Control-Request-Method': 'POST' }
      const { headers, status } = await send('options', path, preflight)
      expect(status).toBeGreaterThanOrEqual(400)
      expect(headers).not.toHaveProperty('access-control-allow-origin')
    }
    for (const path of ['/__emulator/health', '/__emulator/payments/scripts']) {
      const { headers, status } = await send('get', path, { Origin: FOREIGN_PAGE.Origin })
      expect(status).toBe(200)
      expect(headers).not.toHaveProperty('access-control-allow-origin')
    }
  })

  test('cannot create a world, or select one by header', async () => {
    const before = open.worlds.list().length
    const request = (Origin: string, name: string) =>
      send('get', '/api/v1/banners', { Origin, 'X-Emulator-World': name })
    const preflight = async (Origin: string) => {
      const asked = { 'Access-Control-Request-Headers': 'Authorization, X-Emulator-World' }
      const headers = { Origin, 'Access-Control-Request-Method': 'GET', ...asked }
      return (await send('options', '/api/v1/banners', headers)).headers['access-control-allow-headers']
    }
    expect((await request(FOREIGN_PAGE.Origin, 'theirs')).body).toEqual({
      message: '((Pages of another site cannot select a world.))',
    })
    expect(await preflight(FOREIGN_PAGE.Origin)).toBeUndefined()
    expect(open.worlds.list()).toHaveLength(before)
    expect((await request('http://localhost:3000', 'mine')).status).toBe(200)
    expect(await preflight('http://localhost:3000')).toBe('*')
    expect(open.worlds.list()).toHaveLength(before + 1)
  })

  test('may frame only the payment window, and only if they are allowed', async () => {
    const policy = async (path: string) =>
      (await supertest(app.origin).get(path)).headers['content-security-policy']
    expect(await policy('/__emulator')).toBe("frame-ancestors 'self'")
    expect(await policy('/__emulator/checkout')).toBe(
      "frame-ancestors 'self' http://localhost:* https://localhost:* http://127.0.0.1:* https://127.0.0.1:* http://shop.example:* https://shop.example:* https://partner.example",
    )
  })

  test('may use the control API if their host is allowed', async () => {
    const page = { Origin: 'https://shop.example', 'Sec-Fetch-Site': 'cross-site' }
    const headers = { ...page, Authorization: `Bearer ${TOKEN}` }
    const { body } = await supertest(app.origin).get('/__emulator/clock').set(headers)
    expect(body).toMatchObject({ now: '2026-11-20T09:00:00.000Z' })
  })

  test('do not include pages on this machine and programs without pages', async () => {
    for (const headers of [
      ...['http://localhost:3000', 'http://[::1]:3000', 'http://127.0.0.1:3000'].map((Origin) => ({
        ...FOREIGN_PAGE,
        Origin,
      })),
      { Origin: 'http://localhost:5173', 'Sec-Fetch-Site': 'same-origin' },
      { 'Sec-Fetch-Site': 'none' },
      {},
    ]) {
      expect((await send('post', '/__emulator/payments', headers).send(charge)).status).toBe(200)
      expect((await send('post', '/__emulator/clock', headers).send({})).status).toBe(200)
    }
  })

  test('a payment from a plain form is refused even on this machine', async () => {
    const form = send('post', '/__emulator/payments', {}).type('form')
    const transactions = open.worlds.default.db.prepare('SELECT count(*) FROM transactions').pluck()
    const before = transactions.get()
    expect((await form.send('request[tx_ref]=a&request[amount]=1&method=ussd')).status).toBe(400)
    expect(transactions.get()).toBe(before)
  })
})

describe("the provider's API", () => {
  const login = { email_or_phone: 'demo@kitabo.example', password: 'kitabo-demo' }

  test.each([
    ['http://localhost:5173', true],
    ['https://partner.example', true],
    ['https://evil.example', false],
    ['http://partner.example', false],
    ['https://partner.example.evil.example', false],
    ['null', false],
  ])('can be used by a page of %s: %s', async (Origin, isAllowed) => {
    const page = { Origin, 'Sec-Fetch-Site': 'cross-site' }
    const cors = ({ headers }: { headers: Record<string, string> }) => headers['access-control-allow-origin']
    const expected = isAllowed ? '*' : undefined
    expect(cors(await supertest(app.origin).get('/api/v1/banners').set(page))).toBe(expected)
    const asked = {
      'Access-Control-Request-Method': 'POST',
      'Access-Control-Request-Headers': 'authorization',
    }
    const preflight = await supertest(app.origin)
      .options('/api/v1/customer/order/place')
      .set({ ...page, ...asked })
    expect([preflight.status, cors(preflight)]).toEqual([200, expected])
    expect(preflight.headers).not.toHaveProperty('access-control-allow-credentials')
    if (isAllowed)
      expect(preflight.headers).toMatchObject({
        'access-control-allow-headers': '*',
        'access-control-allow-methods': '*',
      })
    for (const type of ['json', 'form']) {
      const response = await supertest(app.origin).post('/api/v1/auth/login').type(type).set(page).send(login)
      expect([response.status, cors(response)]).toEqual([isAllowed ? 200 : 403, expected])
      if (!isAllowed) expect(response.body.message).toContain('refuses requests from pages of another site')
    }
  })

  test('can be used by a page of any origin with *, except for the control API', async () => {
    const anywhere = await createTestApp({ port: 0, allowOrigins: '*' })
    const { status, headers } = await supertest(anywhere.origin)
      .post('/api/v1/auth/login')
      .set(FOREIGN_PAGE)
      .send(login)
    expect([status, headers['access-control-allow-origin']]).toEqual([200, '*'])
    const { body } = await supertest(anywhere.origin).get('/__emulator/outbox').set(FOREIGN_PAGE)
    expect(body).toEqual({ message: '((The control API refuses requests from pages of another site.))' })
    await anywhere.close()
  })
})
