import { describe, expect, test } from 'vitest'
import { deliveryFeeOf, explainFee, formatFee } from './delivery-fee.ts'

describe('the delivery fee', () => {
  test('is the number of kilometres times the rate', () => {
    expect(deliveryFeeOf({ mode: 'home', distance: 6.5, rate: 1_500 })).toBe(9_750)
    expect(formatFee('home', 9_750)).toBe('UGX 9,800')
  })

  test('still uses the rate at exactly 40 km', () => {
    expect(deliveryFeeOf({ mode: 'home', distance: 40, rate: 1_500 })).toBe(60_000)
  })

  test('is a flat rate beyond 40 km, even if the rate per kilometre is unknown', () => {
    expect(deliveryFeeOf({ mode: 'home', distance: 40.001, rate: 1_500 })).toBe(20_000)
    expect(deliveryFeeOf({ mode: 'home', distance: 61, rate: null })).toBe(20_000)
  })

  test('is unknown without a location or a rate', () => {
    expect(deliveryFeeOf({ mode: 'home', distance: null, rate: 1_500 })).toBeNull()
    expect(deliveryFeeOf({ mode: 'home', distance: 5, rate: null })).toBeNull()
    expect(formatFee('home', null)).toBe('Calculating...')
  })

  test('is 0 for pickup', () => {
    expect(deliveryFeeOf({ mode: 'pickup', distance: 61, rate: 1_500 })).toBe(0)
    expect(formatFee('pickup', 0)).toBe('0 UGX')
  })

  test('is explained to shoppers', () => {
    expect(explainFee({ mode: 'home', distance: null, rate: null })).toBe(
      "Choose an address and we'll work out the fee.",
    )
    expect(explainFee({ mode: 'home', distance: null, rate: 1_500 })).toBe(
      'Choose an address. From UGX 1,500 a km.',
    )
    expect(explainFee({ mode: 'home', distance: 6.5, rate: 1_500 })).toBe(
      '6.50 km × UGX 1,500 per km, to the nearest 100.',
    )
    expect(explainFee({ mode: 'home', distance: 61.234, rate: 1_500 })).toBe(
      '61.23 km away. Delivery beyond 40 km costs UGX 20,000.',
    )
    expect(explainFee({ mode: 'home', distance: 6.5, rate: null })).toBe("We're checking today's rate.")
    expect(explainFee({ mode: 'pickup', distance: 61, rate: 1_500 })).toBe(
      'Collecting it or sending your boda is free.',
    )
  })
})
