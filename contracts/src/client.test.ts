import { describe, expect, onTestFinished, test, vi } from 'vitest'
import {
  ApiError,
  ContractError,
  createClient,
  displayedErrors,
  displayedMessage,
  errorMessages,
  fillPath,
  retryAfterMs,
} from './client.ts'
import { errorCodes } from './error-codes.ts'

type Sent = { url: string; method: string; headers: Headers; body: string | null }

/** Creates a client that receives the given response, and records what it sends. */
function clientTo(response: () => Response, token: string | null = 'secret-token') {
  const sent: Sent[] = []
  const call = createClient({
    origin: 'https://host.example',
    token: () => token,
    fetch: async (url, init) => {
      sent.push({
        url: String(url),
        method: init?.method ?? 'GET',
        headers: new Headers(init?.headers),
        body: (init?.body as string | undefined) ?? null,
      })
      return response()
    },
  })
  return { call, sent }
}

const json = (body: unknown, init?: ResponseInit) => () => Response.json(body, init)

describe('a request', () => {
  test('fills path and query, omits a trailing slash, and accepts JSON', async () => {
    const { call, sent } = clientTo(json({ products: [] }))
    // The host would redirect a path with a trailing slash.
    await call('GET /customer/wish-list/')
    expect(sent.pop()?.url).toBe('https://host.example/api/v1/customer/wish-list')
    await call('GET /products/search', { query: { name: 'P5 maths & more' }, headers: { 'X-A': 'b' } })
    await call('GET /products/details/{id}', { params: { id: '7/8' } })
    expect(sent[0]?.url).toBe('https://host.example/api/v1/products/search?name=P5+maths+%26+more')
    expect(sent[0]?.headers.get('accept')).toBe('application/json')
    expect(sent[0]?.headers.get('x-a')).toBe('b')
    expect(sent[1]?.url).toBe('https://host.example/api/v1/products/details/7%2F8')
  })

  test('sends the token to bearer endpoints only', async () => {
    const { call, sent } = clientTo(json([]))
    await call('GET /banners')
    await call('GET /customer/address/list')
    await call('GET /customer/wish-list/', { query: { user: '3' }, withToken: false })
    expect(sent.map((each) => each.headers.get('authorization'))).toEqual([null, 'Bearer secret-token', null])
  })

  test('sends a JSON body, even for DELETE', async () => {
    const { call, sent } = clientTo(json({ message: 'ok' }))
    await call('DELETE /customer/address/delete', { body: { address_id: 4 } })
    expect(sent[0]).toMatchObject({ method: 'DELETE', body: '{"address_id":4}' })
    expect(sent[0]?.headers.get('content-type')).toBe('application/json')
    await call('GET /products/search', { query: { name: 'a', limit: undefined } as never })
    expect(sent[1]?.url).toMatch(/\?name=a$/)
    expect(sent[1]).toMatchObject({ method: 'GET', body: null })
    expect(sent[1]?.headers.has('content-type')).toBe(false)
  })

  test('is sent by the global fetch without a token, and can be aborted', async () => {
    const send = vi.fn(async (_: URL, init: RequestInit) => Response.json({ aborted: init.signal?.aborted }))
    vi.stubGlobal('fetch', send)
    onTestFinished(() => void vi.unstubAllGlobals())
    const call = createClient({ origin: 'https://host.example' })
    expect(await call('GET /customer/info', { signal: AbortSignal.abort() })).toEqual({ aborted: true })
    expect(send.mock.calls[0]?.[1].headers).not.toHaveProperty('Authorization')
  })

  test('throws ApiError for an error status', async () => {
    const { call } = clientTo(
      json({ errors: [{ code: 'auth-001', message: 'Invalid credential.' }] }, { status: 401 }),
    )
    const refusal = await call('POST /auth/login', { body: { email_or_phone: 'a', password: 'b' } }).catch(
      (e: unknown) => e,
    )
    expect(refusal).toBeInstanceOf(ApiError)
    expect(refusal).toMatchObject({
      status: 401,
      name: 'ApiError',
      message: 'POST /auth/login responded with 401: Invalid credential.',
      retryAfterMs: null,
    })
    const page = clientTo(() => new Response('<html>', { status: 502, headers: { 'retry-after': '2' } }))
    await expect(page.call('GET /banners')).rejects.toMatchObject({
      body: '<html>',
      message: 'GET /banners responded with 502: no message',
      retryAfterMs: 2000,
    })
  })

  test('throws ContractError for an HTML page and for an empty body', async () => {
    const page = clientTo(() => new Response('<html></html>'))
    await expect(page.call('GET /banners')).rejects.toBeInstanceOf(ContractError)
    await expect(page.call('GET /banners')).rejects.toMatchObject({
      name: 'ContractError',
      problem: 'no JSON',
    })
    const nothing = clientTo(() => new Response(''))
    await expect(nothing.call('GET /banners')).rejects.toThrow(
      'GET /banners responded with 200 and an empty body',
    )
  })

  test('rethrows errors thrown by fetch', async () => {
    const call = createClient({ origin: '', fetch: () => Promise.reject(new TypeError('Failed to fetch')) })
    await expect(call('GET /banners')).rejects.toThrow(TypeError)
  })
})

describe('the messages of an error body', () => {
  test.each([
    [
      {
        errors: [
          { code: 'a', message: 'One.' },
          { code: 'b', message: 'Two.' },
        ],
      },
      ['One.', 'Two.'],
    ],
    [{ errors: { code: 'product-001', message: 'Product not found' } }, ['Product not found']],
    [
      { message: 'First. (and 1 more error)', errors: { name: ['First.'], phone: ['Second.'] } },
      ['First.', 'Second.'],
    ],
    [{ message: 'No such data found!' }, ['No such data found!']],
    [{ errors: [{}] }, []],
    [[{}], []],
    ['<html>', []],
    [null, []],
    [undefined, []],
    [{ message: 42, errors: 'Plain.' }, ['Plain.']],
    [{ message: 42 }, []],
    [{ message: ' ', errors: ' ' }, []],
    [{ errors: [null, 7, 'Plain.'] }, ['Plain.']],
  ])('of %j are %j', (body, expected) => {
    expect(errorMessages(body)).toEqual(expected)
  })

  test('are none in lists that are nested too deeply', () => {
    const errors: unknown = JSON.parse(`${'['.repeat(20_000)}"a"${']'.repeat(20_000)}`)
    expect(errorMessages({ errors })).toEqual([])
  })

  test('displayedMessage prefers message over the first of errors', () => {
    expect(displayedMessage({ message: 'Top.', errors: [{ message: 'Inner.' }] })).toBe('Top.')
    expect(displayedMessage({ errors: [{ message: 'Inner.' }] })).toBe('Inner.')
    expect(displayedMessage([{}])).toBeNull()
    expect(displayedMessage(undefined)).toBeNull()
    expect(displayedMessage({ message: ' ', errors: ['Inner.'] })).toBe('Inner.')
    expect(displayedMessage({ message: 7, errors: ['Inner.'] })).toBe('Inner.')
  })

  test.each([
    'SQLSTATE[22003]: Numeric value out of range: 1264',
    "Out of range value for column 'order_amount' at row 1",
    'Error\n #0 /app/Http/Kernel.php(12)',
  ])('messages for display omit the text of a database or a stack trace: %s', (message) => {
    expect(displayedErrors({ message })).toEqual([])
    expect(displayedErrors({ errors: [{ message }, { message: 'Too large.' }] })).toEqual(['Too large.'])
    expect(displayedMessage({ message })).toBeNull()
    expect(displayedMessage({ message, errors: [{ message: 'Too large.' }] })).toBe('Too large.')
  })

  test.each<[unknown, string[]]>([
    [{ errors: [{ code: 'type', message: 'x' }, { message: 'y' }, null, { code: 7 }] }, ['type']],
    [{ errors: { code: 'type', message: 'x' } }, ['type']],
    [{ errors: { delivery_address_id: ['x'] } }, ['delivery_address_id']],
    [{ errors: 'x' }, []],
    [[{ code: 'type' }], []],
    [null, []],
  ])('the codes of %j are %j', (body, codes) => {
    expect(errorCodes(body)).toEqual(codes)
  })
})

test('retryAfterMs parses both seconds and dates', () => {
  const now = Date.parse('2026-11-20T09:00:00Z')
  expect(retryAfterMs('3', now)).toBe(3000)
  expect(retryAfterMs('Fri, 20 Nov 2026 09:00:05 GMT', now)).toBe(5000)
  expect(retryAfterMs('Fri, 20 Nov 2026 08:00:00 GMT', now)).toBe(0)
  expect(retryAfterMs('soon', now)).toBeNull()
  expect(retryAfterMs(null, now)).toBeNull()
  expect(retryAfterMs(' ', now)).toBeNull()
})

test('a parameter with half of a surrogate pair becomes a replacement character', () => {
  expect(fillPath('/pages/{slug}', { slug: 'a\ud800b' })).toBe('/pages/a%EF%BF%BDb')
})

test('a parameter cannot add path segments', () => {
  expect(fillPath('/products/details/{id}', { id: '../../x?y#z' })).toBe(
    '/products/details/..%2F..%2Fx%3Fy%23z',
  )
})
