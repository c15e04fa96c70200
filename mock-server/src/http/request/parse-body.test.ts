import { expect, test } from 'vitest'
import { app, bearer, send, useAppPerTest } from '../../../test/current-app.ts'
import { selectAll } from '../../world/queries.ts'

useAppPerTest()

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

test('reads a file in a multipart body as its name', async () => {
  const multipart = new FormData()
  multipart.set('email', new File(['content'], 'reader@kitabo.example'))
  await send('POST', '/api/v1/newsletter/subscribe', multipart)
  const sql = 'SELECT email FROM newsletter_subscribers'
  expect(selectAll(app.world, sql)).toEqual([{ email: 'reader@kitabo.example' }])
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
