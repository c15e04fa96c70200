import { expect, test } from 'vitest'
import { furtherPages, pageParams, readListing, wholeListing } from './listing.ts'

const body = (received: number, total_size?: unknown) => ({
  total_size,
  products: Array.from({ length: received }, (_, id) => ({ id: id + 1, name: `Book ${id + 1}` })),
})

test.each([
  [10, 571, 571],
  [10, '571', 571],
  [10, undefined, 10],
  [10, 3, 10],
  [0, 0, 0],
  [10, 'many', 10],
])('for %s received products and a size of %s, the total is %s', (received, size, total) => {
  expect(readListing(body(received, size)).total).toBe(total)
})

test('treats a list without a size as complete', () => {
  expect(readListing([{ id: 1 }, { id: 2 }])).toMatchObject({ total: 2, pageSize: 2 })
})

test.each([
  [0, 18, [2]],
  [18, 36, [2, 3, 4]],
  [18, 20, [2]],
  [36, 54, [4, 5]],
  [54, 72, []],
  [0, 10, []],
  [0, 11, [2]],
  [9, 20, [2]],
  [10, 21, [2, 3]],
  [40, 99, [5]],
])('entries %i to %i of 45, ten per page, are on the additional pages %j', (from, to, pages) => {
  expect(furtherPages(readListing(body(10, 45)), from, to)).toEqual(pages)
})

test('a list without pages is complete', () => {
  const { products } = readListing(body(3))
  expect(wholeListing(products)).toEqual({ products, total: 3, pageSize: 3 })
})

test('entries that other pages have put in front are not on the additional pages', () => {
  expect(furtherPages({ products: [], total: 21, pageSize: 10, prepended: 1 }, 0, 21)).toEqual([2])
  expect(furtherPages({ products: [], total: 21, pageSize: 10, prepended: 11 }, 0, 21)).toEqual([])
})

test('complete and empty lists have no additional pages', () => {
  expect(furtherPages(readListing(body(45, 45)), 0, 45)).toEqual([])
  expect(furtherPages(readListing(body(0, 45)), 0, 45)).toEqual([])
  expect(furtherPages(readListing(body(0, 45)), 18, 36)).toEqual([])
})

test('requests a page by its number', () => {
  expect(pageParams(readListing(body(10, 45)), 3)).toEqual({ limit: '10', offset: '3' })
})

test('a list with one entry more than a page has one additional page', () => {
  expect(furtherPages(readListing(body(10, 11)), 0, 18)).toEqual([2])
  expect(furtherPages(readListing(body(10, 10.9)), 0, 18)).toEqual([])
})
