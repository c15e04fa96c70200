import { expect, test } from 'vitest'
import { findInResponse, mayContainProducts } from './products-in-response.ts'

const product = { id: 5, name: 'Atlas', price: 9000 }
const category = { id: 3, name: 'Books', parent_id: 0 }

test.each([
  [['products', 'latest'], true],
  [['homepage', 'sections'], true],
  [['categories'], true],
  [['customer', 'x', 'orders'], false],
  [['config'], false],
])('the response to %j may contain products: %s', (key, may) => {
  expect(mayContainProducts(key)).toBe(may)
})

test('finds products and categories in lists, sections and trees, but no product in a product', () => {
  const set = { ...product, id: '6', parts: [product] }
  const tree = { ...category, childes: [{ ...category, id: 31, name: 'Maps', parent_id: 3 }] }
  expect(findInResponse({ sections: [{ products: [product, set] }], tree })).toEqual({
    products: [
      { id: 5, received: product },
      { id: 6, received: set },
    ],
    categories: [
      [3, 'Books'],
      [31, 'Maps'],
    ],
  })
})

test.each([null, 'text', [], { id: 5, name: 'Atlas' }, { id: 5, price: 9000 }, { ...category, id: 'x' }])(
  'finds nothing in %j',
  (response) => {
    expect(findInResponse(response)).toEqual({ products: [], categories: [] })
  },
)

test('finds nothing deeper than eight levels', () => {
  const nested = (levels: number): unknown => (levels === 0 ? product : [nested(levels - 1)])
  expect(findInResponse(nested(8)).products).toHaveLength(1)
  expect(findInResponse(nested(9)).products).toEqual([])
})
