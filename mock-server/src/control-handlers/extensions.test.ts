import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { orderPayload } from 'contracts/cases/order-payload'
import { Product } from 'contracts/resources/products'
import { expect, test } from 'vitest'
import { app, bearer, get, refusalOf, send, useAppPerTest } from '../../test/current-app.ts'
import { createTestApp } from '../../test/test-app.ts'
import { assetPath } from '../assets.ts'
import {
  ADDED_PRODUCT_FIELDS,
  EXTENSION_NAMES,
  type ExtensionName,
  everyExtension,
} from '../provider/extensions.ts'
import { selectOne } from '../world/queries.ts'

useAppPerTest()

const without = (...names: ExtensionName[]) =>
  app.control('POST /extensions', { body: Object.fromEntries(names.map((name) => [name, false])) })
const place = (change = {}, headers = {}) =>
  app.client(app.tokenOf())('POST /customer/order/place', { body: orderPayload(40, change), headers })
const address = {
  contact_person_name: 'A',
  address_type: 'Home',
  contact_person_number: '+256',
  address: 'B',
}
const login = { email_or_phone: 'demo@kitabo.example', password: 'kitabo-demo' }

test('a world has all extensions, and a reset restores those of its start', async () => {
  expect(await app.control('GET /extensions')).toEqual(everyExtension(true))
  expect(await without('sections')).toEqual(everyExtension(true, { sections: false }))
  await app.control('POST /reset')
  expect(await app.control('GET /extensions')).toEqual(everyExtension(true))
})

test('a world can be created without an extension', async () => {
  await app.control('POST /worlds', { body: { name: 'roots', extensions: { categoryLevels: false } } })
  const world = app.inWorld('roots')
  expect(await world.control('GET /extensions')).toEqual(everyExtension(true, { categoryLevels: false }))
})

test.each([
  ['sections', 'GET', '/api/v1/homepage/sections'],
  ['newsletter', 'POST', '/api/v1/newsletter/subscribe'],
  ['specialOrders', 'POST', '/api/v1/special-order/store'],
] as const)('without %s, its route does not exist', async (name, method, path) => {
  const body = method === 'POST' ? { email: 'a@kitabo.example' } : undefined
  const before = await send(method, path, body, bearer())
  expect(before.status).not.toBe(404)
  await without(name)
  const route = path.slice(1)
  const { refusal } = await send(method, path, body, bearer())
  expect(refusal).toEqual([404, `The route ${route} could not be found.`])
})

test('without categoryLevels, only roots are listed and children can be requested', async () => {
  const all = await app.client()('GET /categories')
  await without('categoryLevels')
  const roots = await app.client()('GET /categories')
  expect(roots).toEqual(all.filter(({ position }) => position === 0))
  expect(roots.length).toBeLessThan(all.length)
  const params = { categoryId: String(roots[0]?.id) }
  expect((await app.client()('GET /categories/childes/{categoryId}', { params })).length).toBeGreaterThan(0)
})

const latest = async (query = {}) => (await app.client()('GET /products/latest', { query })).products

test.each(ADDED_PRODUCT_FIELDS)('products have no %s without %s', async (field, extension) => {
  const haveField = async () => (await latest({ limit: '1000' })).some((product) => field in product)
  // Nothing is known about its content.
  expect(await haveField()).toBe(field !== 'category')
  await without(extension)
  expect(await haveField()).toBe(false)
})

test('without isbn, products have no ISBN', async () => {
  const isIsbn = ({ tax }: { tax?: unknown }) => typeof tax === 'string'
  expect((await latest()).some(isIsbn)).toBe(true)
  await without('isbn')
  expect((await latest()).some(isIsbn)).toBe(false)
})

test('without longLists, lists have 10 products by default', async () => {
  expect(await latest()).toHaveLength(90)
  await without('longLists')
  expect(await latest()).toHaveLength(10)
})

test('without productImagePlace, images are in the second folder only', async () => {
  const [product] = (await app.client()('GET /products/latest')).products
  const file = product?.image?.[0]
  expect((await get(`/product/${file}`)).status).toBe(200)
  await without('productImagePlace')
  expect((await get(`/product/${file}`)).status).toBe(404)
  expect((await get(`/storage/product/${file}`)).status).toBe(200)
})

test('without their extensions, a wishlist has no images, and is not shared', async () => {
  const list = (token: string | null, user?: string) =>
    app.client(token)('GET /customer/wish-list/', { query: user ? { user } : {} })
  expect((await list(null, '1')).products[0]).toHaveProperty('images')
  await without('wishlistImages', 'sharedWishlist')
  expect((await list(app.tokenOf())).products[0]).not.toHaveProperty('images')
  expect(await refusalOf(list(null, '1'))).toEqual([401, undefined])
})

test('without createdAddress, a new address is not returned', async () => {
  await without('createdAddress')
  const { body } = await send('POST', '/api/v1/customer/address/add', address, bearer())
  expect(body).toEqual({ message: 'successfully added!' })
})

test('without pickupWithoutAddress, an order requires an address', async () => {
  const pickup = { order_type: 'self_pickup', delivery_address_id: null }
  expect(await refusalOf(place(pickup))).toBe(200)
  await without('pickupWithoutAddress')
  expect(await refusalOf(place(pickup))).toEqual([403, 'delivery_address_id'])
})

test("without ownAddresses, an order shows a different customer's address", async () => {
  const sql = 'SELECT id FROM addresses WHERE customer_id <> 1'
  const { id = 0 } = selectOne<{ id: number }>(app.world, sql) ?? {}
  const shown = async () => {
    const { order_id } = await place({ delivery_address_id: id })
    const orders = await app.client(app.tokenOf())('GET /customer/order/list')
    return orders.find((order) => order.id === order_id)?.delivery_address?.id
  }
  expect(await shown()).toBeUndefined()
  await without('ownAddresses')
  expect(await shown()).toBe(id)
})

test('without largeTotals, a total of a million exceeds its column', async () => {
  expect(await refusalOf(place({ order_amount: 1_000_000 }))).toBe(200)
  await without('largeTotals')
  expect(await refusalOf(place({ order_amount: 999_999 }))).toBe(200)
  const body = orderPayload(40, { order_amount: 1_000_000 })
  const refused = await send('POST', '/api/v1/customer/order/place', body, bearer())
  expect(refused.status).toBe(403)
  const errorInfo = ['22003', 1264, "Out of range value for column 'order_amount' at row 1"]
  expect(refused.body).toEqual([{ errorInfo, connectionName: 'mysql' }])
})

test('without orderRedirect, an order is confirmed with its id only', async () => {
  await without('orderRedirect')
  expect(Object.keys(await place())).toEqual(['message', 'order_id'])
})

test('without idempotencyKeys, a repeated order is a second one', async () => {
  const repeat = async () => {
    const headers = { 'Idempotency-Key': 'same' }
    return [await place({}, headers), await place({}, headers)].map(({ order_id }) => order_id)
  }
  const [first, repeated] = await repeat()
  expect(repeated).toBe(first)
  await without('idempotencyKeys')
  const [, second] = await repeat()
  expect(second).not.toBe(first)
})

test('without loginWithoutType, log-in requires a type', async () => {
  const refusal = [403, 'The type field is required.']
  await without('loginWithoutType')
  expect((await send('POST', '/api/v1/auth/login', login)).refusal).toEqual(refusal)
  expect((await send('POST', '/api/v1/auth/login', { ...login, type: 'email' })).status).toBe(200)
})

test('the original software has no extensions, but build 7.1 requires no type', async () => {
  for (const [profile, loginWithoutType] of [
    ['7.1', true],
    ['7.7', false],
  ] as const) {
    const stock = await createTestApp({ stock: true, profile })
    expect(await stock.control('GET /extensions')).toEqual(everyExtension(false, { loginWithoutType }))
    await stock.close()
  }
})

test('every optional field of a product is in the original software, or added by an extension', () => {
  const optional = Object.entries(Product.shape).filter(([, schema]) => schema.safeParse(undefined).success)
  const added = ADDED_PRODUCT_FIELDS.map(([field]) => field as string)
  const original = optional.map(([field]) => field).filter((field) => !added.includes(field))
  expect(original).toEqual(['wishlist_count', 'rating', 'codebar'])
  expect(ADDED_PRODUCT_FIELDS.filter(([, extension]) => !EXTENSION_NAMES.includes(extension))).toEqual([])
})

test('every extension is read by the code that it changes', () => {
  const folder = join(import.meta.dirname, '..')
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (file) => /(?<!\.test)\.ts$/.test(file) && file !== join('provider', 'extensions.ts'),
  )
  const code = files.map((file) => readFileSync(join(folder, file), 'utf8')).join()
  const ofFields = ADDED_PRODUCT_FIELDS.map(([, extension]) => extension)
  const isRead = (name: ExtensionName) =>
    ofFields.includes(name) || RegExp(`xtensions\\.${name}\\b|, '${name}'\\]`).test(code)
  expect(EXTENSION_NAMES.filter((name) => !isRead(name))).toEqual([])
})

test('the README lists all extensions', () => {
  const section = readFileSync(assetPath('README.md'), 'utf8')
    .split('## ')
    .find((text) => text.startsWith('Extensions'))
  expect([...(section ?? '').matchAll(/^\| `(\w+)`/gm)].map(([, name]) => name)).toEqual(EXTENSION_NAMES)
})
