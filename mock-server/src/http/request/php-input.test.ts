import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../../test/test-app.ts'
import { selectOne } from '../../world/world.ts'

let app: TestApp
const origin = 'http://localhost:8080'

beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const get = (path: string, headers: Record<string, string> = { Accept: 'application/json' }) =>
  app.fetch(origin + path, { headers, redirect: 'manual' })

describe('input as PHP reads it', () => {
  const send = (path: string, body: string, type: string, token?: string) =>
    app.fetch(`${origin}/api/v1${path}`, {
      method: 'POST',
      headers: {
        'Content-Type': type,
        Accept: 'application/json',
        ...(token ? { Authorization: `Bearer ${token}` } : {}),
      },
      body,
    })
  const FORM = 'application/x-www-form-urlencoded'

  test('accepts a form as body, with numbers as text', async () => {
    const login = await send('/auth/login', 'email_or_phone=demo%40kitabo.example&password=kitabo-demo', FORM)
    expect(login.status).toBe(200)
    const added = await send(
      '/customer/wish-list/add',
      'product_ids[]=7&product_ids[]=8',
      FORM,
      app.tokenOf(),
    )
    expect(added.status).toBe(200)
  })

  test('parses brackets in names as lists and objects', async () => {
    const order =
      'order_amount=25000&delivery_address_id=&order_type=delivery&branch_id=1&coupon_discount_amount=0' +
      '&coupon_discount_title=&payment_method=flutterwave&order_note=&distance=0&coordinates[lat]=0.3&coordinates[lng]=32.5' +
      '&cart[0][product_id]=40&cart[0][price]=25000&cart[0][variant]=&cart[0][discount_amount]=0&cart[0][quantity]=1&cart[0][tax_amount]=0'
    const response = await send('/customer/order/place', order, FORM, app.tokenOf())
    const body = await response.json()
    // Form encoding cannot represent `[]` or `null`.
    expect(response.status).toBe(403)
    expect(body.errors?.map((each: { code: string }) => each.code)).toEqual(['delivery_address_id', 'cart'])
  })

  test('accepts numeric text as a number and a number as text, and trims text', async () => {
    const deleted = await send(
      '/newsletter/subscribe',
      '{"email":"  spaced@kitabo.example "}',
      'application/json',
    )
    expect(deleted.status).toBe(200)
    expect(
      selectOne(app.world, "SELECT 1 FROM newsletter_subscribers WHERE email = 'spaced@kitabo.example'"),
    ).toBeDefined()
    const login = await send(
      '/auth/login',
      '{"email_or_phone":256700000001,"password":1234567}',
      'application/json',
    )
    expect(login.status).toBe(401)
  })

  test('reads a query parameter as a field of the body', async () => {
    const response = await app.fetch(`${origin}/api/v1/customer/address/delete?address_id=424242`, {
      method: 'DELETE',
      headers: { Accept: 'application/json', Authorization: `Bearer ${app.tokenOf()}` },
    })
    expect(response.status).toBe(404)
    expect(await response.json()).toEqual({ message: 'No such data found!' })
  })

  test('ignores a trailing slash', async () => {
    expect((await get('/api/v1/banners/')).status).toBe(200)
  })

  test('redirects a client that fails validation without accepting JSON', async () => {
    const response = await app.fetch(`${origin}/api/v1/special-order/store`, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        Accept: 'text/html',
        Authorization: `Bearer ${app.tokenOf()}`,
      },
      body: '{}',
      redirect: 'manual',
    })
    expect(response.status).toBe(302)
    expect(response.headers.get('location')).toBe('/')
  })

  test('returns only ten latest products with stock limits', async () => {
    const stock = await createTestApp({ stockLimits: true })
    const { products, limit } = await (await stock.fetch(`${origin}/api/v1/products/latest`)).json()
    expect(products.length).toBe(10)
    expect(limit).toBe(10)
    await stock.close()
  })
})
