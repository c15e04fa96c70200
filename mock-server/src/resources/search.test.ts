import { nonEmpty } from 'contracts/non-empty'
import { expect, test } from 'vitest'
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
