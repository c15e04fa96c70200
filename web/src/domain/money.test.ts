import { describe, expect, test } from 'vitest'
import { homeDeliveryFeeOf } from './delivery-fee.ts'
import {
  formatMoney,
  formatPrice,
  formatRounding,
  formatSum,
  orderTotal,
  readAmount,
  roundMoney,
} from './money.ts'

describe('money', () => {
  test('formats money with UGX, thousands separators and no decimals', () => {
    expect(formatMoney(1_234_567)).toBe('UGX 1,234,567')
  })

  test('formats numbers like the browser', () => {
    const browser = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 })
    const numbers = [0, 1, 999, 1000, 999_999.5, 0.5, 1.5, 1234.49, -1500, -2.5, Number.MAX_SAFE_INTEGER]
    for (const number of numbers) expect(formatMoney(number)).toBe(`UGX ${browser.format(number)}`)
  })

  test.each([
    [1250, 'UGX 1,250'],
    ['38000', 'UGX 38,000'],
    [0, 'UGX 0'],
  ])('formats the price %s as %s', (price, text) => {
    expect(formatPrice(price)).toBe(text)
  })

  test.each([
    [1250, 'UGX 50'],
    [1240, 'UGX -40'],
    [1200, null],
  ])('formats what rounding adds to %i as %j', (sum, text) => {
    expect(formatRounding(sum)).toBe(text)
  })

  test.each([
    ['5', 5],
    [0, 0],
    [100, 100],
    [101, null],
    [-1, null],
    [null, null],
  ])('reads the amount %j, at most 100, as %j', (value, amount) => {
    expect(readAmount(value, 100)).toBe(amount)
  })

  test.each([undefined, null, '', 'free', Number.NaN, {}])('formats %s as a missing price', (price) => {
    expect(formatPrice(price)).toBe('Price not available')
  })

  test.each([
    [0, 0],
    [49, 0],
    [49.99, 0],
    [50, 100],
    [1249, 1200],
    [1250, 1300],
    [1300, 1300],
    [1350, 1400],
    [-50, 0],
    [-51, -100],
  ])('rounds %i to %i', (shillings, rounded) => {
    expect(roundMoney(shillings)).toBe(rounded)
  })

  test('rounds a sum to 100', () => {
    expect(formatSum(3_749)).toBe('UGX 3,700')
    expect(formatSum(3_750)).toBe('UGX 3,800')
    expect(formatSum(0)).toBe('UGX 0')
  })

  test.each([
    [0, 1_500, 0],
    [0.1, 1_500, 150],
    [6.5, 1_500, 9_750],
    [39.999, 1_000, 39_999],
    [40, 1_500, 60_000],
    [40, 0, 0],
    [40.001, 1_500, 20_000],
    [40.001, 0, 20_000],
    [400, 1_500, 20_000],
  ])('the delivery fee for %s km at %s per kilometre is %s', (kilometres, rate, fee) => {
    expect(homeDeliveryFeeOf(kilometres, rate)).toBeCloseTo(fee, 6)
  })

  test.each([
    [1_250, 4_260, 5_600],
    [1_249, 4_249, 5_400],
    [1_250, 4_250, 5_600],
    [3_750, 0, 3_800],
    [0, 50, 100],
  ])('the total of the subtotal %s and the fee %s, each rounded, is %s', (subtotal, fee, total) => {
    expect(orderTotal(subtotal, fee)).toBe(total)
  })
})
