import { beforeEach, describe, expect, test, vi } from 'vitest'
import { fillStorage } from '../../../test/full-storage.ts'
import type { CartItem } from '../../domain/cart-item.ts'
import {
  addToCart,
  clearCart,
  getCart,
  quantityInCart,
  removeFromCart,
  removeOrdered,
  replaceCart,
  setQuantity,
  updateLines,
} from './cart-store.ts'

const atlas: CartItem = { id: 1, name: 'Atlas', quantity: 1, price: 42_000, image: 'a.webp', total_stock: 9 }

/** Runs an action and returns the number of `cartUpdated` events that it fires. */
function countEvents(action: () => void): number {
  const listener = vi.fn()
  window.addEventListener('cartUpdated', listener)
  action()
  window.removeEventListener('cartUpdated', listener)
  return listener.mock.calls.length
}

function lineOf(id: number): CartItem {
  const line = getCart().find((item) => item.id === id)
  if (!line) throw new Error(`The cart does not contain ${id}.`)
  return line
}

test('stores its lines as a list under the key cart', () => {
  addToCart(atlas)
  expect(JSON.parse(window.localStorage.getItem('cart') ?? '')).toEqual([atlas])
})

test('adds to the quantity when the product is already in the cart, at the newer price and stock', () => {
  addToCart({ ...atlas, variant: 'Blue' })
  const newer = { ...atlas, quantity: 2, price: 45_000, total_stock: 8 }
  addToCart(newer)
  expect(getCart()).toEqual([{ ...newer, quantity: 3, variant: 'Blue' }])
  expect(quantityInCart(1)).toBe(3)
})

test('keeps the options of both when a product is added again', () => {
  addToCart({ ...atlas, chosen: [{ text: 'Size: M', quantity: 1 }] })
  addToCart({ ...atlas, quantity: 2, chosen: [{ text: 'Size: L', quantity: 2 }] })
  expect(getCart()[0]?.chosen).toEqual([
    { text: 'Size: M', quantity: 1 },
    { text: 'Size: L', quantity: 2 },
  ])
})

test('fires an event on every change, including clearing', () => {
  expect(countEvents(() => addToCart(atlas))).toBe(1)
  expect(countEvents(() => setQuantity(lineOf(1), 4))).toBe(1)
  expect(countEvents(() => updateLines(1, { price: 40_000, total_stock: 4 }))).toBe(1)
  expect(countEvents(() => removeFromCart(lineOf(1)))).toBe(1)
  expect(countEvents(() => clearCart())).toBe(1)
})

test('leaves nothing in the storage when it is cleared', () => {
  addToCart(atlas)
  clearCart()
  expect(window.localStorage.getItem('cart')).toBeNull()
})

test('changes the quantity of one product, and never to less than 1', () => {
  addToCart(atlas)
  addToCart({ ...atlas, id: 2 })
  setQuantity(lineOf(2), 3)
  setQuantity(lineOf(1), 0)
  expect(getCart().map(({ id, quantity }) => [id, quantity])).toEqual([
    [1, 1],
    [2, 3],
  ])
})

test("updates a product's lines to its current price and stock", () => {
  addToCart({ ...atlas, quantity: 3 })
  updateLines(1, { price: 45_000, total_stock: 2 })
  expect(getCart()).toEqual([{ ...atlas, quantity: 2, price: 45_000, total_stock: 2 }])
  updateLines(1, { price: null, total_stock: null })
  expect(getCart()).toEqual([{ ...atlas, quantity: 2, price: 45_000, total_stock: null }])
})

test("divides a low stock level among a product's lines and removes sold-out lines", () => {
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

test('reads the storage before writing, so that it keeps changes from other tabs', () => {
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

test('is kept in memory if the browser refuses to store it', () => {
  addToCart(atlas)
  fillStorage()
  expect(setQuantity(lineOf(1), 4)).toBe(false)
  expect(quantityInCart(1)).toBe(4)
  expect(clearCart()).toBe(true)
  expect(getCart()).toEqual([])
})

const ordered = (product_id: number, quantity: number) => ({ product_id: String(product_id), quantity })

test('removes the lines in an accepted order, except units that were added afterwards', () => {
  addToCart({ ...atlas, quantity: 3 })
  addToCart({ ...atlas, id: 2 })
  addToCart({ ...atlas, id: 3, quantity: 2 })
  removeOrdered([ordered(1, 2), ordered(3, 2)])
  expect(getCart().map(({ id, quantity }) => [id, quantity])).toEqual([
    [1, 1],
    [2, 1],
  ])
})

test('is emptied by an order for the whole cart, even if it now contains fewer units', () => {
  addToCart(atlas)
  expect(countEvents(() => removeOrdered([ordered(1, 2)]))).toBe(1)
  expect(window.localStorage.getItem('cart')).toBeNull()
})

test('removes the whole line of an accepted order if its quantity is unreadable', () => {
  addToCart({ ...atlas, quantity: 3 })
  removeOrdered([{ product_id: '1', quantity: 'three' as never }])
  expect(getCart()).toEqual([])
})

test('removes both lines in an accepted order if they contain the same product', () => {
  window.localStorage.setItem('cart', JSON.stringify([atlas, { ...atlas, quantity: 3 }]))
  removeOrdered([ordered(1, 1), ordered(1, 2)])
  expect(getCart().map(({ quantity }) => quantity)).toEqual([1])
})

describe('of two lines of one product', () => {
  const quantities = () => getCart().map(({ quantity }) => quantity)
  const lineAt = (index: number) => getCart()[index] as CartItem

  beforeEach(() => {
    window.localStorage.setItem(
      'cart',
      JSON.stringify([
        { ...atlas, quantity: 3 },
        { ...atlas, price: 900 },
      ]),
    )
  })

  test('one is added to', () => {
    addToCart(atlas)
    expect(quantities()).toEqual([4, 1])
    expect(lineAt(1).price).toBe(900)
  })

  test('the shown one is changed', () => {
    setQuantity(lineAt(1), 2)
    expect(quantities()).toEqual([3, 2])
  })

  test('the shown one is removed', () => {
    removeFromCart(lineAt(0))
    expect(quantities()).toEqual([1])
  })

  test('the first is changed if another tab has changed the cart', () => {
    const shown = lineAt(1)
    window.localStorage.setItem('cart', JSON.stringify([{ ...atlas, quantity: 6 }]))
    setQuantity(shown, 2)
    expect(quantities()).toEqual([2])
  })
})

test('rounds a fractional stock down', () => {
  addToCart({ ...atlas, quantity: 3 })
  updateLines(1, { price: 0, total_stock: 2.9 })
  expect(getCart()).toMatchObject([{ quantity: 2, price: 0 }])
})

const changed = { ...atlas, price: 45_000 }

test('is replaced with checked lines, unless it has changed in the meantime', () => {
  addToCart(atlas)
  const checked = getCart()
  replaceCart(checked, [changed])
  expect(getCart()).toEqual([changed])
  replaceCart(checked, [])
  expect(getCart()).toEqual([changed])
})
