import { expect, test } from 'vitest'
import type { CartItem } from '../../domain/cart-item.ts'
import { addToCart, getCart, removeFromCart } from './cart-store.ts'
import { restoreToCart } from './restore-to-cart.ts'

const atlas: CartItem = { id: 1, name: 'Atlas', quantity: 1, price: 42_000, image: 'a.webp', total_stock: 9 }

test('restores a removed line to its position, or adds its quantity to a newer line', () => {
  for (const id of [1, 2, 3]) addToCart({ ...atlas, id })
  removeFromCart({ ...atlas, id: 2 })
  restoreToCart({ ...atlas, id: 2 }, 1)
  expect(getCart().map(({ id }) => id)).toEqual([1, 2, 3])
  restoreToCart({ ...atlas, id: 2 }, 0)
  expect(getCart().map(({ id, quantity }) => [id, quantity])).toEqual([
    [1, 1],
    [2, 2],
    [3, 1],
  ])
})
