import { describe, expect, test } from 'vitest'
import { feeOf, feeSentence, feeText } from './delivery-fee.ts'
import { distanceFromShop } from './distance.ts'
import { orderTotal } from './money.ts'

/** A seeded random generator (mulberry32), so that failures are reproducible. */
function numbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** The great-circle distance, computed with vectors, independently of the shop's formula. */
function kilometres(lat: number, lng: number): number {
  const vector = (latitude: number, longitude: number) => {
    const [a, b] = [(latitude * Math.PI) / 180, (longitude * Math.PI) / 180]
    return [Math.cos(a) * Math.cos(b), Math.cos(a) * Math.sin(b), Math.sin(a)] as const
  }
  const [p, q] = [vector(0.3198, 32.5919), vector(lat, lng)]
  const cross = Math.hypot(p[1] * q[2] - p[2] * q[1], p[2] * q[0] - p[0] * q[2], p[0] * q[1] - p[1] * q[0])
  const dot = p[0] * q[0] + p[1] * q[1] + p[2] * q[2]
  return 6371 * Math.atan2(cross, dot)
}

test('computes the expected fee and total for 1,000 points in and around Uganda', () => {
  const next = numbers(20_260_302)
  for (let point = 0; point < 1_000; point += 1) {
    // Half of the points are at distances around the 40 km limit.
    const spread = point % 2 === 0 ? 0.5 : 3
    const [lat, lng] = [0.3198 + (next() - 0.5) * 2 * spread, 32.5919 + (next() - 0.5) * 2 * spread]
    const rate = Math.round(next() * 3_000)
    const subtotal = Math.round(next() * 900_000)

    const distance = distanceFromShop({ lat, lng })
    const expected = kilometres(lat, lng)
    expect(distance).toBeCloseTo(expected, 6)

    const fee = feeOf({ mode: 'home', distance, rate })
    expect(fee).toBeCloseTo(expected > 40 ? 20_000 : expected * rate, 3)
    const total = orderTotal(subtotal, fee ?? Number.NaN)
    expect(total % 100).toBe(0)
    expect(Math.abs(total - subtotal - (fee ?? 0))).toBeLessThanOrEqual(100)
  }
})

describe('the delivery fee', () => {
  test('is the number of kilometres times the rate', () => {
    expect(feeOf({ mode: 'home', distance: 6.5, rate: 1_500 })).toBe(9_750)
    expect(feeText('home', 9_750)).toBe('UGX 9,800')
  })

  test('still uses the rate at exactly 40 km', () => {
    expect(feeOf({ mode: 'home', distance: 40, rate: 1_500 })).toBe(60_000)
  })

  test('is a flat rate beyond 40 km, even if the rate per kilometre is unknown', () => {
    expect(feeOf({ mode: 'home', distance: 40.001, rate: 1_500 })).toBe(20_000)
    expect(feeOf({ mode: 'home', distance: 61, rate: null })).toBe(20_000)
  })

  test('is unknown without a location or a rate', () => {
    expect(feeOf({ mode: 'home', distance: null, rate: 1_500 })).toBeNull()
    expect(feeOf({ mode: 'home', distance: 5, rate: null })).toBeNull()
    expect(feeText('home', null)).toBe('Calculating...')
  })

  test('is 0 for pickup', () => {
    expect(feeOf({ mode: 'pickup', distance: 61, rate: 1_500 })).toBe(0)
    expect(feeText('pickup', 0)).toBe('0 UGX')
  })

  test('is explained to shoppers', () => {
    expect(feeSentence({ mode: 'home', distance: 6.5, rate: 1_500 })).toBe(
      '6.50 km × UGX 1,500 per km, to the nearest 100.',
    )
    expect(feeSentence({ mode: 'home', distance: 61.234, rate: 1_500 })).toBe(
      '61.23 km away. Delivery beyond 40 km costs UGX 20,000.',
    )
  })
})
