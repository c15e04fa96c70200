import { expect, test } from 'vitest'
import { app, bearer, get, refusalOf, removeExtensions, send, useAppPerTest } from '../../test/current-app.ts'
import { countRows } from '../world/queries.ts'

useAppPerTest()

/** The customers of the catalogue. */
const [DEMO_CUSTOMER, OTHER_CUSTOMER] = [1, 2]

const clientOf = (customer: number) => app.client(app.tokenOf(customer))
const list = (query = {}, customer = DEMO_CUSTOMER) =>
  clientOf(customer)('GET /customer/wish-list/', { query })
const idsOf = async (page: ReturnType<typeof list>) => (await page).products.map(({ id }) => id)
const add = (product_ids: number[], customer = DEMO_CUSTOMER) =>
  clientOf(customer)('POST /customer/wish-list/add', { body: { product_ids } })
const remove = (product_ids: number[], customer = DEMO_CUSTOMER) =>
  clientOf(customer)('DELETE /customer/wish-list/remove', { body: { product_ids } })
const clear = async () => remove(await idsOf(list({ limit: '1000' })))
const wish = (product_ids: unknown) =>
  send('POST', '/api/v1/customer/wish-list/add', { product_ids }, bearer())

const CRASH = [500, 'Server Error']

test('lists the newest wishes first, and the higher id first among those of one request', async () => {
  await clear()
  await add([7])
  app.clock.advance(1000)
  await add([5, 40, 9])
  expect(await idsOf(list())).toEqual([40, 9, 5, 7])
})

test('lists each product once and in its place if it is added again', async () => {
  await clear()
  await add([7, 7])
  app.clock.advance(1000)
  await add([40])
  app.clock.advance(1000)
  expect(await add([7])).toEqual({ message: 'Item added to wishlist!' })
  expect(await list()).toMatchObject({ total_size: 2, products: [{ id: 40 }, { id: 7 }] })
})

test('a wishlist has ten products per page by default, and counts those of all pages', async () => {
  await clear()
  await add(Array.from({ length: 12 }, (_, index) => 1 + index))
  expect(await list()).toMatchObject({ total_size: 12, limit: 10, offset: 1 })
  expect(await idsOf(list())).toEqual([12, 11, 10, 9, 8, 7, 6, 5, 4, 3])
  expect(await list({ limit: '5', offset: '3' })).toMatchObject({ total_size: 12, limit: '5', offset: '3' })
  expect(await idsOf(list({ limit: '5', offset: '3' }))).toEqual([2, 1])
  expect(await idsOf(list({ offset: '3' }))).toEqual([])
})

test('stores a wish for an unknown product, but neither lists nor counts it', async () => {
  await clear()
  await add([7, 999_999])
  expect(await list()).toMatchObject({ total_size: 1, products: [{ id: 7 }] })
  expect(countRows(app.world, 'wishlist WHERE product_id = 999999')).toBe(1)
})

test('products of a wishlist have no rating and no wishlist_count, and their images also as `images`', async () => {
  const { products } = await list()
  expect(products.length).toBeGreaterThan(0)
  for (const product of products) {
    expect(product).not.toHaveProperty('rating')
    expect(product).not.toHaveProperty('wishlist_count')
    expect(product.images).toEqual(product.image)
  }
})

test('adds to and removes from the list of its customer only', async () => {
  const [own, others] = [await idsOf(list()), await idsOf(list({}, OTHER_CUSTOMER))]
  await add([...others, 7])
  expect(await idsOf(list({}, OTHER_CUSTOMER))).toEqual(others)
  await remove([...others, 7])
  expect([await idsOf(list()), await idsOf(list({}, OTHER_CUSTOMER))]).toEqual([own, others])
  await add(own, OTHER_CUSTOMER)
  expect(await idsOf(list({}, OTHER_CUSTOMER))).toEqual(expect.arrayContaining([...own, ...others]))
  await remove([...own, ...others], OTHER_CUSTOMER)
  expect([await idsOf(list()), await idsOf(list({}, OTHER_CUSTOMER))]).toEqual([own, []])
})

test('removes several products, and accepts those that are not on the list', async () => {
  await clear()
  await add([5, 7, 40])
  // Recorded: the message has this trailing space.
  expect(await remove([5, 40, 999_999])).toEqual({ message: 'Item removed from wishlist list! ' })
  expect(await idsOf(list())).toEqual([7])
})

test('a wishlist is open to guests and other customers with the id of its customer', async () => {
  const own = await idsOf(list())
  const shared = async (user: unknown, headers = {}) => {
    const { body } = await get(`/api/v1/customer/wish-list?user=${user}`, headers)
    return body.products.map(({ id }: { id: number }) => id)
  }
  expect(await shared(DEMO_CUSTOMER)).toEqual(own)
  expect(await idsOf(list({ user: String(DEMO_CUSTOMER) }, OTHER_CUSTOMER))).toEqual(own)
  for (const user of [999, 'abc', '0']) expect(await shared(user, bearer())).toEqual([])
  expect((await get('/api/v1/customer/wish-list')).refusal).toEqual([401, 'Unauthenticated.'])
})

test('without wishlistImages, products of a wishlist have no `images`', async () => {
  await removeExtensions('wishlistImages')
  expect((await list()).products[0]).not.toHaveProperty('images')
})

test('without sharedWishlist, a wishlist is open to its customer only', async () => {
  await add([7], OTHER_CUSTOMER)
  const own = await idsOf(list())
  expect(await idsOf(list({ user: String(OTHER_CUSTOMER) }))).not.toEqual(own)
  await removeExtensions('sharedWishlist')
  expect(await idsOf(list({ user: String(OTHER_CUSTOMER) }))).toEqual(own)
  expect(
    await refusalOf(app.client()('GET /customer/wish-list/', { query: { user: String(DEMO_CUSTOMER) } })),
  ).toEqual([401, undefined])
})

test.each([
  [[], [403, 'product_ids Is required']],
  ['1', [403, 'product_ids Must be an array']],
  [[1e19], CRASH],
  [{ a: 1 }, [200, 'Item added to wishlist!']],
  [['a'], CRASH],
])('a wish for %j responds with %j', async (ids, refusal) => {
  expect((await wish(ids)).refusal).toEqual(refusal)
})

test('a request with one invalid id adds nothing', async () => {
  await clear()
  expect((await wish([7, 'a'])).refusal).toEqual(CRASH)
  expect(await idsOf(list())).toEqual([])
})

test('a removal with one invalid id removes nothing', async () => {
  const before = await idsOf(list())
  const path = '/api/v1/customer/wish-list/remove'
  expect((await send('DELETE', path, { product_ids: [before[0], [7]] }, bearer())).refusal).toEqual(CRASH)
  expect(await idsOf(list())).toEqual(before)
})

test('ids may be text, and fractions are rounded as the column does', async () => {
  await clear()
  await wish(['7', 39.6])
  expect(await idsOf(list())).toEqual([40, 7])
})
