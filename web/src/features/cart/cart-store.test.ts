import { expect, test, vi } from 'vitest'
import type { CartItem } from '../../domain/cart-item.ts'
import {
  addToCart,
  clearCart,
  getCart,
  quantityInCart,
  removeFromCart,
  removeOrdered,
  restoreToCart,
  setQuantity,
  updateLines,
} from './cart-store.ts'

const atlas: CartItem = { id: 1, name: 'Atlas', quantity: 1, price: 42_000, image: 'a.webp', total_stock: 9 }

function heard(action: () => void): number {
  const listener = vi.fn()
  window.addEventListener('cartUpdated', listener)
  action()
  window.removeEventListener('cartUpdated', listener)
  return listener.mock.calls.length
}

test('keeps its lines as a list under the storage key cart', () => {
  addToCart(atlas)
  expect(JSON.parse(window.localStorage.getItem('cart') ?? '')).toEqual([atlas])
})

test('adds to the quantity when the product is already in the cart', () => {
  addToCart(atlas)
  addToCart({ ...atlas, quantity: 2 })
  expect(getCart()).toHaveLength(1)
  expect(quantityInCart(1)).toBe(3)
})

test('fires an event at every change, clearing included', () => {
  expect(heard(() => addToCart(atlas))).toBe(1)
  expect(heard(() => setQuantity(1, 4))).toBe(1)
  expect(heard(() => updateLines(1, { price: 40_000, total_stock: 4 }))).toBe(1)
  expect(heard(() => removeFromCart(1))).toBe(1)
  expect(heard(() => clearCart())).toBe(1)
})

test('never lets a quantity fall below 1', () => {
  addToCart(atlas)
  setQuantity(1, 0)
  expect(quantityInCart(1)).toBe(1)
})

test('brings the lines of a product to the price and the stock of now', () => {
  addToCart({ ...atlas, quantity: 3 })
  updateLines(1, { price: 45_000, total_stock: 2 })
  expect(getCart()).toEqual([{ ...atlas, quantity: 2, price: 45_000, total_stock: 2 }])
  updateLines(1, { price: null, total_stock: null })
  expect(getCart()).toEqual([{ ...atlas, quantity: 2, price: 45_000, total_stock: null }])
})

test('shares a short stock among the lines of a product, and removes what is sold out', () => {
  const pen = { ...atlas, id: 2 }
  const lines = [{ ...atlas, quantity: 2 }, pen, { ...atlas, quantity: 2 }, { ...atlas, quantity: 5 }]
  window.localStorage.setItem('cart', JSON.stringify(lines))
  updateLines(1, { price: null, total_stock: 3 })
  expect(getCart().map(({ id, quantity }) => [id, quantity])).toEqual([
    [1, 2],
    [2, 1],
    [1, 1],
  ])
  updateLines(1, { price: null, total_stock: 0 })
  expect(getCart()).toEqual([pen])
})

test('reads again before it writes, so that another tab is not undone', () => {
  addToCart(atlas)
  window.localStorage.setItem('cart', JSON.stringify([{ ...atlas, quantity: 5 }]))
  addToCart(atlas)
  expect(quantityInCart(1)).toBe(6)
})

test.each(['{', 'null', '"x"', '[{"id":"a"}]', '[{"id":1,"quantity":0}]', '{"a":1}'])(
  'is empty when the storage contains %s',
  (text) => {
    window.localStorage.setItem('cart', text)
    expect(getCart()).toEqual([])
  },
)

test('is kept in memory when the browser refuses to store it', () => {
  addToCart(atlas)
  vi.spyOn(window, 'localStorage', 'get').mockReturnValue({
    ...window.localStorage,
    getItem: () => JSON.stringify([atlas]),
    setItem: () => {
      throw new DOMException('full', 'QuotaExceededError')
    },
  })
  expect(setQuantity(1, 4)).toBe(false)
  expect(quantityInCart(1)).toBe(4)
  vi.restoreAllMocks()
  expect(clearCart()).toBe(true)
  expect(getCart()).toEqual([])
})

const ordered = (product_id: number, quantity: number) => ({ product_id: String(product_id), quantity })

test('an accepted order takes its lines out, and copies that were added since stay', () => {
  addToCart({ ...atlas, quantity: 3 })
  addToCart({ ...atlas, id: 2 })
  addToCart({ ...atlas, id: 3, quantity: 2 })
  removeOrdered([ordered(1, 2), ordered(3, 2)])
  expect(getCart().map(({ id, quantity }) => [id, quantity])).toEqual([
    [1, 1],
    [2, 1],
  ])
})

test('an accepted order of the whole cart leaves nothing, also where less is in the cart by now', () => {
  addToCart(atlas)
  expect(heard(() => removeOrdered([ordered(1, 2)]))).toBe(1)
  expect(window.localStorage.getItem('cart')).toBeNull()
})

test('an accepted order with two lines of a product takes both out of two lines', () => {
  window.localStorage.setItem('cart', JSON.stringify([atlas, { ...atlas, quantity: 3 }]))
  removeOrdered([ordered(1, 1), ordered(1, 2)])
  expect(getCart().map(({ quantity }) => quantity)).toEqual([1])
})

test('a removed line comes back to its place, and adds to one that was added since', () => {
  addToCart(atlas)
  addToCart({ ...atlas, id: 2 })
  removeFromCart(1)
  restoreToCart(atlas, 0)
  expect(getCart().map(({ id }) => id)).toEqual([1, 2])
  restoreToCart(atlas, 0)
  expect(quantityInCart(1)).toBe(2)
})

test('a stock with a fraction allows its whole part', () => {
  addToCart({ ...atlas, quantity: 3 })
  updateLines(1, { price: 0, total_stock: 2.9 })
  expect(getCart()).toMatchObject([{ quantity: 2, price: 0 }])
})
