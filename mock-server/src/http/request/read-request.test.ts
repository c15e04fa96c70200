import { api } from 'contracts/api'
import { type Endpoint, endpointKey } from 'contracts/endpoint'
import { nonEmpty } from 'contracts/non-empty'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { app, bearer, get, send, useAppPerTest } from '../../../test/current-app.ts'
import { readQuery } from './read-request.ts'

/** Methods, media types and bodies as the provider's software reads them, by its public source code. */
useAppPerTest({ stock: true })

test('a POST can stand for another method, in a field or a header', async () => {
  const path = '/api/v1/customer/address/delete'
  const missing = [404, 'No such data found!']
  expect((await send('POST', path, { _method: 'DELETE', address_id: 999 }, bearer())).refusal).toEqual(
    missing,
  )
  const header = { ...bearer(), 'X-HTTP-Method-Override': 'DELETE' }
  expect((await send('POST', path, { address_id: 999 }, header)).refusal).toEqual(missing)
  expect((await send('POST', path, {}, bearer())).status).toBe(405)
  expect((await send('POST', '/api/v1/auth/login', { _method: 'DELETE' })).refusal).toEqual([
    405,
    'The DELETE method is not supported for route api/v1/auth/login. Supported methods: POST.',
  ])
})

test('a POST that stands for a GET reads its body, and shares no cached response with the GET', async () => {
  const path = '/api/v1/products/latest'
  const post = async () => (await send('POST', path, { _method: 'GET', limit: 1 })).body.products
  expect(await post()).toHaveLength(1)
  expect((await get(path)).body.products).toHaveLength(10)
  expect(await post()).toHaveLength(1)
})

test('a client that prefers a page receives pages and redirects', async () => {
  const page = { Accept: 'text/html, application/json' }
  expect((await get('/api/v1/products/latest?limit=abc', page)).body).toContain('500 Server Error')
  expect((await get('/api/v1/customer/info', page)).status).toBe(302)
  const script = { Accept: '*/*', 'X-Requested-With': 'XMLHttpRequest' }
  expect((await get('/api/v1/customer/info', script)).refusal).toEqual([401, 'Unauthenticated.'])
})

test('a body of another type is read as empty', async () => {
  const { refusal } = await send('POST', '/api/v1/auth/login', '{"email":"a"}', {
    'Content-Type': 'text/plain',
  })
  expect(refusal).toEqual([403, 'The email field is required.'])
})

test('the allowed methods of a path are its preflight', async () => {
  const { status, headers, body } = await send('OPTIONS', '/api/v1/banners')
  expect([status, headers.get('allow'), body]).toEqual([200, 'GET,HEAD', ''])
})

test('reads a query parameter as a field of the body', async () => {
  const path = '/api/v1/customer/address/delete?address_id=424242'
  const { status, message } = await send('DELETE', path, undefined, bearer())
  expect([status, message]).toEqual([404, 'No such data found!'])
})

test('redirects a client that fails validation without accepting JSON', async () => {
  await app.control('POST /extensions', { body: { specialOrders: true } })
  const headers = { Accept: 'text/html', ...bearer() }
  const response = await send('POST', '/api/v1/special-order/store', {}, headers)
  expect([response.status, response.headers.get('location')]).toEqual([302, 'http://localhost/'])
})

const declaredQueries = nonEmpty(Object.values(api))
  .flatMap((endpoints): Endpoint[] => Object.values(endpoints))
  .flatMap((endpoint) => (endpoint.query ? [{ name: endpointKey(endpoint), query: endpoint.query }] : []))

test.each(nonEmpty(declaredQueries))('$name ignores its query if no parameter is valid', ({ query }) => {
  const invalid = Object.fromEntries(Object.keys(query.shape).map((name) => [name, { nested: [null] }]))
  expect(query.safeParse(readQuery(query, { ...invalid, unknown: '1' })).success).toBe(true)
})

test.each([
  ['requires a parameter', z.object({ page: z.string() })],
  ['refuses unknown parameters', z.strictObject({ page: z.string().optional() })],
  ['has a rule about several parameters', z.object({}).refine(() => false)],
])('a query schema that %s is an error, because the host ignores invalid parameters', (_, schema) => {
  expect(() => readQuery(schema, { colour: 'red' })).toThrow(z.ZodError)
})
