import { describe, expect, test } from 'vitest'
import { readProduct, type ShopProduct } from '../../domain/product.ts'
import { addOneWithinStock, addProductWithToast, remainingStock, toCartItem } from './add-to-cart.tsx'
import { addToCart, getCart, quantityInCart } from './cart-store.ts'

const product = (total_stock: number | null, price: number | null = 5_000): ShopProduct =>
  readProduct({ id: 7, name: 'Atlas', price, total_stock, image: ['atlas.webp'] }) as ShopProduct

describe('a product added to the cart', () => {
  test('becomes a line with its price, first image and stock', () => {
    expect(toCartItem(product(4), 3)).toEqual({
      id: 7,
      name: 'Atlas',
      quantity: 3,
      price: 5_000,
      image: 'atlas.webp',
      total_stock: 4,
    })
    expect(toCartItem(product(4), 2, 'Size: M')?.chosen).toEqual([{ text: 'Size: M', quantity: 2 }])
  })

  test('may have a price of 0 but must have a price and an id', () => {
    expect(toCartItem(product(4, 0), 1)?.price).toBe(0)
    expect(toCartItem(product(4, null), 1)).toBeNull()
    expect(toCartItem({ ...product(4), id: null }, 1)).toBeNull()
    expect(addProductWithToast(product(4, null), 1)).toBe(false)
    expect(getCart()).toEqual([])
  })

  test('is added in the requested quantity', () => {
    expect(addProductWithToast(product(9), 3)).toBe(true)
    addProductWithToast(product(9), 2)
    expect(quantityInCart(7)).toBe(5)
  })
})

describe('the stock of a product', () => {
  test('can be added in full but not exceeded', () => {
    expect(addOneWithinStock(product(2))).toBe(true)
    expect(addOneWithinStock(product(2))).toBe(true)
    expect(addOneWithinStock(product(2))).toBe(false)
    expect(quantityInCart(7)).toBe(2)
  })

  test('allows no units if it is 0 and any quantity if it is unknown', () => {
    expect(addOneWithinStock(product(0))).toBe(false)
    for (let more = 0; more < 3; more += 1) expect(addOneWithinStock(product(null))).toBe(true)
    expect(quantityInCart(7)).toBe(3)
  })

  test('is reduced by the quantity in the cart', () => {
    expect(remainingStock(product(5))).toBe(5)
    addToCart({ id: 7, name: 'Atlas', quantity: 3, price: 5_000, image: 'a.webp', total_stock: 5 })
    expect(remainingStock(product(5))).toBe(2)
    expect(remainingStock(product(2))).toBe(-1)
    expect(remainingStock(product(null))).toBe(Number.POSITIVE_INFINITY)
    expect(remainingStock({ ...product(5), id: null })).toBe(Number.POSITIVE_INFINITY)
  })
})
