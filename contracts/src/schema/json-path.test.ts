import { expect, test } from 'vitest'
import { formatPath, overlaps, parsePath, pathStep, valuesAt } from './json-path.ts'

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

test('shows keys of up to 60 characters, and describes longer ones', () => {
  expect(pathStep('k'.repeat(60))).toBe(`.${'k'.repeat(60)}`)
  expect(pathStep('k'.repeat(61))).toBe('["key: string(33–255)"]')
  expect([pathStep('$a-b_1'), pathStep('a b')]).toEqual(['.$a-b_1', '["a b"]'])
})

test('a path has keys, indexes and items of lists', () => {
  expect(parsePath('$')).toEqual([])
  expect(parsePath('$[].a[12]["b \\"c"].$d-e')).toEqual([
    { each: true },
    ...['a', '12', 'b "c', '$d-e'].map((key) => ({ key })),
  ])
  expect(valuesAt([{ a: null }, null, 'text'], parsePath('$[].a'))).toEqual([null])
  expect(valuesAt({ a: 1 }, parsePath('$.toString'))).toEqual([])
})

test('.* stands for all values of an object with any keys', () => {
  expect(parsePath('$.rows.*.price')).toEqual([{ key: 'rows' }, { anyKey: true }, { key: 'price' }])
  expect(valuesAt({ rows: { a: { price: 1 }, b: { price: 2 } } }, parsePath('$.rows.*.price'))).toEqual([
    1, 2,
  ])
  expect(valuesAt({ rows: [{ price: 1 }] }, parsePath('$.rows.*.price'))).toEqual([])
  expect(pathStep('*')).toBe('["*"]')
})

test.each<[path: string, other: string, isInside: boolean]>([
  ['$', '$headers.vary', false],
  ['$.vary', '$headers.vary', false],
  ['$.rows.*', '$.rows.a.id', true],
  ['$.rows.*.id', '$.rows["a b"]', true],
  ['$.rows.*', '$.rows[]', false],
  ['$.rows.*.id', '$.rows.a.name', false],
  ['$.rows[]', '$.rows[].id', true],
  ['$.rows', '$.rows[].id', true],
  ['$.rows', '$.rows', true],
  ['$', '$.rows', true],
  ['$.row', '$.rows', false],
  ['$.a.b', '$.b.a.b', false],
])('%s overlaps %s: %s', (path, other, isInside) => {
  expect([overlaps(path, other), overlaps(other, path)]).toEqual([isInside, isInside])
})
