import { describe, expect, test } from 'vitest'
import { deliveryFee, formatMoney, formatPrice, orderTotal, roundMoney } from './money.ts'

describe('money', () => {
  test('reads UGX, thousands separators and no decimals', () => {
    expect(formatMoney(1_234_567)).toBe('UGX 1,234,567')
  })

  test('writes numbers as the browser would', () => {
    const browser = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 })
    const numbers = [
      0,
      1,
      999,
      1000,
      999_999.5,
      0.5,
      1.5,
      1234.49,
      -1500,
      -2.5,
      100_000_000,
      Number.MAX_SAFE_INTEGER,
    ]
    for (const number of numbers) expect(formatMoney(number)).toBe(`UGX ${browser.format(number)}`)
  })

  test.each([
    [1250, 'UGX 1,250'],
    ['38000', 'UGX 38,000'],
    [0, 'UGX 0'],
  ])('shows the price %s as %s', (price, text) => {
    expect(formatPrice(price)).toBe(text)
  })

  test.each([undefined, null, '', 'free', Number.NaN, {}])('has no price for %s', (price) => {
    expect(formatPrice(price)).toBe('Price not available')
  })

  test.each([
    [1249, 1200],
    [1250, 1300],
    [1300, 1300],
  ])('rounds %i to %i', (shillings, rounded) => {
    expect(roundMoney(shillings)).toBe(rounded)
  })

  test('takes the rate up to 40 km and the flat fee strictly beyond', () => {
    expect(deliveryFee(40, 1500)).toBe(60_000)
    expect(deliveryFee(40.001, 1500)).toBe(20_000)
  })

  test('adds the rounded fee to the rounded subtotal', () => {
    expect(orderTotal(1250, 4260)).toBe(5600)
  })
})
