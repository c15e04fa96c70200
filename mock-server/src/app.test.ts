import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { createTestApp, type TestApp } from '../test/test-app.ts'

let app: TestApp
const origin = 'http://localhost:8080'

beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const get = (path: string, headers: Record<string, string> = { Accept: 'application/json' }) =>
  app.fetch(origin + path, { headers, redirect: 'manual' })

describe('the provider API', () => {
  test('returns 401 as JSON to a client that accepts JSON', async () => {
    const response = await get('/api/v1/customer/info')
    expect(response.status).toBe(401)
    expect(await response.json()).toEqual({ message: 'Unauthenticated.' })
  })

  test('redirects other clients to a page with an error list', async () => {
    const response = await get('/api/v1/customer/info', { Accept: 'text/html' })
    expect(response.status).toBe(302)
    expect(response.headers.get('location')).toBe('/authentication-failed')
    const page = await get('/authentication-failed')
    expect(page.status).toBe(401)
    expect(await page.json()).toEqual({ errors: [{ code: 'auth-001', message: 'Unauthenticated.' }] })
  })

  test('includes the unknown route in the error', async () => {
    const response = await get('/api/v1/nothing/here')
    expect(response.status).toBe(404)
    expect(await response.json()).toEqual({ message: 'The route api/v1/nothing/here could not be found.' })
  })

  test('returns 200 with an errors object for a missing product', async () => {
    const response = await get('/api/v1/products/details/99999999')
    expect(response.status).toBe(200)
    expect(await response.json()).toEqual({ errors: { code: 'product-001', message: 'Product not found' } })
  })

  test('returns limit and offset as text, as they were sent, and counts offset in pages', async () => {
    const first = await (await get('/api/v1/products/latest?limit=2')).json()
    const second = await (await get('/api/v1/products/latest?limit=1&offset=2')).json()
    expect(first.limit).toBe('2')
    expect(first.offset).toBe(1)
    expect(second.limit).toBe('1')
    expect(second.offset).toBe('2')
    expect(second.products[0].id).toBe(first.products[1].id)
  })

  test('ignores invalid query parameters', async () => {
    const plain = await (await get('/api/v1/products/latest')).json()
    const odd = await (await get('/api/v1/products/latest?sort_by=colour&limit=-3&unknown=1')).json()
    expect(odd.products.map((each: { id: number }) => each.id)).toEqual(
      plain.products.map((each: { id: number }) => each.id),
    )
    expect(plain.products).toHaveLength(90)
  })

  test('matches any word of a search literally, including punctuation', async () => {
    const own = await createTestApp()
    onTestFinished(() => own.close())
    own.world.db.exec(`
      CREATE TEMP TABLE signs AS SELECT * FROM products WHERE id IN (7, 8);
      UPDATE signs SET name = CASE id WHEN 7 THEN 'Shirt of 100%_cotton' ELSE 'Shirt of 1000 threads' END;
      UPDATE signs SET id = 90000 + id, json = json_set(json, '$.id', 90000 + id);
      INSERT INTO products SELECT * FROM signs`)
    const found = async (name: string) =>
      (await own.client()('GET /products/search', { query: { name } })).products.map(({ id }) => id)
    expect(await found('100%_')).toEqual([90007])
    expect(await found('%_')).toEqual([90007])
    expect(await found('100')).toEqual(expect.arrayContaining([90007, 90008]))
  })

  test('refuses a malformed body with one message, without a stack trace', async () => {
    const response = await app.fetch(`${origin}/api/v1/auth/login`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: '{"email_or_phone": ',
    })
    expect(response.status).toBe(400)
    expect(await response.text()).not.toMatch(/\bat .*:\d+/)
  })

  test('responds to HEAD without a body in process, compressed or not', async () => {
    const headers = { 'Accept-Encoding': 'br' }
    const response = await app.fetch(`${origin}/api/v1/products/latest`, { method: 'HEAD', headers })
    expect(response.status).toBe(200)
    expect(await response.text()).toBe('')
  })

  test('accepts requests from any origin', async () => {
    const response = await get('/api/v1/banners', {
      Accept: 'application/json',
      Origin: 'https://shop.example',
    })
    expect(response.headers.get('access-control-allow-origin')).toBe('*')
  })
})
