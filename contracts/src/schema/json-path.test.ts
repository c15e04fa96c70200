import { expect, test } from 'vitest'
import { formatPath, parsePath, valuesAt } from './json-path.ts'

test('formatPath keeps list indexes', () => {
  expect(formatPath(['items', 3, 'price'])).toBe('$.items[3].price')
})

test('quotes keys that are not plain words, and parses them back', () => {
  const path = formatPath(['a "b" c', 'd'])
  expect(path).toBe('$["a \\"b\\" c"].d')
  expect(valuesAt({ 'a "b" c': { d: 7 } }, parsePath(path))).toEqual([7])
})

test('valuesAt returns all items for [] and skips objects without the key', () => {
  const body = { products: [{ price: 1 }, {}, { price: 3 }] }
  expect(valuesAt(body, parsePath('$.products[].price'))).toEqual([1, 3])
  expect(valuesAt(body, parsePath('$.products[2].price'))).toEqual([3])
  expect(valuesAt(body, parsePath('$.products.price'))).toEqual([])
})
