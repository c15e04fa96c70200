import { expect, test } from 'vitest'
import {
  describeKey,
  describeShape,
  describeValue,
  isPlainObject,
  lengthClassOf,
  toSafeWord,
} from './describe-value.ts'

test.each([
  [undefined, 'missing'],
  [null, 'null'],
  [[], 'empty array'],
  [[1], 'array'],
  ['', 'empty string'],
  ['a', 'string'],
  [7, 'integer'],
  [7.5, 'number'],
  [false, 'boolean'],
  [{}, 'object'],
])('describes the type of %j', (value, type) => {
  expect(describeValue(value)).toBe(type)
  expect(isPlainObject(value)).toBe(type === 'object')
})

test.each([
  [0, 'empty string'],
  [1, 'string(1–8)'],
  [8, 'string(1–8)'],
  [9, 'string(9–32)'],
  [32, 'string(9–32)'],
  [33, 'string(33–255)'],
  [255, 'string(33–255)'],
  [256, 'string(256+)'],
])('classes a text of %i characters', (length, expected) => {
  expect(lengthClassOf('x'.repeat(length))).toBe(expected)
})

test('shows keys of up to 60 characters', () => {
  expect(describeKey('k'.repeat(60))).toBe('k'.repeat(60))
  expect(describeKey('k'.repeat(61))).toBe('key: string(33–255)')
})

test('describes the shape of a value to three levels, twelve keys and the first item', () => {
  expect(describeShape({ a: { b: { c: { d: 1 } }, list: [[1, 'x']] } })).toEqual({
    a: { b: { c: 'object' }, list: ['array'] },
  })
  expect(describeShape(['text', 7])).toEqual(['string(1–8)'])
  expect([describeShape([]), describeShape(null), describeShape([1], 0)]).toEqual([
    'empty array',
    'null',
    'array',
  ])
  const wide = Object.fromEntries(Array.from({ length: 13 }, (_, index) => [`k${index}`, index]))
  expect(Object.keys(describeShape(wide) as object)).toHaveLength(12)
  expect(describeShape({ ['k'.repeat(61)]: true })).toEqual({ 'key: string(33–255)': 'boolean' })
})

test.each([
  [999, '999'],
  [-999, '-999'],
  [1000, 'integer'],
  [-1000, 'integer'],
  ['on hold', '"on hold"'],
  ['Over-due_2', 'string'],
  ['Over-due_', '"Over-due_"'],
  [' late', 'string'],
  [`a${'b'.repeat(30)}`, `"a${'b'.repeat(30)}"`],
  [`a${'b'.repeat(31)}`, 'string'],
  [true, 'boolean'],
])('shows a new value if it is a word or a small number: %j as %s', (value, shown) => {
  expect(toSafeWord(value)).toBe(shown)
})
