import { expect, test } from 'vitest'
import { hrefOf, readRoute } from './route.ts'

test('a hash names a view and its initial state', () => {
  const { view, query } = readRoute('#/faults?method=GET&path=%2Fproducts%2F%7Bid%7D')
  expect(view).toBe('faults')
  expect(query.get('path')).toBe('/products/{id}')
})

test('an unknown hash opens the overview', () => {
  expect(readRoute('').view).toBe('overview')
  expect(readRoute('#/none').view).toBe('overview')
})

test('a written hash can be read again', () => {
  const href = hrefOf('faults', { path: '/a b&c' })
  expect(readRoute(href).query.get('path')).toBe('/a b&c')
  expect(hrefOf('clock')).toBe('#/clock')
})
