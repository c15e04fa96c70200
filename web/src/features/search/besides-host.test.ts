import { expect, test } from 'vitest'
import type { FoundProduct } from './index/shop-index.ts'
import { besidesHost } from './use-index-response.ts'

const found = (id: number, name: string): FoundProduct => ({
  ...{ id, name, price: 9000, image: 'a.webp', stock: 1, isbn: '', seenAt: 1, score: 1, author: '' },
  ...{ categories: [], has_discount: false, original_price: null, discount_percentage: null },
})
const idsOf = (products: readonly FoundProduct[]) => products.map(({ id }) => id)

test('leaves out what the host has returned', () => {
  expect(idsOf(besidesHost([found(1, 'Globe'), found(2, 'Map')], [{ id: 2 }], 'world'))).toEqual([1])
})

test('leaves to the host what its own search finds too, perhaps on a further page', () => {
  expect(idsOf(besidesHost([found(1, 'School Atlas'), found(2, 'Map')], [], ' atlas '))).toEqual([2])
})

test('shows all where the host gave no answer', () => {
  expect(idsOf(besidesHost([found(1, 'School Atlas')], null, 'atlas'))).toEqual([1])
})
