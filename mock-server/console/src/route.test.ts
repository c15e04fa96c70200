import { expect, test } from 'vitest'
import { hrefOf, readRoute } from './route.ts'

test('parses a view and its initial state from a hash', () => {
  const { view, query } = readRoute('#/faults?method=GET&path=%2Fproducts%2F%7Bid%7D')
  expect(view).toBe('faults')
  expect(query.get('path')).toBe('/products/{id}')
})

test('selects the overview for an unknown hash', () => {
  expect(readRoute('').view).toBe('overview')
  expect(readRoute('#/none').view).toBe('overview')
})

test('creates hashes that can be parsed again', () => {
  const href = hrefOf('faults', { path: '/a b&c' })
  expect(readRoute(href).query.get('path')).toBe('/a b&c')
  expect(hrefOf('clock')).toBe('#/clock')
})
