import { expect, test } from 'vitest'
import { readList, readListField, readSafeNumber, readString } from './read-values.ts'

test.each([
  ['a list', [{ id: 1 }, { id: 2 }]],
  ['a list under products', { products: [{ id: 1 }, { id: 2 }] }],
  ['a list under data', { data: [{ id: 1 }, { id: 2 }] }],
  ['a list of lists', [[{ id: 1 }], [[{ id: 2 }]]]],
  ['pages of products', [{ products: [{ id: 1 }] }, { products: [{ id: 2 }] }]],
  ['a list that became an object', { products: { 0: { id: 1 }, 2: { id: 2 } } }],
  ['a list with nulls', [null, { id: 1 }, null, { id: 2 }]],
])('reads %s', (_, body) => {
  expect(readList(body)).toEqual([{ id: 1 }, { id: 2 }])
})

test.each([null, undefined, 'text', 7, {}, { message: 'no' }])('reads %s as an empty list', (body) => {
  expect(readList(body)).toEqual([])
})

test('does not flatten the list in an item', () => {
  expect(readList([{ id: 1, items: [{ id: 9 }] }])).toEqual([{ id: 1, items: [{ id: 9 }] }])
})

test.each([
  [['a.png', null, ''], ['a.png']],
  ['["a.png","b.png"]', ['a.png', 'b.png']],
  ['a.png', ['a.png']],
  ['[broken', []],
  [null, []],
])('reads the field %j as %j', (value, list) => {
  expect(readListField(value)).toEqual(list)
})

test.each([
  [' Amina ', 'Amina'],
  [256772123456, '256772123456'],
  [null, ''],
  [['Amina'], ''],
])('reads the text %j as %j', (value, text) => {
  expect(readString(value)).toBe(text)
})

test.each([
  [1250, 1250],
  ['1250.5', 1250.5],
  [' 7 ', 7],
  [0, 0],
  [-3, -3],
  [Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER],
  [-Number.MAX_SAFE_INTEGER, -Number.MAX_SAFE_INTEGER],
  [Number.MAX_SAFE_INTEGER + 1, null],
  [Number.POSITIVE_INFINITY, null],
  [Number.NEGATIVE_INFINITY, null],
  [' ', null],
  [true, null],
  [[5], null],
])('reads %j as the safe number %j', (value, number) => {
  expect(readSafeNumber(value)).toBe(number)
})
