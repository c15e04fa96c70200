import { expect, test } from 'vitest'
import { excludeHostProducts } from './search-index.ts'
import type { FoundProduct } from './shop-index.ts'

const found = (id: number, name: string): FoundProduct => ({
  ...{
    id,
    name,
    price: 9000,
    image: 'a.webp',
    stock: 1,
    isbn: '',
    seenAt: 1,
    score: 1,
    isExact: true,
    author: '',
  },
  ...{ categories: [], has_discount: false, original_price: null, discount_percentage: null },
})
const idsOf = (products: readonly FoundProduct[]) => products.map(({ id }) => id)

test('excludes products that the host returned', () => {
  expect(idsOf(excludeHostProducts([found(1, 'Globe'), found(2, 'Map')], [{ id: 2 }], 'world'))).toEqual([1])
})

test("excludes products that the host's search would find on a later page", () => {
  expect(idsOf(excludeHostProducts([found(1, 'School Atlas'), found(2, 'Map')], [], ' atlas '))).toEqual([2])
})

test('returns all products if the host did not respond', () => {
  expect(idsOf(excludeHostProducts([found(1, 'School Atlas')], null, 'atlas'))).toEqual([1])
})
