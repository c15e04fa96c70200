import { orderPayload } from 'contracts/cases/order-payload'
import { DEFAULT_PRODUCT_IMAGE } from 'contracts/images'
import { nonEmpty } from 'contracts/non-empty'
import { expect, test } from 'vitest'
import { app, get, removeExtensions, useAppPerTest } from '../../test/current-app.ts'
import { createTestApp } from '../../test/test-app.ts'
import { ADDED_PRODUCT_FIELDS } from '../provider/extensions.ts'
import { selectAll } from '../world/queries.ts'
import type { ProductRow } from '../world/rows.ts'
import { readWireFields, refreshProductJson } from './products.ts'

useAppPerTest()

type Price = { id: number; price: number }

const latest = async (query = {}) => (await app.client()('GET /products/latest', { query })).products
const details = async (id: number) => {
  const response = await app.client()('GET /products/details/{id}', { params: { id: `${id}` } })
  if (!('product' in response)) throw new Error(`product ${id} does not exist`)
  return response
}
const idsOf = (products: readonly { id: number }[]) => products.map(({ id }) => id)
const newestFirst = () =>
  nonEmpty(selectAll<Price>(app.world, 'SELECT id, price FROM products ORDER BY created_at DESC, id DESC'))

/** Changes the columns of a product, and the JSON that is made from them. */
function change(id: number, columns: Record<string, unknown>): void {
  const set = Object.keys(columns).map((name) => `${name} = ?`)
  app.world.db
    .prepare(`UPDATE products SET ${set.join(', ')} WHERE id = ?`)
    .run(...Object.values(columns), id)
  refreshProductJson(app.world, id)
}

test.each([
  ['price_low_to_high', (a: Price, b: Price) => a.price - b.price],
  ['price_high_to_low', (a: Price, b: Price) => b.price - a.price],
  ['oldest_first', () => 0],
])('lists products in the order %s, and newest first where it decides nothing', async (sort_by, compare) => {
  const expected = idsOf(newestFirst().toSorted(compare))
  expect(idsOf(await latest({ sort_by, limit: '1000' }))).toEqual(expected)
  expect(idsOf(await latest({ sort_by, limit: '3', offset: '2' }))).toEqual(expected.slice(3, 6))
})

test('a former price above the price is a discount in percent, any other is none', async () => {
  const noDiscount = { original_price: null, has_discount: false, discount_percentage: 0 }
  for (const [original_price, discount] of [
    [6_000, { original_price: 6_000, has_discount: true, discount_percentage: 33 }],
    [4_000, noDiscount],
    [3_999, noDiscount],
    [null, noDiscount],
  ] as const) {
    change(5, { price: 4_000, original_price })
    expect((await details(5)).product).toMatchObject({ price: 4_000, discount: 0, ...discount })
  }
})

test('lists the categories of a product root first, whatever their order in the database', async () => {
  const rows = () =>
    selectAll<{ category_id: number; position: number }>(
      app.world,
      'SELECT category_id, position FROM product_categories WHERE product_id = 5 ORDER BY position',
    )
  const path = rows()
  expect(path.length).toBeGreaterThan(1)
  for (const [index, row] of path.entries())
    app.world.db
      .prepare('UPDATE product_categories SET position = ? WHERE product_id = 5 AND category_id = ?')
      .run(path.length - index, row.category_id)
  refreshProductJson(app.world, 5)
  const { category_ids } = (await details(5)).product
  expect(category_ids).toEqual(
    path.map((row, index) => ({ id: `${row.category_id}`, position: path.length - index })).reverse(),
  )
})

test('product details have the ten newest other products of the category', async () => {
  const newest = nonEmpty(
    selectAll<{ id: number; category_id: number }>(
      app.world,
      `SELECT products.id, products.category_id FROM products JOIN product_categories
         ON product_id = products.id AND product_categories.category_id = products.category_id
       WHERE products.category_id = (SELECT category_id FROM products GROUP BY category_id HAVING count(*) > 11 LIMIT 1)
       ORDER BY created_at DESC, products.id DESC`,
    ),
  )
  for (const { id } of [newest[0], newest.at(-1)].map((row) => row as { id: number })) {
    const { product, related_products } = await details(id)
    expect(product).toMatchObject({ id, translations: [] })
    expect(idsOf(related_products)).toEqual(
      idsOf(newest)
        .filter((other) => other !== id)
        .slice(0, 10),
    )
  }
})

test('details of build 7.7 have no reviews and no rating', async () => {
  const other = await createTestApp({ profile: '7.7' })
  expect(await other.client()('GET /products/details/{id}', { params: { id: '5' } })).toMatchObject({
    product: { reviews: [] },
    overall_rating: { total_review: 0, average_rating: 0, rating_group_count: { 1: 0, 5: 0 } },
  })
  await other.close()
})

test('a product without images has empty lists', async () => {
  const [row] = nonEmpty(selectAll<ProductRow>(app.world, 'SELECT * FROM products WHERE id = 40'))
  const { image: _, ...fields } = readWireFields(row as ProductRow)
  change(40, { wire_fields: JSON.stringify({ ...fields, image: null }) })
  expect((await details(40)).product).toMatchObject({ image: null, image_fullpath: [], attributes: [] })
})

test('an order copies a product with its lists as JSON, and the default image if it has none', async () => {
  const copy = async () => {
    await app.client(app.tokenOf())('POST /customer/order/place', { body: orderPayload(40) })
    const orders = await app.client(app.tokenOf())('GET /customer/order/list')
    const newest = orders.toSorted((a, b) => b.id - a.id)[0]
    return JSON.parse(newest?.details[0]?.product_details as string)
  }
  const { product } = await details(40)
  const { variations, attributes, category_ids, choice_options, image } = product
  expect(await copy()).toMatchObject({
    image: JSON.stringify(image),
    variations: JSON.stringify(variations),
    attributes: JSON.stringify(attributes),
    category_ids: JSON.stringify(category_ids),
    choice_options: JSON.stringify(choice_options),
    translations: [],
  })
  const [row] = nonEmpty(selectAll<ProductRow>(app.world, 'SELECT * FROM products WHERE id = 40'))
  const { image: _, ...fields } = readWireFields(row as ProductRow)
  for (const none of [null, []]) {
    change(40, { wire_fields: JSON.stringify({ ...fields, image: none }) })
    expect(await copy()).toMatchObject({ image: JSON.stringify([DEFAULT_PRODUCT_IMAGE]) })
  }
})

test.each(ADDED_PRODUCT_FIELDS)('products have no %s without %s', async (field, extension) => {
  const haveField = async () => (await latest({ limit: '1000' })).some((product) => field in product)
  // Nothing is known about its content.
  expect(await haveField(), `A product in fixtures/catalogue/products has ${field}`).toBe(
    field !== 'category',
  )
  await removeExtensions(extension)
  expect(await haveField()).toBe(false)
})

test('without isbn, products have no ISBN', async () => {
  const isIsbn = ({ tax }: { tax?: unknown }) => typeof tax === 'string'
  expect((await latest()).some(isIsbn)).toBe(true)
  await removeExtensions('isbn')
  expect((await latest()).some(isIsbn)).toBe(false)
})

test('without longLists, lists have 10 products by default', async () => {
  expect(await latest()).toHaveLength(90)
  await removeExtensions('longLists')
  expect(await latest()).toHaveLength(10)
})

test('returns 200 with an errors object for a missing product', async () => {
  const { status, body } = await get('/api/v1/products/details/99999999')
  const errors = { code: 'product-001', message: 'Product not found' }
  expect([status, body]).toEqual([200, { errors }])
})

test('returns limit and offset as text, as they were sent, and counts offset in pages', async () => {
  const { body: first } = await get('/api/v1/products/latest?limit=2')
  const { body: second } = await get('/api/v1/products/latest?limit=1&offset=2')
  expect([first.limit, first.offset, second.limit, second.offset]).toEqual(['2', 1, '1', '2'])
  expect(second.products[0].id).toBe(first.products[1].id)
})

test('ignores unknown query parameters, and fails for a limit that is not a number', async () => {
  const { body: plain } = await get('/api/v1/products/latest')
  const { body: odd } = await get('/api/v1/products/latest?sort_by=colour&unknown=1')
  expect(odd.products).toEqual(plain.products)
  expect(plain.products).toHaveLength(90)
  for (const limit of ['-3', 'abc', '5x'])
    expect((await get(`/api/v1/products/latest?limit=${limit}`)).refusal).toEqual([500, 'Server Error'])
})

test.each([
  ['products/details/1abc', 'product'],
  ['products/details/0', 'errors'],
])('%s reads the number at the beginning', async (path, key) => {
  expect((await get(`/api/v1/${path}`)).body).toHaveProperty(key)
})
