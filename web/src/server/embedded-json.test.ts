import { createTestApp } from 'mock-server/test/test-app'
import { afterAll, expect, test } from 'vitest'
import { readProductDetails, readProducts } from '../domain/product.ts'
import { readCategories } from '../features/catalogue/category/category.ts'
import { embeddedJson } from './embedded-json.ts'

const emulator = await createTestApp()
afterAll(() => emulator.close())

const request = async (path: string) => (await emulator.fetch(`/api/v1${path}`)).json()
const embedded = (body: unknown) => JSON.parse(embeddedJson([[['key'], body, 0]]))[0][1]

test('a list is embedded without descriptions and further images, and otherwise read as the same products', async () => {
  const list = await request('/products/latest')
  const products = readProducts(list)
  expect(readProducts(embedded(list))).toEqual(
    products.map((product) => ({ ...product, description: '', images: product.images.slice(0, 1) })),
  )
  expect(products.some(({ images }) => images.length > 1)).toBe(true)
  expect(products.some(({ author }) => author !== null)).toBe(true)
  expect(JSON.stringify(embedded(list))).not.toContain('description')
})

test('a section with one product keeps the description, from which the page quotes', async () => {
  const { data } = embedded(await request('/homepage/sections')) as { data: { items: object[] }[] }
  for (const { items } of data)
    for (const item of items) expect('description' in item).toBe(items.length === 1)
  expect(data.some(({ items }) => items.length === 1)).toBe(true)
})

test('a product keeps its description, and categories keep what the shop reads', async () => {
  const details = await request('/products/details/40')
  expect(readProductDetails(embedded(details))).toEqual(readProductDetails(details))
  expect(embedded(details)).not.toHaveProperty('related_products')
  const categories = await request('/categories')
  expect(readCategories(embedded(categories))).toEqual(readCategories(categories))
  const [tile] = embedded([{ id: 1, name: 'Books', parent_id: 0, firstProductImage: 'a.webp' }])
  expect(tile.firstProductImage).toBe('a.webp')
})

test('text cannot end the script element', () => {
  expect(embeddedJson([[['key'], '</script><script>', 0]])).not.toContain('<')
})
