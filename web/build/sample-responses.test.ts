import { expect, test } from 'vitest'
import { api } from '../../contracts/src/api.ts'
import type { Endpoint } from '../../contracts/src/endpoint.ts'
import { readProductDetails, readProducts } from '../src/domain/product.ts'
import { readCategories } from '../src/features/catalogue/category/category.ts'
import { sampleRequest } from './sample-responses.ts'

const endpoints = Object.values(api).flatMap((endpoints): Endpoint[] => Object.values(endpoints))
const read = async (page: string, path: string) => JSON.parse((await sampleRequest(page)(path)) ?? 'null')

test.each([
  '/config',
  '/customer/info',
  '/customer/order/list',
  '/customer/address/list',
  '/customer/wish-list/',
])('the sample of GET %s has every field of the contract, with its type', async (path) => {
  const schema = endpoints.find((endpoint) => endpoint.method === 'GET' && endpoint.path === path)
    ?.responses[200]
  // Texts are the page's id, also where the contract requires a format.
  const issues = schema?.safeParse(await read('/page/1', path)).error?.issues ?? []
  expect(issues.filter(({ code }) => code !== 'invalid_format')).toEqual([])
  expect(schema).toBeDefined()
})

test('the samples have the content with the id of the page', async () => {
  const product = readProductDetails(await read('/product-details/7?from=list', '/products/details/7'))
  expect(product).toMatchObject({ id: 7, price: 1000, total_stock: 3 })
  const [category, subcategory] = readCategories(await read('/category/9', '/categories'))
  expect(category).toMatchObject({ id: 9, parent_id: 0 })
  expect(subcategory?.parent_id).toBe(9)
  const books = readProducts(await read('/authors/Mary%20Okurut', '/categories/products/3?limit=5'))
  expect(books.map(({ author }) => author)).toContain('Mary Okurut')
})

test('the samples have products in every state of stock, a section with one product, and a banner without an image', async () => {
  const { products } = await read('/shop', '/products/latest')
  const stocks = readProducts(products).map(({ total_stock }) => total_stock)
  expect(new Set(stocks)).toEqual(new Set([0, 1, 2, 3]))
  const { data } = await read('/', '/homepage/sections')
  expect(data.map(({ items }: { items: unknown[] }) => items.length)).toEqual([1, 30, 30, 30, 30, 30, 30])
  const banners: { image: string | null }[] = await read('/', '/banners')
  expect(banners.map(({ image }) => image)).toContain(null)
})

test('a path that the contract does not declare has no sample', async () => {
  expect(await sampleRequest('/')('/unknown')).toBeUndefined()
})
