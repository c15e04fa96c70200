import { describe, expect, test } from 'vitest'
import {
  addLoaded,
  costSentence,
  formatBytes,
  type Loaded,
  median,
  NO_COST,
  readCost,
  savedSentence,
} from './visit-cost.ts'

const loaded = (change: Partial<Loaded> = {}): Loaded => ({
  name: 'https://shop.example/product/atlas.webp',
  initiatorType: 'img',
  transferSize: 12_300,
  decodedBodySize: 12_000,
  responseStart: 80,
  ...change,
})

describe('the cost of a visit', () => {
  test('is the sum of what came over the line, with the sizes of its covers', () => {
    const script = loaded({ name: 'https://shop.example/app.js', initiatorType: 'script', transferSize: 700 })
    expect(addLoaded(NO_COST, [loaded(), script])).toEqual({
      bytes: 13_000,
      isAtLeast: false,
      covers: [12_300],
    })
  })

  test('does not count what the browser had already', () => {
    expect(addLoaded(NO_COST, [loaded({ transferSize: 0 })])).toEqual(NO_COST)
  })

  test('is at least that much where a host of another origin does not tell its sizes', () => {
    const hidden = loaded({ transferSize: 0, decodedBodySize: 0, responseStart: 0 })
    expect(addLoaded(NO_COST, [hidden])).toEqual({ bytes: 0, isAtLeast: true, covers: [] })
  })

  test('takes a cover that was only asked about for none', () => {
    expect(addLoaded(NO_COST, [loaded({ transferSize: 300 })]).covers).toEqual([])
  })

  test('is said in one sentence', () => {
    expect(costSentence({ ...NO_COST, bytes: 312_400 })).toBe('This visit has cost 312 KB of data.')
    expect(costSentence({ ...NO_COST, bytes: 1_440_000, isAtLeast: true })).toBe(
      'This visit has cost at least 1.4 MB of data.',
    )
  })

  test.each([
    [null],
    [[]],
    [{ bytes: -5, covers: 'x' }],
    [{ bytes: 1e308, isAtLeast: 1, covers: [{}, 1e9] }],
  ])('is nothing where storage holds %j', (stored) => {
    expect(readCost(stored)).toEqual(NO_COST)
  })
})

describe('what the data saver saved', () => {
  test('is estimated from the median of the covers that came', () => {
    expect(savedSentence(10, [9_000, 40_000, 12_000])).toBe(
      'The data saver kept 10 pictures from loading: about 120 KB, an estimate from the median of 3 pictures that came.',
    )
  })

  test('has no size where no cover was measured, and is nothing where none was kept', () => {
    expect(savedSentence(1, [])).toBe('The data saver kept 1 picture from loading.')
    expect(savedSentence(0, [9_000])).toBe('')
  })

  test('takes the middle of an even number of sizes', () => {
    expect(median([1, 2, 4, 9])).toBe(3)
    expect(median([])).toBeNull()
  })
})

test('sizes are said as data is sold', () => {
  expect([0, 999_499, 999_500, 12_345_678].map(formatBytes)).toEqual(['1 KB', '999 KB', '1.0 MB', '12.3 MB'])
})
