import { once } from 'node:events'
import { Agent, get } from 'node:http'
import { gzipSync } from 'node:zlib'
import supertest from 'supertest'
import { expect, onTestFinished, test } from 'vitest'
import { app, useSharedApp } from '../../test/current-app.ts'
import { rawRequest } from '../../test/raw-request.ts'

// Listens on a port, for behaviour of HTTP that an in-process fetch cannot show.
useSharedApp({ port: 0 })
const send = () => supertest(app.origin)

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

test('compresses in the best accepted encoding, with the same content and a Vary header', async () => {
  const path = '/api/v1/products/latest?limit=18'
  const plain = await send().get(path).set('Accept-Encoding', 'identity')
  for (const [accepted, encoding] of [
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
  ] as const) {
    const { headers, text } = await send().get(path).set('Accept-Encoding', accepted)
    expect(headers['content-encoding'], accepted).toBe(encoding)
    expect(headers.vary, accepted).toContain('Accept-Encoding')
    expect(text === plain.text, accepted).toBe(true)
  }
})

test('responds with 304 if the catalogue is unchanged', async () => {
  const details = (ifNoneMatch: string) =>
    send().get('/api/v1/products/details/5').set('If-None-Match', ifNoneMatch)
  const first = await details('')
  const etag = String(first.headers.etag)
  const strong = etag.replace('W/', '')
  expect(first.headers).toMatchObject({ 'cache-control': 'no-cache, private', etag: `W/${strong}` })
  for (const ifNoneMatch of [etag, '*', `"a", ${etag} , "b"`, strong, `W/"a,b",${strong}`]) {
    const { status, text, headers } = await details(ifNoneMatch)
    expect([status, text, headers.vary], ifNoneMatch).toEqual([304, '', first.headers.vary])
  }
  for (const ifNoneMatch of ['"a"', strong.replaceAll('"', ''), `${strong.slice(0, -1)}x"`])
    expect((await details(ifNoneMatch)).status).toBe(200)
  await app.control('POST /stock', { body: { id: 5, price: 4321 } })
  const changed = await details(etag)
  expect([changed.status, changed.body.product.price]).toEqual([200, 4321])
})

test('makes clients request customer data again', async () => {
  const { headers } = await send()
    .get('/api/v1/customer/info')
    .set('Authorization', `Bearer ${app.tokenOf()}`)
  expect(headers['cache-control']).toBe('no-cache, private')
  expect(headers).not.toHaveProperty('etag')
})

test('reuses a kept-alive connection', async () => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const isReused = async () => {
    const request = get(`${app.origin}/api/v1/banners`, { agent })
    const [response] = await once(request, 'response')
    expect(response.headers.connection).toBe('keep-alive')
    await once(response.resume(), 'end')
    return request.reusedSocket
  }
  expect([await isReused(), await isReused()]).toEqual([false, true])
  agent.destroy()
})

test('sends half of a truncated body with the Content-Length of the whole', async () => {
  const { text } = await send().get('/api/v1/banners').set('Accept-Encoding', 'identity')
  await app.control('POST /faults', { body: { path: '/banners', effect: { truncate: true } } })
  onTestFinished(async () => void (await app.control('DELETE /faults', { body: {} })))
  const [response] = await once(get(`${app.origin}/api/v1/banners`), 'response')
  const whole = Buffer.from(text)
  expect(Number(response.headers['content-length'])).toBe(whole.length)
  const received: Buffer[] = []
  response.on('data', (chunk: Buffer) => received.push(chunk))
  const [error] = await once(response, 'error')
  expect(error).toMatchObject({ code: 'ECONNRESET' })
  expect(Buffer.concat(received)).toEqual(whole.subarray(0, Math.floor(whole.length / 2)))
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
  expect((await send().get(`/api/v1/products/details/${'9'.repeat(2000)}`)).status).toBe(414)
  expect((await send().post('/__emulator/clock').type('application/xml').send('<a/>')).status).toBe(415)
})

test.each(['gzip', 'br', 'x-custom'])('refuses a body with the Content-Encoding %s by name', async (name) => {
  const encoding = { 'Content-Encoding': name }
  for (const path of ['/api/v1/auth/login', '/v3/payments', '/__emulator/clock']) {
    const request = send().post(path).type('json').set(encoding)
    request.write(gzipSync('{}'))
    const { status, body } = await request
    const message = `((The Content-Encoding "${name}" is not supported; send the body without it.))`
    expect([status, body.message]).toEqual([415, message])
  }
  expect((await send().get('/api/v1/banners').set(encoding)).status).toBe(200)
})

test('limits the time for incomplete requests to 30 seconds', () => {
  const { requestTimeout, headersTimeout } = app.app.server
  expect([requestTimeout, headersTimeout]).toEqual([30_000, 30_000])
})
