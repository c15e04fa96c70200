import { describe, expect, test } from 'vitest'
import {
  addLoaded,
  costMessage,
  formatBytes,
  type LoadedResource,
  median,
  NO_COST,
  readCost,
  savedMessage,
} from './visit-cost.ts'

const loaded = (change: Partial<LoadedResource> = {}): LoadedResource => ({
  name: 'https://shop.example/product/atlas.webp',
  initiatorType: 'img',
  transferSize: 12_300,
  decodedBodySize: 12_000,
  responseStart: 80,
  ...change,
})

describe('the cost of a visit', () => {
  test('includes the sum of all transfers and the sizes of covers', () => {
    const script = loaded({ name: 'https://shop.example/app.js', initiatorType: 'script', transferSize: 700 })
    expect(addLoaded(NO_COST, [loaded(), script])).toEqual({
      bytes: 13_000,
      isAtLeast: false,
      covers: [12_300],
    })
  })

  test('ignores cached resources', () => {
    expect(addLoaded(NO_COST, [loaded({ transferSize: 0 })])).toEqual(NO_COST)
  })

  test('is a minimum if a different origin hides its sizes', () => {
    const hidden = loaded({ transferSize: 0, decodedBodySize: 0, responseStart: 0 })
    expect(addLoaded(NO_COST, [hidden])).toEqual({ bytes: 0, isAtLeast: true, covers: [] })
  })

  test('ignores the size of a revalidated cover', () => {
    expect(addLoaded(NO_COST, [loaded({ transferSize: 300 })]).covers).toEqual([])
  })

  test('is described in a message', () => {
    expect(costMessage({ ...NO_COST, bytes: 312_400 })).toBe('This visit has used 312 KB.')
    expect(costMessage({ ...NO_COST, bytes: 1_440_000, isAtLeast: true })).toBe(
      'This visit has used at least 1.4 MB.',
    )
  })

  test.each([
    [null],
    [[]],
    [{ bytes: -5, covers: 'x' }],
    [{ bytes: 1e308, isAtLeast: 1, covers: [{}, 1e9] }],
  ])('is zero if storage contains %j', (stored) => {
    expect(readCost(stored)).toEqual(NO_COST)
  })
})

describe('the saved data', () => {
  test('is estimated from the median of the loaded covers', () => {
    expect(savedMessage(10, [9_000, 40_000, 12_000])).toBe('Data saver skipped 10 images, about 120 KB.')
  })

  test('is described without a size if no cover was measured, and not at all if none was skipped', () => {
    expect(savedMessage(1, [])).toBe('Data saver skipped 1 image.')
    expect(savedMessage(0, [9_000])).toBe('')
  })

  test('uses the mean of the two middle sizes if the number of sizes is even', () => {
    expect(median([1, 2, 4, 9])).toBe(3)
    expect(median([])).toBeNull()
  })
})

test('formats sizes in decimal units', () => {
  expect([0, 999_499, 999_500, 12_345_678].map(formatBytes)).toEqual(['1 KB', '999 KB', '1.0 MB', '12.3 MB'])
})
