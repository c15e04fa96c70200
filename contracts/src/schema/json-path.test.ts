import { expect, test } from 'vitest'
import { formatPath, parsePath, valuesAt } from './json-path.ts'

test('a JSON path keeps list positions', () => {
  expect(formatPath(['items', 3, 'price'])).toBe('$.items[3].price')
})

test('a key that is no plain word is quoted, and read back as it was', () => {
  const path = formatPath(['a "b" c', 'd'])
  expect(path).toBe('$["a \\"b\\" c"].d')
  expect(valuesAt({ 'a "b" c': { d: 7 } }, parsePath(path))).toEqual([7])
})

test('a path with [] leads to every element, and past what is not there', () => {
  const body = { products: [{ price: 1 }, {}, { price: 3 }] }
  expect(valuesAt(body, parsePath('$.products[].price'))).toEqual([1, 3])
  expect(valuesAt(body, parsePath('$.products[2].price'))).toEqual([3])
  expect(valuesAt(body, parsePath('$.products.price'))).toEqual([])
})
