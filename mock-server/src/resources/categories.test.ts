import { categoryImageUrl } from 'contracts/images'
import { nonEmpty } from 'contracts/non-empty'
import { expect, test } from 'vitest'
import { app, get, removeExtensions, useAppPerTest } from '../../test/current-app.ts'
import { selectAll, update } from '../world/queries.ts'

useAppPerTest()

const list = () => app.client()('GET /categories')
const productsOf = (id: number | string) =>
  app.client()('GET /categories/products/{categoryId}', { params: { categoryId: String(id) } })
const childrenOf = (id: number | string) =>
  app.client()('GET /categories/childes/{categoryId}', { params: { categoryId: String(id) } })
const idsOf = (rows: readonly { id: number }[]) => rows.map(({ id }) => id)

test('lists all levels by id, each category with the number of its products', async () => {
  const categories = nonEmpty(await list())
  expect(idsOf(categories)).toEqual(
    idsOf(selectAll<{ id: number }>(app.world, 'SELECT id FROM categories ORDER BY id')),
  )
  for (const { id, products_count: count } of categories)
    expect(await productsOf(id)).toHaveLength(count ?? -1)
})

test('without categoryLevels, only roots are listed and children can be requested', async () => {
  const all = await app.client()('GET /categories')
  await removeExtensions('categoryLevels')
  const roots = await app.client()('GET /categories')
  expect(roots).toEqual(all.filter(({ position }) => position === 0))
  expect(roots.length).toBeLessThan(all.length)
  const params = { categoryId: String(roots[0]?.id) }
  expect((await app.client()('GET /categories/childes/{categoryId}', { params })).length).toBeGreaterThan(0)
})

test('lists the products of a category completely, newest first, and by id if they are equally new', async () => {
  const sql = 'SELECT category_id AS id FROM product_categories GROUP BY 1 HAVING count(*) > 15'
  const { id } = nonEmpty(selectAll<{ id: number }>(app.world, sql))[0] as { id: number }
  const seeded = idsOf(await productsOf(id))
  const [oldest, newest] = [Math.min(...seeded), Math.max(...seeded)]
  update(app.world, 'products', 'SET created_at = 1000')
  update(app.world, 'products', 'SET created_at = 2000 WHERE id = ?', oldest)
  update(app.world, 'products', 'SET created_at = 0 WHERE id = ?', newest)
  const others = seeded.filter((each) => each !== oldest && each !== newest).toSorted((a, b) => b - a)
  expect(idsOf(await productsOf(id))).toEqual([oldest, ...others, newest])
})

test('a product is listed in its category and in every category above it', async () => {
  const [child] = nonEmpty((await list()).filter(({ position }) => position > 0))
  const [product] = nonEmpty(await productsOf(child?.id ?? 0))
  expect(idsOf(await productsOf(child?.parent_id ?? 0))).toContain(product?.id)
})

test.each(['abc', '0x1e', '999999999', '-1'])('the category "%s" has no products', async (id) => {
  expect(await productsOf(id)).toEqual([])
})

test('lists the direct subcategories of a category by id, without the numbers of their products', async () => {
  const categories = await list()
  const [root] = categories.filter(({ position }) => position === 0)
  const children = categories.filter(({ parent_id }) => parent_id === root?.id)
  expect(await childrenOf(root?.id ?? 0)).toEqual(
    nonEmpty(children).map(({ products_count: _, ...child }) => child),
  )
})

test('a category without subcategories, and an unknown one, have an empty list', async () => {
  const categories = await list()
  const [leaf] = nonEmpty(categories.filter(({ id }) => categories.every((each) => each.parent_id !== id)))
  for (const id of [leaf?.id ?? 0, 999_999_999]) expect(await childrenOf(id)).toEqual([])
})

test('the subcategories of a word are the roots, because the database reads it as 0', async () => {
  const roots = (await list()).filter(({ position }) => position === 0)
  expect(idsOf(await childrenOf('abc'))).toEqual(idsOf(nonEmpty(roots)))
  expect(await childrenOf('0')).toEqual(await childrenOf('abc'))
})

test('images have the 33-character base URL that the shop expects', async () => {
  for (const origin of ['http://localhost:8080', 'http://127.0.0.1:54321', 'http://a.example']) {
    const [category] = (await get(`${origin}/api/v1/categories`)).body
    expect(category.image_fullpath[32]).toBe('/')
    const { headers } = await get(categoryImageUrl(category.image_fullpath) as string)
    expect(headers.get('content-type')).toBe('image/webp')
  }
})

test('images of an origin that is too long to pad are directly below it', async () => {
  const origin = 'http://localhost.a-very-long-name.example'
  const [category] = (await get(`${origin}/api/v1/categories`)).body
  expect(category.image_fullpath).toBe(`${origin}/category/${category.image}`)
})
