import { nonEmpty } from 'contracts/non-empty'
import { expect, test, vi } from 'vitest'
import { app, useSharedApp } from '../../test/current-app.ts'
import { selectAll } from '../world/queries.ts'

useSharedApp()

const names = () =>
  nonEmpty(
    selectAll<{ id: number; name: string | null }>(app.world, 'SELECT id, name FROM products ORDER BY id'),
  )
const search = (query: Record<string, string>) =>
  app.client()('GET /products/search', { query: query as { name: string } })

test('returns exactly the products whose names contain any of the words', async () => {
  app.world.db.exec(`
    CREATE TEMP TABLE signs AS SELECT * FROM products WHERE id = 7;
    UPDATE signs SET id = 90007, name = 'Shirt of 100%_cotton', json = json_set(json, '$.id', 90007);
    INSERT INTO products SELECT * FROM signs`)
  for (const name of [
    'book',
    'Boo',
    'ook',
    'P5',
    'a',
    'maths primary',
    'ŋŋo',
    'Eŋŋoma',
    "pupil's",
    'x y z',
    'zzzz',
    '"',
    'OR',
  ]) {
    const words = name.toLowerCase().split(' ')
    const expected = names().filter((row) => words.some((word) => row.name?.toLowerCase().includes(word)))
    const { products, total_size } = await search({ name, limit: '1000' })
    expect(
      products.map(({ id }) => id),
      name,
    ).toEqual(expected.map(({ id }) => id))
    expect(total_size).toBe(expected.length)
  }
})

test('returns everything without a name, and nothing after the last page', async () => {
  expect((await search({ limit: '5' })).total_size).toBe(names().length)
  expect((await search({ name: 'book', limit: '50', offset: '999' })).products).toEqual([])
})

test.each([['%'], ['_'], ['book  zzzz']])(
  'finds every product for "%s", as the database does',
  async (name) => {
    const named = names().filter((row) => row.name !== null)
    expect((await search({ name: `${name}` })).total_size).toBe(
      name.includes(' ') ? names().length : named.length,
    )
  },
)

test('compares wildcards within a word', async () => {
  const { products } = await search({ name: 'b%k', limit: '1000' })
  expect(products.map(({ id }) => id)).toEqual(
    names()
      .filter((row) => /b.*k/i.test(row.name ?? ''))
      .map(({ id }) => id),
  )
})

test('returns the lowest and highest price of all results, or the requested ones', async () => {
  const { products } = await search({ name: 'book', limit: '1000' })
  const prices = products.map(({ price }) => price).sort((a, b) => a - b)
  const all = await search({ name: 'book', limit: '3' })
  expect(all).toMatchObject({ lowest_price: prices[0], highest_price: prices.at(-1) })
  const range = { price_low: '1000', price_high: '5000' }
  const some = await search({ name: 'book', limit: '1000', ...range })
  expect(some).toMatchObject({ lowest_price: 1000, highest_price: 5000 })
  expect(some.products).toEqual(products.filter(({ price }) => price >= 1000 && price <= 5000))
  await app.control('POST /stock', { body: { id: products[0]?.id ?? 0, price: 9_999_999 } })
  expect((await search({ name: 'book', limit: '1' })).highest_price).toBe(9_999_999)
})

test('returns the products of the requested categories', async () => {
  const inCategory = (ids: number[]) =>
    selectAll<{ id: number }>(
      app.world,
      `SELECT DISTINCT product_id AS id FROM product_categories
       WHERE category_id IN (SELECT value FROM json_each(?)) ORDER BY 1`,
      JSON.stringify(ids),
    ).map(({ id }) => id)
  const [first, second] = selectAll<{ id: number }>(
    app.world,
    'SELECT id FROM categories ORDER BY id LIMIT 2',
  )
  const ids = [first?.id ?? 0, second?.id ?? 0]
  const found = async (query: Record<string, string>) =>
    (await search({ limit: '1000', category_id: JSON.stringify(ids), ...query })).products.map(({ id }) => id)
  expect(await found({})).toEqual(inCategory(ids))
  const named = (await search({ name: 'book', limit: '1000' })).products.map(({ id }) => id)
  expect(await found({ name: 'book' })).toEqual(nonEmpty(named.filter((id) => inCategory(ids).includes(id))))
  expect(await found({ name: 'zzzz' })).toEqual([])
})

test('uses the same database statements for all prices, categories and pages', async () => {
  const prepare = vi.spyOn(app.world.db, 'prepare')
  const searchFor = (number: number) =>
    search({
      name: 'book',
      price_low: `${number}`,
      price_high: `${number + 1000}`,
      category_id: JSON.stringify([number, number + 1]),
      limit: `${number}`,
    })
  await searchFor(1)
  prepare.mockClear()
  for (let number = 2; number < 20; number++) await searchFor(number)
  expect(prepare).not.toHaveBeenCalled()
  prepare.mockRestore()
})

test('accepts numbers that are larger than the database can store', async () => {
  expect((await search({ category_id: '["1e999"]' })).total_size).toBe(0)
  expect((await search({ price_low: '1e999', price_high: '1e999' })).total_size).toBe(0)
  expect((await search({ limit: '1e309' })).products).toHaveLength(names().length)
  expect((await search({ limit: '0.0', offset: '1e309' })).products).toEqual([])
})
