import { expect, test } from 'vitest'
import { screensReading } from '../../contracts/harness/plan/provider-contracts.ts'
import { shopReads } from './documents.ts'

const reads = shopReads()

test('finds every page that requests an endpoint, through components and dynamic imports', () => {
  expect(Object.keys(reads['GET /homepage/sections'] ?? {})).toEqual(['home'])
  expect(Object.keys(reads['GET /products/details/{id}'] ?? {})).toContain('product')
  expect(Object.keys(reads['POST /customer/order/place'] ?? {})).toEqual(['checkout'])
  expect(Object.keys(reads['POST /newsletter/subscribe'] ?? {})).toEqual(['every page'])
})

test('attributes a field to the only page that uses it', () => {
  expect(reads['GET /products/latest']?.shop).toContain('price')
  expect(reads['GET /products/latest']?.shop).not.toContain('wishlist_count')
  expect(reads['GET /customer/order/list']?.account).toContain('order_status')
})

test('returns the pages that read the field of a finding, or all pages with the request if the whole response drifted', () => {
  const latest = { name: 'products.latest', method: 'GET', path: '/products/latest' }
  // Every page with a search field reads the list, because the search index is built from it.
  const readers = ['shop', 'search', 'author', 'wishlist', 'shared-wishlist', 'every page']
  expect(screensReading(latest, '$.products[].price')).toEqual(readers)
  expect(screensReading(latest, '$.products[].wishlist_count')).toEqual([])
  expect(screensReading(latest, '$status')).toEqual(readers)
  const image = { name: 'images.product', method: 'GET', path: '/product/{file}' }
  expect(screensReading(image, '$status')).toContain('product')
})
