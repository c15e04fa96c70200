import { Agent, get } from 'node:http'
import { gzipSync } from 'node:zlib'
import supertest from 'supertest'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { rawRequest } from '../../test/raw-request.ts'
import { createTestApp, type TestApp } from '../../test/test-app.ts'

/** An emulator that listens on a port, for behaviour that an in-process fetch cannot show. */
let app: TestApp
beforeAll(async () => {
  app = await createTestApp({ port: 0 })
})
afterAll(() => app.close())
const send = () => supertest(app.origin)

describe('responses over a socket', () => {
  test('sends length and type, but no server name', async () => {
    const { headers, text } = await send().get('/api/v1/banners').set('Accept-Encoding', 'identity')
    expect(headers['content-type']).toBe('application/json')
    expect(Number(headers['content-length'])).toBe(Buffer.byteLength(text))
    expect(headers).not.toHaveProperty('server')
    expect(headers).not.toHaveProperty('x-powered-by')
    expect(headers).not.toHaveProperty('transfer-encoding')
  })

  test('responds to HEAD with the headers of GET and no body', async () => {
    for (const path of ['/api/v1/banners', '/__emulator/health', '/v3.js']) {
      const whole = await send().get(path).set('Accept-Encoding', 'identity')
      const head = await send().head(path).set('Accept-Encoding', 'identity')
      expect(head.status).toBe(200)
      expect(head.headers['content-length']).toEqual(whole.headers['content-length'])
      expect(head.text).toBeUndefined()
    }
  })

  test('allows pages on this machine in preflight responses', async () => {
    const { status, headers } = await send()
      .options('/api/v1/customer/order/place')
      .set('Origin', 'http://localhost:3000')
      .set('Access-Control-Request-Method', 'POST')
      .set('Access-Control-Request-Headers', 'authorization,content-type,idempotency-key')
    expect(status).toBe(204)
    expect(headers).toMatchObject({
      'access-control-allow-origin': '*',
      'access-control-allow-headers': 'authorization,content-type,idempotency-key',
      'access-control-allow-methods': expect.stringContaining('DELETE'),
    })
    expect(headers).not.toHaveProperty('access-control-allow-credentials')
  })

  test('redirects a client that does not accept JSON', async () => {
    const { status, headers } = await send()
      .get('/api/v1/customer/info')
      .set('Accept', 'text/html')
      .redirects(0)
    expect(status).toBe(302)
    expect(headers.location).toBe('/authentication-failed')
  })

  test.each([
    ['gzip', 'gzip'],
    ['br', 'br'],
    ['gzip, deflate, br', 'br'],
    ['GZIP', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
    ['br;q=0, *', 'gzip'],
    ['gzip;q=0.5, br;q=0.2', 'gzip'],
    ['identity, gzip;q=0.5', undefined],
    ['brotli', undefined],
    ['*;q=0', undefined],
    ['identity', undefined],
  ])('compresses for %s as %s, with a Vary header', async (accepted, encoding) => {
    const { headers } = await send()
      .get('/api/v1/products/latest?limit=18')
      .set('Accept-Encoding', accepted)
      .buffer(false)
    expect(headers['content-encoding']).toBe(encoding)
    expect(headers.vary).toContain('Accept-Encoding')
  })

  test('responds with 304 if the catalogue is unchanged', async () => {
    const first = await send().get('/api/v1/products/details/5')
    expect(first.headers).toMatchObject({ 'cache-control': 'no-cache', etag: expect.stringMatching(/^W\//) })
    const again = await send()
      .get('/api/v1/products/details/5')
      .set('If-None-Match', first.headers.etag as string)
    expect(again.status).toBe(304)
    expect(again.text).toBe('')
    const strong = String(first.headers.etag).replace('W/', '')
    for (const known of ['*', `"a", ${first.headers.etag} , "b"`, strong, `W/"a,b",${strong}`]) {
      const { status, headers } = await send().get('/api/v1/products/details/5').set('If-None-Match', known)
      expect(status, known).toBe(304)
      expect(headers.vary, known).toEqual(first.headers.vary)
    }
    for (const known of ['"a"', strong.replaceAll('"', ''), `${strong.slice(0, -1)}x"`])
      expect((await send().get('/api/v1/products/details/5').set('If-None-Match', known)).status).toBe(200)
    await app.control('POST /stock', { body: { id: 5, price: 4321 } })
    const changed = await send()
      .get('/api/v1/products/details/5')
      .set('If-None-Match', first.headers.etag as string)
    expect(changed.status).toBe(200)
    expect(changed.body.product.price).toBe(4321)
  })

  test('forbids caching of customer data', async () => {
    const { headers } = await send()
      .get('/api/v1/customer/info')
      .set('Authorization', `Bearer ${app.tokenOf()}`)
    expect(headers['cache-control']).toBe('private, no-store')
    expect(headers).not.toHaveProperty('etag')
  })

  test('reuses a kept-alive connection', async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    const once = () =>
      new Promise<{ reused: boolean; connection: string | undefined }>((done) => {
        const request = get(`${app.origin}/api/v1/banners`, { agent }, (response) => {
          response.resume()
          response.on('end', () =>
            done({ reused: request.reusedSocket, connection: response.headers.connection }),
          )
        })
      })
    expect(await once()).toEqual({ reused: false, connection: 'keep-alive' })
    expect((await once()).reused).toBe(true)
    agent.destroy()
  })

  test('refuses an oversized body, header or path, and an unknown content type', async () => {
    const body = await send()
      .post('/api/v1/auth/login')
      .send({ email_or_phone: 'x'.repeat(1_100_000), password: 'y' })
    expect(body.status).toBe(413)
    expect(Object.keys(body.body)).toEqual(['message'])
    const port = Number(new URL(app.origin).port)
    const header = `GET / HTTP/1.1\r\nHost: localhost\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`
    expect((await rawRequest(port, header)).status).toBe(431)
    expect((await send().get(`/api/v1/products/details/${'9'.repeat(600)}`)).status).toBe(414)
    expect((await send().post('/api/v1/auth/login').type('application/xml').send('<a/>')).status).toBe(415)
  })

  test.each(['gzip', 'br', 'x-custom'])(
    'refuses a body with the Content-Encoding %s by name',
    async (encoding) => {
      for (const path of ['/api/v1/auth/login', '/v3/payments', '/__emulator/clock']) {
        const request = send()
          .post(path)
          .set({ 'Content-Type': 'application/json', 'Content-Encoding': encoding })
        request.write(gzipSync('{}'))
        const { status, body } = await request
        expect(status).toBe(415)
        expect(body.message).toBe(
          `((The Content-Encoding "${encoding}" is not supported; send the body without it.))`,
        )
      }
      expect((await send().get('/api/v1/banners').set('Content-Encoding', encoding)).status).toBe(200)
    },
  )

  test('limits the time for incomplete requests to 30 seconds', () => {
    expect(app.app.server.requestTimeout).toBe(30_000)
  })
})
