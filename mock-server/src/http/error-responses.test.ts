import { expect, test } from 'vitest'
import { get, send, useSharedApp } from '../../test/current-app.ts'

useSharedApp()

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
