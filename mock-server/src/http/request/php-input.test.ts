import { expect, test } from 'vitest'
import { SoftwareCrash } from '../response/failures.ts'
import { databaseNumber, isNumeric, readFields, readTextColumnOrCrash, toComparedText } from './php-input.ts'

test('trims texts at every depth except passwords, and replaces empty ones with null', () => {
  const input = { name: ' a ', empty: '  ', list: [' b ', ''], inner: { text: ' c', n: 1 }, password: ' d ' }
  expect(readFields(input)).toEqual({
    name: 'a',
    empty: null,
    list: ['b', null],
    inner: { text: 'c', n: 1 },
    password: ' d ',
  })
})

test.each([
  [true, '1'],
  [false, ''],
  [null, ''],
  [7, '7'],
  [['a', 'b'], 'a'],
  [{ x: ['c'] }, 'c'],
  [[], ''],
])('%j is compared as %j', (value, text) => {
  expect(toComparedText(value)).toBe(text)
})

test.each([
  ['12abc', 12],
  [' -1.5e2x', -150],
  ['.5', 0.5],
  ['abc', 0],
  [true, 1],
  [null, 0],
  [['3'], 3],
])('the database reads %j as %d', (value, number) => {
  expect(databaseNumber(value)).toBe(number)
})

test.each([
  [7, true],
  [' 7 ', true],
  ['-.5e3', true],
  ['7x', false],
  ['', false],
  [true, false],
  [null, false],
  [[7], false],
])('%j is a number for PHP: %s', (value, expected) => {
  expect(isNumeric(value)).toBe(expected)
})

test('a text column stores scalars as text, and crashes for arrays and longer texts', () => {
  const read = (value: unknown) => readTextColumnOrCrash({ column: value }, 'column', 3)
  expect([read('abc'), read(12), read(true), read(null), read(undefined)]).toEqual([
    'abc',
    '12',
    '1',
    null,
    null,
  ])
  expect(() => read('abcd')).toThrow(SoftwareCrash)
  expect(() => read(['a'])).toThrow(SoftwareCrash)
})
