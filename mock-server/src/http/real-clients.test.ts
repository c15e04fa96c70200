import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../test/test-app.ts'

/** Request formats that other HTTP clients use but the shop does not. */
let app: TestApp
const origin = 'http://localhost:8080'

beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const send = (method: string, path: string, init: RequestInit = {}) =>
  app.fetch(origin + path, {
    method,
    redirect: 'manual',
    ...init,
    headers: { Accept: 'application/json', ...init.headers },
  })

describe('multipart bodies', () => {
  test('parses a multipart body like a URL-encoded form', async () => {
    const body = new FormData()
    body.set('email_or_phone', 'demo@kitabo.example')
    body.set('password', 'kitabo-demo')
    const response = await send('POST', '/api/v1/auth/login', { body })
    expect(response.status).toBe(200)
    expect(await response.json()).toMatchObject({ token: expect.any(String) })
  })

  test('refuses a malformed multipart body with one message', async () => {
    const response = await send('POST', '/api/v1/auth/login', {
      body: 'no parts',
      headers: { 'content-type': 'multipart/form-data; boundary=x' },
    })
    expect(response.status).toBe(400)
    expect(await response.json()).toEqual({ message: '((The multipart body is malformed.))' })
  })
})

describe('an unsupported method', () => {
  test('returns 405 with the allowed methods', async () => {
    const response = await send('GET', '/api/v1/auth/login')
    expect(response.status).toBe(405)
    expect(response.headers.get('allow')).toBe('POST')
    expect(await response.json()).toEqual({
      message: 'The GET method is not supported for route api/v1/auth/login. Supported methods: POST.',
    })
  })

  test('returns 405 for a path with parameters too', async () => {
    const response = await send('DELETE', '/api/v1/products/details/5')
    expect(response.status).toBe(405)
    expect(response.headers.get('allow')).toBe('GET, HEAD')
  })
})

describe('paths similar to API paths', () => {
  test.each(['//api/v1/banners', '/API/v1/banners', '/api/v2/banners'])(
    'returns JSON for %s',
    async (path) => {
      const response = await send('GET', path, { headers: { Accept: 'text/html' } })
      expect(response.status).toBe(404)
      expect(response.headers.get('content-type')).toContain('application/json')
    },
  )

  test('returns the payment provider’s error below /v3', async () => {
    const response = await send('GET', '/v3/banks/UG')
    expect(response.status).toBe(404)
    expect(await response.json()).toEqual({ status: 'error', message: 'Cannot GET /v3/banks/UG', data: null })
  })
})

describe('POST /v3/payments', () => {
  const pay = async (body: object) => {
    const response = await send('POST', '/v3/payments', {
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json', authorization: 'Bearer FLWSECK_TEST-1' },
    })
    return { status: response.status, body: await response.json() }
  }
  const whole = {
    tx_ref: 'order-1',
    amount: 20_000,
    currency: 'UGX',
    redirect_url: 'https://shop.example/paid',
    customer: { email: 'amina@example.com', phone_number: '0772123456', name: 'Amina' },
  }

  test.each<[string, object]>([
    [
      'the older field phonenumber',
      { customer: { email: 'amina@example.com', phonenumber: '0772123456', name: 'Amina' } },
    ],
    ['an e-mail alone', { customer: { email: 'amina@example.com' } }],
    ['the amount as text', { amount: '20000' }],
    ['no currency', { currency: undefined }],
    ['the phone as a number', { customer: { email: 'amina@example.com', phone_number: 772123456 } }],
  ])('accepts %s', async (what, part) => {
    const { status, body } = await pay({ ...whole, tx_ref: what, ...part })
    expect(status).toBe(200)
    expect(body).toMatchObject({ status: 'success', message: 'Hosted Link' })
  })

  test.each<[string, object, string]>([
    ['without a reference', { tx_ref: undefined }, 'tx_ref is required'],
    ['without a customer', { customer: undefined }, 'customer is required'],
    ['with an amount that is not a number', { amount: 'a lot' }, 'amount must be a number'],
    [
      'with a redirect URL that is not http or https',
      { redirect_url: 'javascript:alert(1)' },
      'redirect_url must be an http or https address',
    ],
  ])("refuses a request %s with an error in the provider's format", async (_, part, message) => {
    expect(await pay({ ...whole, ...part })).toEqual({
      status: 400,
      body: { status: 'error', message, data: null },
    })
  })
})
