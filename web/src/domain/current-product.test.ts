import { describe, expect, test } from 'vitest'
import { buyableQuantity } from './current-product.ts'
import { readProduct, type ShopProduct } from './product.ts'

describe('the buyable quantity', () => {
  const sold = (total_stock: unknown, price: unknown = 500) =>
    ({ status: 'listed', product: readProduct({ id: 1, price, total_stock }) as ShopProduct }) as const

  test.each([
    [3, 3],
    [4, 3],
    [2, 2],
    [2.9, 2],
    [0, 0],
    [-1, 0],
    [null, 3],
  ])('reduces three units, for a stock of %s, to %s', (stock, count) => {
    expect(buyableQuantity({ quantity: 3 }, sold(stock))).toBe(count)
  })

  test('returns 0 without a price or a product, but accepts a price of 0', () => {
    expect(buyableQuantity({ quantity: 3 }, sold(9, null))).toBe(0)
    expect(buyableQuantity({ quantity: 3 }, sold(9, 0))).toBe(3)
    for (const status of ['gone', 'failed', 'loading'] as const)
      expect(buyableQuantity({ quantity: 3 }, { status })).toBe(0)
    expect(buyableQuantity({ quantity: 3 }, undefined)).toBe(0)
  })
})
