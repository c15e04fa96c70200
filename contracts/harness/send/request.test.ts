import { type AddressInfo, createServer } from 'node:net'
import { expect, test } from 'vitest'
import { SIZE_LIMIT } from '../../src/json-text.ts'
import { isRedirect, type RequestOptions, sendRequest } from './request.ts'

const send = (send: typeof fetch, options: Partial<RequestOptions> = {}, url = 'http://x.test/a') =>
  sendRequest(
    { url, method: 'GET', headers: {} },
    { fetch: send, timeout: 10_000, limit: SIZE_LIMIT, isJson: true, ...options },
  )
const sendFailing = (error: Error) => send(() => Promise.reject(error))
const sendAndReceive = (body: BodyInit | null, headers = {}, options: Partial<RequestOptions> = {}) =>
  send(async () => new Response(body, { headers }), options)

/** Returns a body that fails after its first bytes. */
const brokenBody = (error: Error) =>
  new ReadableStream({
    start: (controller) => controller.enqueue(Buffer.from('[1')),
    pull: (controller) => controller.error(error),
  })
const withCode = (code: string, message = 'failed') => Object.assign(new Error(message), { code })
const errorCausedBy = (cause: Error) => Object.assign(new TypeError('fetch failed'), { cause })

const head = 'HTTP/1.1 200 OK'
test.each<[reason: string, response: string | Buffer, scheme?: string]>([
  ['the port does not use TLS; use http://', `${head}\r\n\r\n`, 'https'],
  [
    'the response is not HTTP/1.1; the host may support only HTTP/2',
    Buffer.from([0, 0, 0, 4, 0, 0, 0, 0, 0]),
  ],
  ['the header lines end with LF instead of CRLF', `${head}\ncontent-length: 2\n\n[]`],
  ['the host sends 100 Continue, which was not requested', `HTTP/1.1 100 Continue\r\n\r\n${head}\r\n\r\n`],
  ['the host closed the connection', ''],
  [
    "the response violates HTTP/1.1: Content-Length can't be present with Transfer-Encoding",
    `${head}\r\nTransfer-Encoding: chunked\r\nContent-Length: 5\r\n\r\n2\r\n[]\r\n0\r\n\r\n`,
  ],
  [
    'the response violates HTTP/1.1: Invalid character in Content-Length',
    `${head}\r\nContent-Length: abc\r\n\r\n[]`,
  ],
  ['the response violates HTTP/1.1: Invalid header token', `${head}\r\nX\u0000A: b\r\n\r\n[]`],
  [
    'the response violates HTTP/1.1: the body differs from its Content-Length',
    `${head}\r\nContent-Length: 2\r\nX-A: a\u0001b\r\n\r\n[]`,
  ],
])('explains a response that is not HTTP: %s', async (reason, response, scheme = 'http') => {
  const server = createServer((socket) => {
    socket.on('error', () => {})
    socket.once('data', () => socket.end(response))
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const url = `${scheme}://127.0.0.1:${(server.address() as AddressInfo).port}`
  expect(await send(fetch, {}, url)).toMatchObject({ kind: 'failed', reason })
  server.close()
})

test.each<[why: string, reason: string, error: Error]>([
  ['connection', 'connection refused', errorCausedBy(withCode('ECONNREFUSED'))],
  ['closed', 'the host closed the connection', errorCausedBy(withCode('UND_ERR_SOCKET'))],
  ['closed', 'the host closed the connection', withCode('ECONNRESET')],
  ['connection', 'host name not found', errorCausedBy(errorCausedBy(withCode('ENOTFOUND')))],
  [
    'certificate',
    "the host's certificate is not trusted (DEPTH_ZERO_SELF_SIGNED_CERT)",
    errorCausedBy(withCode('DEPTH_ZERO_SELF_SIGNED_CERT')),
  ],
  ['connection', 'the connection failed (E_NEW)', errorCausedBy(withCode('E_NEW'))],
  ['connection', 'the connection failed (Error)', errorCausedBy(withCode('a secret', 'a secret'))],
  [
    'connection',
    'the proxy refuses the connection (502); it must permit CONNECT to http:// hosts too, or list the host in NO_PROXY',
    errorCausedBy(new Error('Proxy response (502) !== 200 when HTTP Tunneling')),
  ],
  [
    'connection',
    'the proxy requires a user and a password in its URL (407)',
    errorCausedBy(new Error('Proxy response (407) !== 200 when HTTP Tunneling')),
  ],
])('a request without a response is "%s": %s', async (why, reason, error) => {
  expect(await sendFailing(error)).toMatchObject({ kind: 'failed', cause: why, reason, error })
})

test.each<[reason: string, error: unknown]>([
  ['unknown reason', 'a text'],
  ['unknown reason', null],
  ['unknown reason', Object.assign(new Error(''), { name: 'x'.repeat(61), code: 7 })],
  ['TypeError', Object.assign(new TypeError('failed'), { cause: 'a text', code: 'x' })],
])('a request that fails without a known code names its error: %s', async (reason, error) => {
  const reply = await send(() => Promise.reject(error))
  expect(reply).toMatchObject({ cause: 'connection', reason: `the connection failed (${reason})`, error })
  expect(reply.ms).toBeLessThan(10_000)
})

test('a host that does not respond in time, and an interrupt, end a request', async () => {
  const neverRespond = () => new Promise<Response>(() => {})
  expect(await send(neverRespond, { timeout: 1 })).toMatchObject({
    cause: 'timeout',
    reason: 'no complete response within 1 ms',
  })
  const controller = new AbortController()
  const interrupted = send(neverRespond, { signal: controller.signal })
  controller.abort()
  expect(await interrupted).toMatchObject({ cause: 'interrupt', reason: 'the run was interrupted' })
  const stalled = sendAndReceive(
    new ReadableStream({ pull: () => new Promise(() => {}) }),
    {},
    { timeout: 1 },
  )
  expect(await stalled).toMatchObject({ kind: 'failed', cause: 'timeout' })
})

test('parses JSON, and returns the bytes of an image', async () => {
  expect(await sendAndReceive('[1]', { 'x-a': 'b' })).toMatchObject({
    kind: 'response',
    status: 200,
    size: 3,
    body: [1],
    flaw: null,
    bytes: new Uint8Array(),
    headers: new Map(Object.entries({ 'content-type': 'text/plain;charset=UTF-8', 'x-a': 'b' })),
  })
  expect(await sendAndReceive('[1]', {}, { isJson: false })).toMatchObject({
    size: 3,
    body: undefined,
    bytes: Buffer.from('[1]'),
  })
})

test('a body that breaks off is cut short, or has the wrong encoding', async () => {
  expect(await sendAndReceive(brokenBody(withCode('UND_ERR_SOCKET')))).toMatchObject({
    flaw: { kind: 'cut-short' },
    status: 200,
  })
  for (const error of [withCode('Z_DATA_ERROR'), new Error('incorrect header check')])
    expect(await sendAndReceive(brokenBody(error))).toMatchObject({ flaw: { kind: 'wrong-encoding' } })
})

test.each<[title: string, framing: string, end: 'end' | 'destroy' | 'resetAndDestroy']>([
  ['ended after part of its Content-Length', 'Content-Length: 90\r\n\r\n', 'end'],
  ['closed after part of its Content-Length', 'Content-Length: 90\r\n\r\n', 'destroy'],
  ['reset after part of its Content-Length', 'Content-Length: 90\r\n\r\n', 'resetAndDestroy'],
  ['ended before its last chunk', 'Transfer-Encoding: chunked\r\n\r\n5\r\n', 'end'],
  ['reset before its last chunk', 'Transfer-Encoding: chunked\r\n\r\n5\r\n', 'resetAndDestroy'],
])('a response is cut short if its connection is %s', async (_, framing, end) => {
  const server = createServer((socket) => {
    socket.on('error', () => {})
    socket.once('data', () => socket.write(`${head}\r\n${framing}[{"a"`))
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  server.on('connection', (socket) => socket.once('data', () => setTimeout(() => socket[end](), 50)))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  expect(await send(fetch, {}, url)).toMatchObject({
    kind: 'response',
    status: 200,
    flaw: { kind: 'cut-short' },
  })
  server.close()
})

test('explains that fetch sends nothing to the port of another protocol', async () => {
  expect(await send(fetch, {}, 'http://127.0.0.1:1')).toMatchObject({
    kind: 'failed',
    reason: 'the port is reserved for another protocol, so fetch sends nothing to it',
  })
})

test('reads at most 8 MB, and nothing of a body that is announced as larger', async () => {
  let isRead = false
  const unread = () =>
    new ReadableStream(
      {
        pull(controller) {
          isRead = true
          controller.close()
        },
      },
      { highWaterMark: 0 },
    )
  const announced = (length: number) => sendAndReceive(unread(), { 'content-length': String(length) })
  expect(await announced(8 * 1024 * 1024 + 1)).toMatchObject({ flaw: { kind: 'too-large' }, size: 0 })
  expect(isRead).toBe(false)
  expect(await announced(8 * 1024 * 1024)).toMatchObject({ flaw: { kind: 'empty' } })
  expect(await sendAndReceive('[1]', {}, { limit: 2 })).toMatchObject({ flaw: { kind: 'too-large' } })
  expect(await sendAndReceive('[1]', {}, { limit: 3 })).toMatchObject({ body: [1] })
})

test('a redirect is any 3xx status but 304', () => {
  expect([200, 299, 300, 301, 304, 305, 399, 400].filter((status) => isRedirect({ status }))).toEqual([
    300, 301, 305, 399,
  ])
})
