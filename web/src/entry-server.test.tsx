import { createTestApp } from 'mock-server/test/test-app'
import { expect, test } from 'vitest'
import { readProductDetails, readProducts } from './domain/product.ts'
import { renderPage } from './entry-server.tsx'
import { readCategories } from './features/catalogue/category/category.ts'

const emulator = await createTestApp()
const request = async (path: string) => (await emulator.fetch(`/api/v1${path}`)).text()
const read = async (path: string) => JSON.parse(await request(path))

/** Renders a page and returns its embedded responses by query key. */
async function embedded(path: string): Promise<Record<string, unknown>> {
  const html = (await renderPage('<!--responses-->', path, { request })) ?? ''
  const json = /<script type="application\/json" id="responses">(.*)<\/script>/.exec(html)?.[1] ?? '[]'
  return Object.fromEntries(
    (JSON.parse(json) as [string[], unknown, number][]).map(([key, data]) => [key.join('/'), data]),
  )
}

test('a list is embedded without descriptions, and read as the same products otherwise', async () => {
  const { 'products/latest': list } = await embedded('/shop')
  const products = readProducts(await read('/products/latest'))
  expect(readProducts(list)).toEqual(products.map((product) => ({ ...product, description: '' })))
  expect(products.some(({ author }) => author !== null)).toBe(true)
  expect(JSON.stringify(list)).not.toContain('description')
})

test('a section with a single product is embedded with the description, which the page quotes', async () => {
  const { 'homepage/sections': sections } = await embedded('/')
  const { data } = sections as { data: { items: { description?: string }[] }[] }
  for (const { items } of data)
    for (const item of items) expect('description' in item).toBe(items.length === 1)
  expect(data.some(({ items }) => items.length === 1)).toBe(true)
})

test('a product is embedded with its description, and the categories as the shop reads them', async () => {
  const responses = await embedded('/product-details/40')
  const product = await read('/products/details/40')
  expect(readProductDetails(responses['products/details/40'])).toEqual(readProductDetails(product))
  expect(Object.keys(responses['products/details/40'] as object)).not.toContain('related_products')
  expect(readCategories(responses.categories)).toEqual(readCategories(await read('/categories')))
})

test('tiles of categories keep the image of their first product', async () => {
  const tiles = (await embedded('/categories'))['categories/tiles/'] as { firstProductImage: unknown }[]
  expect(tiles.length).toBeGreaterThan(0)
  expect(tiles.every(({ firstProductImage }) => typeof firstProductImage === 'string')).toBe(true)
})
