import { expect, test, vi } from 'vitest'
import { readCategories } from './category.ts'
import { findPath } from './category-path.ts'

const categories: Record<number, unknown[]> = {
  3: [{ id: 30, name: 'Primary', parent_id: 3 }],
  30: [{ id: 301, name: 'P1', parent_id: 30 }],
  4: [{ id: 40, name: 'Pens', parent_id: 4 }],
}
const ROOTS = readCategories([
  { id: 3, name: 'Books', parent_id: 0 },
  { id: 4, name: 'Stationery', parent_id: 0 },
])
const children = vi.fn(async (id: number) => categories[id] ?? [])
const inCategories = (...ids: string[]) => [
  { id: 7, name: 'Atlas', price: 9_000, category_ids: ids.map((id, index) => ({ id, position: index + 1 })) },
]
const idsOf = (path: readonly { id: number }[]) => path.map(({ id }) => id)

test('the way to a category leads through the categories of one of its products, down to it', async () => {
  const products = async () => inCategories('3', '30', '301')
  expect(idsOf(await findPath(301, ROOTS, { products, children }))).toEqual([30, 301])
  expect(idsOf(await findPath(30, ROOTS, { products, children }))).toEqual([30])
})

test.each([
  ['has no products', async () => []],
  ['lists products of other categories only', async () => inCategories('3')],
  ['fails to load', () => Promise.reject(new Error('down'))],
])('a category that %s is found among the children of the roots', async (_, products) => {
  expect(idsOf(await findPath(40, ROOTS, { products, children }))).toEqual([40])
  expect(await findPath(99, ROOTS, { products, children })).toEqual([])
})

test('the other children are shown if those of one category fail to load', async () => {
  const products = async () => inCategories('3', '30', '301')
  const failing = (id: number) => (id === 3 ? Promise.reject(new Error('down')) : children(id))
  expect(idsOf(await findPath(301, ROOTS, { products, children: failing }))).toEqual([301])
})

test('searches the children of twelve roots at most', async () => {
  const roots = readCategories(Array.from({ length: 20 }, (_, index) => ({ id: 100 + index, name: 'Root' })))
  const request = vi.fn(async () => [])
  await findPath(40, roots, { products: async () => [], children: request })
  expect(request).toHaveBeenCalledTimes(12)
})
