import { beforeEach, expect, test } from 'vitest'
import { applyOffers, offerOf } from '../../domain/offer.ts'
import { readProduct, type ShopProduct } from '../../domain/product.ts'
import { addLinesWithinStock } from './add-lines.ts'
import { addProductWithToast } from './add-to-cart.tsx'
import { getCart } from './cart-store.ts'

beforeEach(() => localStorage.clear())

const product = (price: unknown) =>
  readProduct({ id: 7, name: 'Atlas', price, total_stock: 9 }) as ShopProduct
const INVALID = [-1, 100_000_001, 'free', null]

test.each(INVALID)('a product with the price %s cannot be added', (price) => {
  expect(addProductWithToast(product(price), 1)).toBe(false)
  const [shortfall] = addLinesWithinStock(
    [{ id: 7, name: 'Atlas', quantity: 1 }],
    new Map([[7, { status: 'listed', product: product(price) }]]),
  )
  expect(shortfall?.added).toBe(0)
  expect(getCart()).toEqual([])
})

test.each(INVALID)('a line of a product that now has the price %s counts as sold out', (price) => {
  const line = { id: 7, name: 'Atlas', quantity: 1, price: 500, image: 'a.webp', total_stock: 9 }
  const offer = offerOf(product(price))
  expect(offer).toEqual({ price: null, total_stock: 0 })
  expect(applyOffers([line], new Map([[7, offer]]))).toEqual([])
})

test('a stored line without a valid price is not bought, unless the product has one', () => {
  const line = { id: 7, name: 'Atlas', quantity: 1, price: null, image: 'a.webp', total_stock: 9 }
  expect(applyOffers([line], new Map())).toEqual([])
  expect(applyOffers([line], new Map([[7, offerOf(product(500))]]))).toMatchObject([{ price: 500 }])
})
