import { expect, onTestFinished, test } from 'vitest'
import { app, get, useSharedApp } from '../test/current-app.ts'
import { createTestApp, type TestApp } from '../test/test-app.ts'

useSharedApp()

/** Creates an emulator for one test. */
async function createOwn(options: Parameters<typeof createTestApp>[0] = {}): Promise<TestApp> {
  const own = await createTestApp(options)
  onTestFinished(() => own.close())
  return own
}

test('returns 401 as JSON to a client that accepts JSON, and redirects others to an error list', async () => {
  const response = await get('/api/v1/customer/info')
  expect([response.status, response.body]).toEqual([401, { message: 'Unauthenticated.' }])
  const { status, headers } = await get('/api/v1/customer/info', { Accept: 'text/html' })
  expect([status, headers.get('location')]).toEqual([302, 'http://localhost/authentication-failed'])
  const page = await get('/authentication-failed')
  const errors = [{ code: 'auth-001', message: 'Unauthenticated.' }]
  expect([page.status, page.body]).toEqual([401, { errors }])
})

test('includes the unknown route in the error', async () => {
  const { status, body } = await get('/api/v1/nothing/here')
  expect([status, body]).toEqual([404, { message: 'The route api/v1/nothing/here could not be found.' }])
})

test('responds to HEAD without a body in process, compressed or not', async () => {
  const headers = { 'Accept-Encoding': 'br' }
  const response = await app.fetch('http://localhost/api/v1/products/latest', { method: 'HEAD', headers })
  expect([response.status, await response.text()]).toEqual([200, ''])
})

test('a strict emulator refuses undeclared input', async () => {
  const strict = await createOwn({ strict: true })
  const response = await strict.fetch('http://localhost/api/v1/products/latest?colour=red')
  expect(response.status).toBe(400)
  const message = '((Refused by --strict: query.colour is not in the contract.))'
  expect(await response.json()).toEqual({ message })
})

test('returns 500 for a response that violates its contract, and reports it in the status', async () => {
  const damaged = await createOwn()
  damaged.world.db.prepare("UPDATE products SET json = json_set(json, '$.price', 'much')").run()
  damaged.world.version++
  const response = await damaged.fetch('http://localhost/api/v1/products/latest')
  expect(response.status).toBe(500)
  expect((await response.json()).message).toContain('$.products[].price')
  expect((await damaged.control('GET /status')).broken_responses).toHaveLength(1)
})

test('image URLs and redirects begin with the https origin of a proxy', async () => {
  const proxied = await createTestApp({ publicUrl: 'https://shop.example/' })
  onTestFinished(() => proxied.close())
  const categories = await (await proxied.fetch('http://localhost/api/v1/categories')).text()
  expect(categories).toContain('https://shop.example/')
  expect(categories).not.toContain('http://')
  const redirect = await proxied.fetch('http://localhost/api/v1/customer/info', { redirect: 'manual' })
  expect(redirect.headers.get('location') ?? '').toMatch(/^https:\/\/shop\.example\//)
})
