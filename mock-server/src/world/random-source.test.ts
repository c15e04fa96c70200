import { expect, test } from 'vitest'
import { createRandomSource } from './random-source.ts'

test('two sources produce the same bytes in each draw only if they have the same seed', () => {
  const [first, second] = [createRandomSource('a'), createRandomSource('a')]
  expect(first.bytes(40)).toEqual(second.bytes(40))
  expect(first.bytes(4)).toEqual(second.bytes(4))
  expect(createRandomSource('b').bytes(40)).not.toEqual(createRandomSource('a').bytes(40))
})

test('successive bytes differ, and a rewound source repeats them', () => {
  const random = createRandomSource('a')
  const first = random.bytes(8)
  const drawn = random.drawCount()
  const second = random.bytes(8)
  expect(second).not.toEqual(first)
  random.rewind(drawn)
  expect(random.bytes(8)).toEqual(second)
})

test('a source without a seed is random, and counts its draws too', () => {
  const [first, second] = [createRandomSource(null), createRandomSource(null)]
  expect(first.bytes(16)).not.toEqual(second.bytes(16))
  expect([first.drawCount(), first.isPredictable, createRandomSource('a').isPredictable]).toEqual([
    1,
    false,
    true,
  ])
})

test('a fraction is at least 0 and less than 1', () => {
  const random = createRandomSource('a')
  const fractions = Array.from({ length: 1000 }, random.fraction)
  expect(Math.min(...fractions)).toBeGreaterThanOrEqual(0)
  expect(Math.max(...fractions)).toBeLessThan(1)
  expect(Math.max(...fractions) - Math.min(...fractions)).toBeGreaterThan(0.9)
})
