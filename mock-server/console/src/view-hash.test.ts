import { expect, test } from 'vitest'
import { formatViewHash, parseViewHash } from './view-hash.ts'

test('parses a view and its parameters from a hash', () => {
  const { view, params } = parseViewHash('#/faults?method=GET&path=%2Fproducts%2F%7Bid%7D')
  expect(view).toBe('faults')
  expect(params.get('path')).toBe('/products/{id}')
})

test('selects the overview for an unknown hash', () => {
  expect(parseViewHash('').view).toBe('overview')
  expect(parseViewHash('#/none').view).toBe('overview')
})

test('creates hashes that can be parsed again', () => {
  const href = formatViewHash('faults', { path: '/a b&c' })
  expect(parseViewHash(href).params.get('path')).toBe('/a b&c')
  expect(formatViewHash('clock')).toBe('#/clock')
})
