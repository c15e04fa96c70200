import { nonEmpty } from 'contracts/non-empty'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../test/test-app.ts'
import { selectAll } from '../world/world.ts'

let app: TestApp
let names: { id: number; name: string | null }[]
beforeAll(async () => {
  app = await createTestApp()
  names = nonEmpty(selectAll(app.world, 'SELECT id, name FROM products ORDER BY id'))
})
afterAll(() => app.close())

const search = (query: Record<string, string>) =>
  app.client()('GET /products/search', { query: query as { name: string } })

describe('the search', () => {
  test.each([
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
    'zzzz',
    '"',
    'OR',
  ])('returns for %j exactly the products whose names contain any of its words', async (name) => {
    const words = name.toLowerCase().split(' ')
    const expected = names.filter((row) => words.some((word) => row.name?.toLowerCase().includes(word)))
    const response = await search({ name, limit: '1000' })
    expect(response.products.map((product) => product.id)).toEqual(expected.map((row) => row.id))
    expect(response.total_size).toBe(expected.length)
  })

  test('returns everything without a name, and nothing after the last page', async () => {
    expect((await search({ limit: '5' })).total_size).toBe(names.length)
    expect((await search({ name: 'book', limit: '50', offset: '999' })).products).toEqual([])
  })

  test('returns the lowest and highest price of all results, and sorts by price', async () => {
    const results = await search({ name: 'book', limit: '1000' })
    const prices = results.products.map((product) => product.price)
    const cheapest = await search({ name: 'book', limit: '3', sort_by: 'price_low_to_high' })
    expect(cheapest.lowest_price).toEqual(Math.min(...prices))
    expect(cheapest.highest_price).toEqual(Math.max(...prices))
    expect(cheapest.products.map((product) => product.price)).toEqual(
      prices.sort((a, b) => a - b).slice(0, 3),
    )
  })

  test('reflects changed prices', async () => {
    const [first] = (await search({ name: 'book', limit: '1' })).products
    await app.control('POST /stock', { body: { id: first?.id ?? 0, price: 9_999_999 } })
    expect((await search({ name: 'book', limit: '1' })).highest_price).toBe(9_999_999)
  })
})
