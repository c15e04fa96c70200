import { expect, test } from 'vitest'
import { parseDuration } from './duration.ts'

test.each([
  ['1h30m', 5_400_000],
  ['250ms', 250],
  ['-5', -5],
  [1000, 1000],
  ['soon', null],
  [Number.POSITIVE_INFINITY, null],
])('the duration %j has %j milliseconds', (text, ms) => {
  expect(parseDuration(text)).toBe(ms)
})

// The database stores times as integers.
test.each([
  [0.5, 1],
  [1000 / 3, 333],
])('a fraction of a millisecond is rounded: %d to %d', (fractional, ms) => {
  expect(parseDuration(fractional)).toBe(ms)
})
