import { nonEmpty } from 'contracts/non-empty'
import { expect, test } from 'vitest'
import { allTestsShareApp, app } from '../../test/current-app.ts'
import { selectAll } from '../world/world.ts'

allTestsShareApp()

const names = () =>
  nonEmpty(
    selectAll<{ id: number; name: string | null }>(app.world, 'SELECT id, name FROM products ORDER BY id'),
  )
const search = (query: Record<string, string>) =>
  app.client()('GET /products/search', { query: query as { name: string } })

test('returns exactly the products whose names contain any of the words, literally', async () => {
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
    '100%',
    '%_',
    '_',
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
  expect((await search({ name: '%_' })).products.map(({ id }) => id)).toEqual([90007])
})

test('returns everything without a name, and nothing after the last page', async () => {
  expect((await search({ limit: '5' })).total_size).toBe(names().length)
  expect((await search({ name: 'book', limit: '50', offset: '999' })).products).toEqual([])
})

test('returns the lowest and highest price of all results, and sorts by price', async () => {
  const { products } = await search({ name: 'book', limit: '1000' })
  const prices = products.map(({ price }) => price).sort((a, b) => a - b)
  const cheapest = await search({ name: 'book', limit: '3', sort_by: 'price_low_to_high' })
  expect(cheapest).toMatchObject({ lowest_price: prices[0], highest_price: prices.at(-1) })
  expect(cheapest.products.map(({ price }) => price)).toEqual(prices.slice(0, 3))
  await app.control('POST /stock', { body: { id: products[0]?.id ?? 0, price: 9_999_999 } })
  expect((await search({ name: 'book', limit: '1' })).highest_price).toBe(9_999_999)
})
