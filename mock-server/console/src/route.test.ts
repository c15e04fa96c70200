import { expect, test } from 'vitest'
import { hrefOf, readRoute } from './route.ts'

test('a hash names its view and what the view is to start with', () => {
  const { view, query } = readRoute('#/faults?method=GET&path=%2Fproducts%2F%7Bid%7D')
  expect(view).toBe('faults')
  expect(query.get('path')).toBe('/products/{id}')
})

test('what is not known is the overview', () => {
  expect(readRoute('').view).toBe('overview')
  expect(readRoute('#/none').view).toBe('overview')
})

test('an address can be read again', () => {
  const href = hrefOf('faults', { path: '/a b&c' })
  expect(readRoute(href).query.get('path')).toBe('/a b&c')
  expect(hrefOf('clock')).toBe('#/clock')
})
