import type { ApiError } from 'contracts/client'
import { nonEmpty } from 'contracts/non-empty'
import { expect, test, vi } from 'vitest'
import { app, get, send, useAppPerTest } from '../../test/current-app.ts'
import { selectAll } from '../world/queries.ts'

useAppPerTest()

const names = () =>
  nonEmpty(
    selectAll<{ id: number; name: string | null }>(app.world, 'SELECT id, name FROM products ORDER BY id'),
  )
const idsOf = (products: readonly { id: number }[]) => products.map(({ id }) => id)
const search = (query: object) => app.client()('GET /products/search', { query: query as { name: string } })

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

test('ignores a NUL in a search and searches for the other words', async () => {
  const found = async (name: string) => (await get(`/api/v1/products/search?name=${name}`)).body.total_size
  expect(await found('%00')).toBe(0)
  expect(await found('book')).toBeGreaterThan(0)
  expect(await found('book+a%00b')).toBe(await found('book'))
  expect((await get('/__emulator/stock?name=%00')).body.products).toEqual([])
})

test('refuses a search for 1,100 words but accepts 100', async () => {
  const words = (count: number) => Array.from({ length: count }, (_, index) => `w${index}x`)
  expect((await get(`/api/v1/products/search?name=${words(1100).join('+')}`)).refusal).toEqual([
    400,
    '((A search may contain at most 100 different words.))',
  ])
  for (const name of [words(100).join('+'), `a+${words(99).join('+')}`, 'book+'.repeat(1100)])
    expect((await get(`/api/v1/products/search?name=${name}`)).status).toBe(200)
})

test('refuses a search for a word that is too long for a comparison', async () => {
  const search = (name: string) => send('POST', '/api/v1/products/search', { _method: 'GET', name })
  for (const character of ['x', '%', '\\', 'ŋ']) {
    expect((await search(`book %${character.repeat(9_999)}`)).status).toBe(200)
    expect((await search(`book %${character.repeat(10_000)}`)).refusal).toEqual([
      400,
      '((A word of a search may have at most 10000 characters.))',
    ])
  }
})

test('refuses a search for categories that are nested too deeply', async () => {
  const category_id = '['.repeat(200_000) + ']'.repeat(200_000)
  const { refusal } = await send('POST', '/api/v1/products/search', { _method: 'GET', category_id })
  expect(refusal).toEqual([400, '((The body is nested deeper than 64 levels.))'])
})

test('filters by price only with both limits', async () => {
  const all = await search({ name: 'book', limit: '1000' })
  for (const range of [{ price_low: '1000' }, { price_high: '5000' }])
    expect((await search({ name: 'book', limit: '1000', ...range })).total_size).toBe(all.total_size)
  const both = await search({ name: 'book', limit: '1000', price_low: '1000', price_high: '5000' })
  expect(both.total_size).toBeGreaterThan(0)
  expect(both.total_size).toBeLessThan(all.total_size)
})

test.each([
  ['9007199254740992', '9007199254740993'],
  ['1e300', '1e400'],
  ['-1e400', '-1e300'],
])('responds to the prices %s to %s with safe integers', async (price_low, price_high) => {
  const { lowest_price, highest_price } = await search({ name: 'book', price_low, price_high })
  expect([lowest_price, highest_price].every(Number.isSafeInteger)).toBe(true)
})

test('filters by a list of categories, and fails for anything else, as the software does', async () => {
  const [row] = selectAll<{ category_id: number }>(app.world, 'SELECT category_id FROM product_categories')
  const id = row?.category_id ?? 0
  const inCategory = selectAll<{ product_id: number }>(
    app.world,
    'SELECT product_id FROM product_categories WHERE category_id = ?',
    id,
  )
  const { products } = await search({ category_id: `[${id}]`, limit: '1000' })
  expect(new Set(idsOf(products))).toEqual(new Set(inCategory.map(({ product_id }) => product_id)))
  for (const category_id of ['3', 'shoes', '"3"'])
    await expect(search({ category_id })).rejects.toMatchObject({ status: 500 } satisfies Partial<ApiError>)
  expect((await get('/api/v1/products/search?name[]=book')).status).toBe(500)
})

test('a rating finds nothing, and the sizes of an empty page are zero', async () => {
  const empty = { total_size: 0, lowest_price: 0, highest_price: 0, products: [] }
  expect(await search({ name: 'book', rating: '3' })).toMatchObject(empty)
  expect(await search({ name: 'book', limit: '10', offset: '999' })).toMatchObject(empty)
})

test('a backslash is part of a name, unless a wildcard or another backslash follows', async () => {
  const add = (id: number, name: string) =>
    app.world.db.exec(`
      CREATE TEMP TABLE added AS SELECT * FROM products WHERE id = 7;
      UPDATE added SET id = ${id}, name = '${name}', json = json_set(json, '$.id', ${id});
      INSERT INTO products SELECT * FROM added;
      DROP TABLE added`)
  add(90007, 'Folder a\\b')
  add(90008, 'Discount 50% off')
  const find = async (name: string) => {
    const found = idsOf((await search({ name, limit: '1000' })).products)
    return found.filter((id) => id > 90000)
  }
  expect([await find('a\\b'), await find('a\\\\b'), await find('a\\c')]).toEqual([[90007], [90007], []])
  expect([await find('50\\%'), await find('5\\_')]).toEqual([[90008], []])
})
