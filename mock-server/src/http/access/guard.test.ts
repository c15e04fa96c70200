import supertest from 'supertest'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { request as payment } from '../../../test/payment-request.ts'
import { rawRequest } from '../../../test/raw-request.ts'
import { createTestApp, type TestApp } from '../../../test/test-app.ts'
import { guardOf, NO_GUARD } from './guard.ts'

const TOKEN = 'sesame'
let app: TestApp
let port: number
beforeAll(async () => {
  app = await createTestApp({ port: 0, allowHosts: ['shop.example'], token: TOKEN })
  port = Number(new URL(app.origin).port)
  await app.client()('POST /auth/forgot-password', { body: { email_or_phone: 'demo@kitabo.example' } })
})
afterAll(() => app.close())

const send = (target: string, headers = '') =>
  rawRequest(port, `GET ${target} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n${headers}\r\n`)

/** Valid and invalid spellings of the outbox's URL. Without the token, none of them may return its content. */
const SPELLINGS = [
  '/__emulator/outbox',
  '/__emulator/outbox/',
  '/__emulator/outbox?x=1',
  '/__emulator/outbox?/__emulator/health',
  '/__emulator/outbox#/health',
  '/%5F_emulator/outbox',
  '/%5f%5F_emulator/outbox',
  '/__emulato%72/outbox',
  '/%5F%5F%65%6D%75%6C%61%74%6F%72/%6F%75%74%62%6F%78',
  '/__emulator/%6futbox',
  '/__emulator/outbo%78?%5F',
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
  '/%255F_emulator/outbox',
  '/__emulator/outbox%',
  '/__emulator/outbox%zz',
  '/api/v1/../../__emulator/outbox',
  'http://localhost/__emulator/outbox',
  'http://localhost/__emulator/outbox?/__emulator/health',
  'HTTP://LOCALHOST/__emulator/outbox',
  'http://localhost:80/%5F_emulator/outbox',
  'http://user@localhost/__emulator/outbox',
  'https://evil.example/__emulator/outbox',
]

describe('the guard', () => {
  test.each(SPELLINGS)('requires the token for %s', async (target) => {
    const { status, body } = await send(target)
    expect([400, 401, 403, 404]).toContain(status)
    expect(body).not.toContain('Your code is')
  })

  test('accepts the same spellings of the path with the token', async () => {
    const statuses = await Promise.all(
      ['/__emulator/outbox', '/%5F_emulator/outbox', 'http://localhost/__emulator/outbox'].map(
        async (target) => (await send(target, `Authorization: Bearer ${TOKEN}\r\n`)).status,
      ),
    )
    expect(statuses).toEqual([200, 200, 200])
  })

  test('requires the token below /__emulator for unknown paths and for every method', async () => {
    for (const path of ['/__emulator/nothing', '/__emulator/worlds/x', '/__emulator/outbox/1'])
      expect((await send(path)).status).toBe(401)
    for (const method of ['HEAD', 'PUT', 'PATCH', 'OPTIONS', 'DELETE', 'TRACE']) {
      const text = `${method} /__emulator/outbox HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`
      expect([401, 404]).toContain((await rawRequest(port, text)).status)
    }
  })

  test("requires no token for the paths that shoppers' browsers use", async () => {
    for (const path of [
      '/__emulator',
      '/__emulator/',
      '/__emulator/health',
      '/__emulator/checkout',
      '/__emulator/checkout/order-1',
      '/__emulator/checkout.js',
      '/__emulator/payments/scripts',
      '/__emulator/chat/kitabo/shop',
      '/__emulator/maps/tiles/1/0/0.svg',
      '/__emulator/maps/places?q=ntinda',
      '/v3.js',
    ])
      expect((await send(path)).status, path).toBe(200)
  })
})

describe('the Host header', () => {
  const withHost = (host: string) =>
    rawRequest(
      port,
      `GET /api/v1/products/latest?limit=90 HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`,
    )

  test.each(['$`', "$'$'", '$&', 'localhost/x', 'a@localhost', 'localhost:port', 'local host', '"x"', ''])(
    'refuses the Host header %j with a short response',
    async (host) => {
      const { status, body } = await withHost(host)
      expect(status).toBe(400)
      expect(body.length).toBeLessThan(300)
    },
  )

  test.each(['localhost', 'LOCALHOST:1', '127.0.0.1:8080', '[::1]:8080', 'shop.example'])(
    'accepts the Host header %s',
    async (host) => {
      const { status, body } = await withHost(host)
      expect(status).toBe(200)
      expect(body).toContain(`http://${host}/storage/product/`)
    },
  )

  test.each(['localhost', 'rebound.example'])('refuses a second Host header, %s', async (second) => {
    const { status, body } = await withHost(`localhost\r\nhOST: ${second}`)
    expect(status).toBe(400)
    expect(body).toContain('A request must have exactly one Host header.')
  })

  test('refuses an unknown host name', async () => {
    expect((await withHost('rebound.example')).status).toBe(403)
  })
})

describe('pages from other sites', () => {
  let open: TestApp
  beforeAll(async () => {
    open = await createTestApp({ port: 0 })
  })
  afterAll(() => open.close())
  const FOREIGN = 'https://evil.example'

  test('denies other sites all access to the control API', async () => {
    const calls = [
      supertest(open.origin).get('/__emulator/outbox').set('Origin', FOREIGN),
      supertest(open.origin).get('/__emulator/outbox').set('Sec-Fetch-Site', 'cross-site'),
      supertest(open.origin).get('/__emulator/status').set('Sec-Fetch-Site', 'cross-site'),
      supertest(open.origin).post('/__emulator/reset').set('Origin', FOREIGN),
      supertest(open.origin).post('/__emulator/reset').set('Origin', 'null'),
      supertest(open.origin).post('/__emulator/clock').type('form').set('Origin', FOREIGN).send('advance=1d'),
      supertest(open.origin).post('/__emulator/clock').type('text').set('Origin', FOREIGN).send('{}'),
      supertest(open.origin).get('/__emulator/nothing').set('Origin', FOREIGN),
    ]
    for (const call of calls) {
      const { status, body, headers } = await call
      expect(status).toBe(403)
      expect(body.message).toMatch(/^\(\(.*another site.*\)\)$/)
      expect(headers).not.toHaveProperty('access-control-allow-origin')
    }
    expect((await open.control('GET /clock')).now).toBe('2026-11-20T09:00:00.000Z')
  })

  test('rejects preflights from other sites below /__emulator', async () => {
    for (const path of ['/__emulator/reset', '/__emulator/payments', '/__emulator/none']) {
      const { headers, status } = await supertest(open.origin)
        .options(path)
        .set('Origin', FOREIGN)
        .set('Access-Control-Request-Method', 'POST')
      expect(status).toBeGreaterThanOrEqual(400)
      expect(headers).not.toHaveProperty('access-control-allow-origin')
    }
  })

  test('sends other sites no CORS headers from open paths below /__emulator', async () => {
    for (const path of ['/__emulator/health', '/__emulator/payments/scripts']) {
      const { headers, status } = await supertest(open.origin).get(path).set('Origin', FOREIGN)
      expect(status).toBe(200)
      expect(headers).not.toHaveProperty('access-control-allow-origin')
    }
  })

  const FORM = { Origin: FOREIGN, 'Sec-Fetch-Site': 'cross-site' }
  const charge = { request: payment, method: 'ussd', input: {} }

  test('refuses payments and requests for payment pages from other sites', async () => {
    const { link } = await open
      .fetch(`${open.origin}/v3/payments`, {
        method: 'POST',
        headers: { authorization: 'Bearer FLWSECK_TEST-1', 'content-type': 'application/json' },
        body: JSON.stringify({ ...payment, tx_ref: 'mine' }),
      })
      .then(async (response) => (await response.json()).data)
    expect(link).toContain('/checkout/mine')
    const post = (path: string) => supertest(open.origin).post(path)
    const key = 'Bearer FLWSECK_TEST-1'
    const calls = [
      post('/__emulator/payments').send(charge).set(FORM),
      post('/__emulator/payments').type('form').send('request[tx_ref]=a&method=ussd').set(FORM),
      post('/__emulator/payments').send(charge).set('Origin', 'null'),
      post('/__emulator/payments/webhook').send({}).set(FORM),
      post('/v3/payments').send(payment).set('Authorization', key).set(FORM),
      supertest(open.origin)
        .get('/v3/transactions/verify_by_reference?tx_ref=a')
        .set('Authorization', key)
        .set('Origin', FOREIGN),
    ]
    for (const call of calls) {
      const { status, body, headers } = await call
      expect(status).toBe(403)
      expect(body.message).toContain('pages of another site')
      expect(headers).not.toHaveProperty('access-control-allow-origin')
    }
    expect(open.worlds.default.db.prepare('SELECT count(*) FROM transactions').pluck().get()).toBe(0)
  })

  test('refuses requests from other sites that create a world, or select one by header', async () => {
    const before = open.worlds.list().length
    const request = (origin: string, name: string) =>
      supertest(open.origin).get('/api/v1/banners').set({ Origin: origin, 'X-Emulator-World': name })
    const preflight = async (origin: string) => {
      const { headers } = await supertest(open.origin)
        .options('/api/v1/banners')
        .set('Origin', origin)
        .set('Access-Control-Request-Method', 'GET')
        .set('Access-Control-Request-Headers', 'Authorization, X-Emulator-World')
      return headers['access-control-allow-headers']
    }
    expect((await request(FOREIGN, 'theirs')).status).toBe(404)
    expect(await preflight(FOREIGN)).toBeUndefined()
    expect(open.worlds.list()).toHaveLength(before)
    expect((await request('http://localhost:3000', 'mine')).status).toBe(200)
    expect(await preflight('http://localhost:3000')).toBe('Authorization, X-Emulator-World')
    expect(open.worlds.list()).toHaveLength(before + 1)
  })

  test.each(['http://localhost:3000', 'http://[::1]:3000', 'http://127.0.0.1:3000'])(
    'lets pages on this machine, such as %s, pay and use the control API',
    async (Origin) => {
      const page = { Origin, 'Sec-Fetch-Site': 'cross-site' }
      const paid = await supertest(open.origin).post('/__emulator/payments').send(charge).set(page)
      const clock = await supertest(open.origin).post('/__emulator/clock').send({}).set(page)
      expect(paid.status).toBe(200)
      expect(clock.status).toBe(200)
    },
  )

  test('refuses a payment from a plain form', async () => {
    const { status } = await supertest(open.origin)
      .post('/__emulator/payments')
      .type('form')
      .send('request[tx_ref]=a&request[amount]=1&method=ussd')
    expect(status).toBe(400)
  })

  test.each([
    ['a request without Origin, as from curl', {}],
    ['a request from the page’s own origin', { Origin: 'http://127.0.0.1', 'Sec-Fetch-Site': 'same-origin' }],
    [
      'a request from the development server',
      { Origin: 'http://localhost:5173', 'Sec-Fetch-Site': 'same-origin' },
    ],
    ['a URL typed by a person', { 'Sec-Fetch-Site': 'none' }],
  ])('accepts %s', async (_, headers) => {
    const { status } = await supertest(open.origin).post('/__emulator/clock').set(headers).send({})
    expect(status).toBe(200)
  })

  test('lets a site use the control API if its host is allowed', async () => {
    const call = supertest(app.origin).get('/__emulator/clock').set('Authorization', `Bearer ${TOKEN}`)
    const page = { Origin: 'https://shop.example', 'Sec-Fetch-Site': 'cross-site' }
    expect((await call.set(page)).status).toBe(200)
  })

  test('lets other sites frame only the payment window, and only if their host is allowed', async () => {
    const policy = async (origin: string, path: string) =>
      (await supertest(origin).get(path)).headers['content-security-policy']
    expect(await policy(app.origin, '/__emulator')).toBe("frame-ancestors 'self'")
    expect(await policy(app.origin, '/__emulator/checkout')).toBe(
      "frame-ancestors 'self' http://localhost:* https://localhost:* http://127.0.0.1:* https://127.0.0.1:* http://shop.example:* https://shop.example:*",
    )
  })
})

describe('who may reach an emulator', () => {
  const loopback = { hosts: [], origins: [], token: null }
  const random = expect.stringMatching(/^[\da-f]{24}$/)
  test.each<[string, Parameters<typeof guardOf>[0], object]>([
    ['nobody but its process without a port', {}, NO_GUARD],
    ['this machine on loopback', { port: 0 }, loopback],
    ['this machine on IPv6 loopback', { port: 0, host: '::1' }, loopback],
    [
      'others on every address',
      { port: 0, host: '0.0.0.0' },
      { hosts: ['0.0.0.0'], origins: [], token: random },
    ],
    [
      'others through a tunnel to loopback',
      { port: 0, allowHosts: ['a.example'] },
      { ...loopback, hosts: ['a.example'], token: random },
    ],
    [
      'others in the same process, if a name is allowed',
      { allowHosts: ['a.example'] },
      { ...loopback, hosts: ['a.example'], token: random },
    ],
    [
      'pages of an allowed origin',
      { port: 0, allowOrigins: ['https://a.example'] },
      { ...loopback, origins: ['https://a.example'] },
    ],
    ['pages of any origin', { port: 0, allowOrigins: ['*'] }, { ...loopback, origins: '*' }],
    [
      'others with a given token',
      { port: 0, host: '0.0.0.0', token: 'sesame' },
      { hosts: ['0.0.0.0'], origins: [], token: 'sesame' },
    ],
  ])('%s', (_, options, guard) => {
    expect(guardOf(options)).toEqual(guard)
  })

  test('an embedded emulator that others can reach has a token, which its own clients send', async () => {
    const tunnelled = await createTestApp({ port: 0, allowHosts: ['tunnel.example'] })
    const outbox = () => supertest(tunnelled.origin).get('/__emulator/outbox').set('Host', 'tunnel.example')
    expect((await outbox()).status).toBe(401)
    expect((await outbox().set('Authorization', `Bearer ${tunnelled.token}`)).status).toBe(200)
    expect(
      (await supertest(tunnelled.origin).get('/api/v1/banners').set('Host', 'other.example')).status,
    ).toBe(403)
    expect((await tunnelled.control('GET /clock')).now).toBe('2026-11-20T09:00:00.000Z')
    expect((await tunnelled.inWorld('mine').control('GET /clock')).now).toBe('2026-11-20T09:00:00.000Z')
    await tunnelled.close()
  })
})

describe("the provider's API", () => {
  const login = { email_or_phone: 'demo@kitabo.example', password: 'kitabo-demo' }
  const pages: [origin: string, isAllowed: boolean][] = [
    ['http://localhost:5173', true],
    ['https://partner.example', true],
    ['https://evil.example', false],
    ['http://partner.example', false],
    ['https://partner.example.evil.example', false],
    ['null', false],
  ]
  let shared: TestApp
  beforeAll(async () => {
    shared = await createTestApp({ port: 0, allowOrigins: ['https://partner.example'] })
  })
  afterAll(() => shared.close())

  test.each(pages)('can be used by a page of %s: %s', async (Origin, isAllowed) => {
    const page = { Origin, 'Sec-Fetch-Site': 'cross-site' }
    const cors = ({ headers }: { headers: Record<string, string> }) => headers['access-control-allow-origin']
    const expected = isAllowed ? '*' : undefined
    expect(cors(await supertest(shared.origin).get('/api/v1/banners').set(page))).toBe(expected)
    const preflight = await supertest(shared.origin)
      .options('/api/v1/customer/order/place')
      .set({
        ...page,
        'Access-Control-Request-Method': 'POST',
        'Access-Control-Request-Headers': 'authorization',
      })
    expect([preflight.status < 300, cors(preflight)]).toEqual([isAllowed, expected])
    for (const type of ['json', 'form']) {
      const response = await supertest(shared.origin)
        .post('/api/v1/auth/login')
        .type(type)
        .set(page)
        .send(login)
      expect([response.status, cors(response)]).toEqual([isAllowed ? 200 : 403, expected])
      if (!isAllowed) expect(response.body.message).toContain('refuses requests from pages of another site')
    }
  })

  test('can be used by a page of any origin with *, except for the control API', async () => {
    const open = await createTestApp({ port: 0, allowOrigins: '*' })
    const page = { Origin: 'https://evil.example', 'Sec-Fetch-Site': 'cross-site' }
    const { status, headers } = await supertest(open.origin).post('/api/v1/auth/login').set(page).send(login)
    expect([status, headers['access-control-allow-origin']]).toEqual([200, '*'])
    expect((await supertest(open.origin).get('/__emulator/outbox').set(page)).status).toBe(403)
    await open.close()
  })
})
