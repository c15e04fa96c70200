import { render } from '@testing-library/react'
import { expect, test } from 'vitest'
import { readProduct, type ShopProduct } from '../../domain/product.ts'
import { PriceLine } from './price-line.tsx'

/** Renders the price of a product with these wire fields. @returns its text */
function lineOf(wire: object): string | null {
  const { container } = render(<PriceLine product={readProduct(wire) as ShopProduct} />)
  return container.textContent
}

test('shows the price with its prefix and thousands separators, without decimals and without rounding to 100', () => {
  expect(lineOf({ price: 1250 })).toBe('UGX 1,250')
  expect(lineOf({ price: '1234567.60' })).toBe('UGX 1,234,568')
})

test.each([null, undefined, '', 'abc', {}])('shows the price %j as not available', (price) => {
  expect(lineOf({ price })).toBe('Price not available')
})

test('shows the badge only if the discount is true and above 0', () => {
  const wire = { price: 900, original_price: null }
  expect(lineOf({ ...wire, has_discount: true, discount_percentage: '12.5' })).toBe('UGX 90012.5% off')
  expect(lineOf({ ...wire, has_discount: true, discount_percentage: 0 })).toBe('UGX 900')
  expect(lineOf({ ...wire, has_discount: 1, discount_percentage: 10 })).toBe('UGX 900')
  expect(lineOf({ ...wire, has_discount: false, discount_percentage: 10 })).toBe('UGX 900')
})

test('shows the original price only with a discount', () => {
  const wire = { price: 900, original_price: 1000, discount_percentage: 0 }
  expect(lineOf({ ...wire, has_discount: true })).toBe('UGX 900was UGX 1,000')
  expect(lineOf({ ...wire, has_discount: 1 })).toBe('UGX 900was UGX 1,000')
  expect(lineOf({ ...wire, has_discount: false })).toBe('UGX 900')
  expect(lineOf({ ...wire, has_discount: true, original_price: null })).toBe('UGX 900')
})
