import { expect, test } from 'vitest'
import { showProductsLabel } from './product-list.tsx'

test.each([
  [undefined, 'Show products'],
  [0, 'Show 0 products'],
  [1, 'Show 1 product'],
  [2, 'Show 2 products'],
])('the button to a list of %s products is "%s"', (total, label) => {
  expect(showProductsLabel(total)).toBe(label)
})
