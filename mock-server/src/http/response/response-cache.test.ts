import { orderPayload } from 'contracts/cases/order-payload'
import { expect, test } from 'vitest'
import { app, get, useAppPerTest } from '../../../test/current-app.ts'
import { createTestApp } from '../../../test/test-app.ts'
import { update } from '../../world/queries.ts'
import { encodeBody, ResponseCache } from './response-cache.ts'

useAppPerTest()

test('customer data does not invalidate cached responses', async () => {
  const nameOf = async () => (await get('/api/v1/products/details/40')).body.product.name
  const before = await nameOf()
  // The name changes only in the database, so an unchanged response must come from the cache.
  app.world.db.prepare("UPDATE products SET json = json_set(json, '$.name', 'Renamed')").run()
  await app.client()('POST /newsletter/subscribe', { body: { email: 'amina@kitabo.example' } })
  const client = app.client(app.tokenOf())
  await client('POST /customer/wish-list/add', { body: { product_ids: [40, 7] } })
  await client('DELETE /customer/wish-list/remove', { body: { product_ids: [40] } })
  const [address] = await client('GET /customer/address/list')
  await client('DELETE /customer/address/delete', { body: { address_id: address?.id ?? 0 } })
  expect(await nameOf()).toBe(before)
})

test('does not cache a response created before a write', async () => {
  const cache = new ResponseCache()
  const before = app.world.version
  update(app.world, 'banners', 'SET title = ?', 'Changed meanwhile')
  cache.set(app.world, 'banners', encodeBody('old'), before)
  expect(cache.get(app.world, 'banners')).toBeUndefined()
})

/** Paths of every kind of response, with products that are sold and others. */
const READS = [
  '/banners',
  '/homepage/sections',
  '/categories',
  '/config',
  '/categories/childes/3',
  '/categories/products/3',
  '/products/latest?sort_by=price_low_to_high&limit=30',
  '/products/search?name=book&sort_by=price_high_to_low',
  ...[5, 500, 9, 40].map((id) => `/products/details/${id}`),
].map((path) => `/api/v1${path}`)

const customer = { f_name: 'A', l_name: 'N', email: 'a@b.cd', phone: '0700999999', password: 'secret1' }
/** One write of each kind. */
const WRITES: [method: string, path: string, body: object][] = [
  ['POST', '/api/v1/auth/registration', customer],
  ['POST', '/api/v1/customer/wish-list/add', { product_ids: [7] }],
  ['DELETE', '/api/v1/customer/wish-list/remove', { product_ids: [7] }],
  ['POST', '/api/v1/customer/order/place', orderPayload(40)],
  ['POST', '/__emulator/stock', { id: 5, stock: 1 }],
  ['POST', '/__emulator/stock', { id: 9, price: 1 }],
  ['POST', '/__emulator/snapshots', { name: 'before' }],
  ['POST', '/api/v1/customer/order/place', orderPayload(9)],
  ['POST', '/__emulator/snapshots/restore', { name: 'before' }],
  ['POST', '/__emulator/reset', {}],
]

test('every response is the same after every kind of write', async () => {
  const uncached = await createTestApp()
  const read = async (path: string, { fetch } = app) => (await fetch(`http://localhost${path}`)).text()
  for (const [method, path, body] of WRITES) {
    for (const { fetch, tokenOf } of [app, uncached]) {
      const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${tokenOf()}` }
      const init = { method, headers, body: JSON.stringify(body) }
      expect((await fetch(`http://localhost${path}`, init)).status, path).toBe(200)
    }
    for (const page of READS) {
      uncached.world.version++
      const expected = await read(page, uncached)
      // The second response is from the cache.
      expect([await read(page), await read(page)], `${page} after ${path}`).toEqual([expected, expected])
    }
  }
  expect(uncached.invalidResponses).toEqual([])
  await uncached.close()
})
const numbers = (n: number) => Array.from({ length: n }, (_, i) => i + 1)
const text = (bytes: number) => encodeBody('x'.repeat(bytes))

test('limits the cache in bytes, and evicts the oldest responses first', () => {
  const cache = new ResponseCache()
  for (const n of numbers(30)) cache.set(app.world, `a${n}`, text(1_000_000))
  const stored = numbers(30).filter((n) => cache.get(app.world, `a${n}`))
  expect(stored).toEqual(numbers(22).map((n) => 8 + n))
  cache.set(app.world, 'large', text(5_000_000))
  expect(cache.get(app.world, 'large')).toBeUndefined()
})

test('removes the cached responses of a removed world', async () => {
  const cache = new ResponseCache()
  const own = app.worlds.findOrFork('own')
  if (own === null) throw new Error('no world')
  cache.set(own, 'a', text(10))
  cache.set(app.world, 'a', text(10))
  app.worlds.remove('own')
  expect(cache.get(own, 'a')).toBeUndefined()
  expect(cache.get(app.world, 'a')).toBeDefined()
})

test('uses no more memory than it accounts for', () => {
  const { plain } = encodeBody('short')
  expect(plain.buffer.byteLength).toBe(plain.length)
})

test('shares a cached response with requests that have undeclared parameters', async () => {
  const response = async (query: string) =>
    (await app.app.inject({ url: `/api/v1/products/latest?${query}` })).rawPayload
  const first = await response('limit=3')
  // The name changes only in the database, so an unchanged response must come from the cache.
  app.world.db.prepare("UPDATE products SET json = json_set(json, '$.name', 'changed')").run()
  expect((await response('limit=3&colour=red')).equals(first)).toBe(true)
  expect((await response('x[]=1&limit=3&limit=3')).equals(first)).toBe(false)
  expect((await response('limit=4')).equals(first)).toBe(false)
})
