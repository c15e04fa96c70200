import { expect, test } from 'vitest'
import { app, bearer, get, send, useSharedApp } from '../../../test/current-app.ts'
import { selectOne } from '../../world/queries.ts'

/** Input as PHP reads it, in formats that other HTTP clients use but the shop does not. */
useSharedApp()

const FORM = { 'Content-Type': 'application/x-www-form-urlencoded' }
const LOGIN = { email_or_phone: 'demo@kitabo.example', password: 'kitabo-demo' }

test('accepts a form as body, URL-encoded or multipart, with numbers as text', async () => {
  const multipart = new FormData()
  for (const [name, value] of Object.entries(LOGIN)) multipart.set(name, value)
  for (const [body, type] of [
    [new URLSearchParams(LOGIN).toString(), FORM],
    [multipart, {}],
  ] as const)
    expect((await send('POST', '/api/v1/auth/login', body, type)).body.token).toEqual(expect.any(String))
  const ids = 'product_ids[]=7&product_ids[]=8'
  const headers = { ...FORM, ...bearer() }
  expect((await send('POST', '/api/v1/customer/wish-list/add', ids, headers)).status).toBe(200)
})

test('refuses a malformed body with one message, without a stack trace', async () => {
  const multipart = { 'Content-Type': 'multipart/form-data; boundary=x' }
  const response = await send('POST', '/api/v1/auth/login', 'no parts', multipart)
  expect(response).toMatchObject({
    status: 400,
    body: { message: '((The multipart body is malformed.))' },
  })
  const json = await send('POST', '/__emulator/clock', '{"email_or_phone": ')
  expect(json.status).toBe(400)
  expect(JSON.stringify(json.body)).not.toMatch(/\bat .*:\d+/)
})

test('parses brackets in names as lists and objects', async () => {
  const order =
    'order_amount=25000&delivery_address_id=&order_type=delivery&branch_id=1&coupon_discount_amount=0' +
    '&coupon_discount_title=&payment_method=flutterwave&order_note=&distance=0&coordinates[lat]=0.3&coordinates[lng]=32.5' +
    '&cart[0][product_id]=40&cart[0][price]=25000&cart[0][variant]=&cart[0][discount_amount]=0&cart[0][quantity]=1&cart[0][tax_amount]=0'
  const { status, body } = await send('POST', '/api/v1/customer/order/place', order, { ...FORM, ...bearer() })
  // Form encoding cannot represent an empty list, and without `variation` the host fails.
  expect([status, body]).toEqual([403, [{}]])
})

test('accepts numeric text as a number and a number as text, and trims text', async () => {
  const subscribed = await send('POST', '/api/v1/newsletter/subscribe', { email: '  spaced@kitabo.example ' })
  expect(subscribed.status).toBe(200)
  const sql = "SELECT 1 FROM newsletter_subscribers WHERE email = 'spaced@kitabo.example'"
  expect(selectOne(app.world, sql)).toBeDefined()
  const login = { email_or_phone: 256_700_000_001, password: 1_234_567 }
  expect((await send('POST', '/api/v1/auth/login', login)).status).toBe(401)
})

test('reads a query parameter as a field of the body', async () => {
  const path = '/api/v1/customer/address/delete?address_id=424242'
  const { status, message } = await send('DELETE', path, undefined, bearer())
  expect([status, message]).toEqual([404, 'No such data found!'])
})

test('ignores a trailing slash', async () => {
  expect((await get('/api/v1/banners/')).status).toBe(200)
})

test('redirects a client that fails validation without accepting JSON', async () => {
  const headers = { Accept: 'text/html', ...bearer() }
  const response = await send('POST', '/api/v1/special-order/store', {}, headers)
  expect([response.status, response.headers.get('location')]).toEqual([302, 'http://localhost/'])
})

test('returns 405 with the allowed methods for an unsupported one', async () => {
  const login = await get('/api/v1/auth/login')
  expect([login.status, login.headers.get('allow')]).toEqual([405, 'POST'])
  expect(login.message).toBe(
    'The GET method is not supported for route api/v1/auth/login. Supported methods: POST.',
  )
  const details = await send('DELETE', '/api/v1/products/details/5')
  expect([details.status, details.headers.get('allow')]).toEqual([405, 'GET, HEAD'])
})

test('returns error pages to a client that does not accept JSON', async () => {
  const page = async (path: string) => (await get(path, { Accept: 'text/html' })).body
  const missing = '<!DOCTYPE html><title>Not Found</title><h1>404 Not Found</h1>'
  expect(await page('/api/v1/nothing')).toBe(missing)
  expect(await page('/api/v1/auth/login')).toContain('<h1>405 Method Not Allowed</h1>')
})

test('returns JSON for paths similar to API paths', async () => {
  for (const path of ['//api/v1/banners', '/API/v1/banners', '/api/v2/banners']) {
    const { status, headers } = await get(`http://localhost${path}`, { Accept: 'text/html' })
    expect(status, path).toBe(404)
    expect(headers.get('content-type')).toContain('application/json')
  }
  const { status, body } = await get('/v3/banks/UG')
  expect([status, body]).toEqual([404, { status: 'error', message: 'Cannot GET /v3/banks/UG', data: null }])
})
