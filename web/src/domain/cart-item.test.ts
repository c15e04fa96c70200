import { describe, expect, test } from 'vitest'
import { countItems, linePrice, quantityOf, readCartItems, totalPrice } from './cart-item.ts'

const pen = { id: 12, name: 'Pen', quantity: 3, price: 1_250, image: 'pen.webp', total_stock: 9 }
const atlas = { id: 7, name: 'Atlas', quantity: 2, price: 35_000, image: 'atlas.webp', total_stock: null }
const read = (change: object) => readCartItems([{ ...pen, ...change }])[0]

describe('cart lines', () => {
  test('sums price times quantity', () => {
    expect(totalPrice([pen])).toBe(3_750)
    expect(totalPrice([pen, atlas])).toBe(73_750)
    expect(totalPrice([])).toBe(0)
    expect(totalPrice([pen, { ...atlas, price: null }])).toBe(3_750)
    expect(linePrice(pen)).toBe(3_750)
    expect(linePrice({ ...atlas, price: null })).toBeNull()
  })

  test('counts items by quantity', () => {
    expect(countItems([pen, atlas])).toBe(5)
    expect(countItems([])).toBe(0)
  })

  test('adds up the quantities of a product', () => {
    expect(quantityOf([pen, atlas, { ...pen, quantity: 4 }], 12)).toBe(7)
    expect(quantityOf([pen], 7)).toBe(0)
  })
})

describe('a stored line', () => {
  test('reads a valid line unchanged', () => {
    const full = {
      ...pen,
      variant: 'Blue',
      variation: [{ type: 'Blue' }],
      discountAmount: 100,
      taxAmount: 50,
    }
    expect(readCartItems([full, atlas])).toEqual([full, atlas])
  })

  test.each([
    [1, 1],
    ['4', 4],
    [2.9, 2],
    [100_000, 100_000],
    [100_001, 100_000],
  ])('reads the quantity %s as %s', (quantity, expected) => {
    expect(read({ quantity })?.quantity).toBe(expected)
  })

  test.each([0, 0.9, -1, Number.NaN, null, 'many'])('drops a line with the quantity %s', (quantity) => {
    expect(read({ quantity })).toBeUndefined()
  })

  test.each([
    [0, 0],
    ['1250', 1_250],
    [100_000_000, 100_000_000],
    [100_000_001, null],
    [-1, null],
    [null, null],
  ])('reads the price %s as %s', (price, expected) => {
    expect(read({ price })?.price).toBe(expected)
  })

  test.each([0, -3, 1.5, null, 'seven'])('drops a line with the id %s', (id) => {
    expect(read({ id })).toBeUndefined()
  })

  test('fills in defaults for name, image and stock', () => {
    expect(readCartItems([{ id: 1, quantity: 1 }])).toEqual([
      { id: 1, name: 'Unnamed Product', quantity: 1, price: null, image: 'default.png', total_stock: null },
    ])
    expect(read({ total_stock: 0 })?.total_stock).toBe(0)
  })

  test('drops a discount or tax above the maximum price', () => {
    expect(read({ discountAmount: 100_000_000, taxAmount: -100_000_000 })).toMatchObject({
      discountAmount: 100_000_000,
      taxAmount: -100_000_000,
    })
    expect(read({ discountAmount: 100_000_001 })).not.toHaveProperty('discountAmount')
    expect(read({ taxAmount: '5' })).not.toHaveProperty('taxAmount')
  })

  test('limits the variation to 100 plain choices', () => {
    const choices = (count: number) => Array.from({ length: count }, () => 'Blue')
    expect(read({ variation: choices(100) })?.variation).toHaveLength(100)
    expect(read({ variation: choices(101) })).not.toHaveProperty('variation')
    expect(read({ variation: [{ type: { deep: 1 } }] })).not.toHaveProperty('variation')
    expect(read({ variation: ['Blue', null, { type: 'Blue', price: { deep: 1 } }] })).not.toHaveProperty(
      'variation',
    )
    expect(read({ variation: ['Blue', null, { type: 'Blue' }] })?.variation).toHaveLength(3)
  })

  test('limits the chosen options to its quantity', () => {
    const chosen = [
      { text: 'Size: M', quantity: 2 },
      { text: 'Size: L', quantity: 2 },
    ]
    expect(read({ chosen })?.chosen).toEqual([
      { text: 'Size: M', quantity: 2 },
      { text: 'Size: L', quantity: 1 },
    ])
  })

  test('drops all lines beyond 500', () => {
    const lines = Array.from({ length: 501 }, (_, index) => ({ ...pen, id: index + 1 }))
    expect(readCartItems(lines).map(({ id }) => id)).toEqual(lines.slice(0, 500).map(({ id }) => id))
  })
})
