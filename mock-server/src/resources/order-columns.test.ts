import { expect, test } from 'vitest'
import {
  COLUMN_MAX,
  LeakedException,
  readAmountColumn,
  readIntegerColumn,
  readLineColumns,
  readTextColumn,
} from './order-columns.ts'

/** Returns the stored value, or the host's response: the database's error, or {} for an error of the software. */
function stored(read: () => unknown): unknown {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof LeakedException)) throw error
    const [exception] = error.body
    expect(exception).toEqual(exception?.errorInfo ? { ...exception, connectionName: 'mysql' } : {})
    return exception?.errorInfo ?? {}
  }
}

const NULL_ERROR = ['23000', 1048, "Column 'a' cannot be null"]
const RANGE_ERROR = ['22003', 1264, "Out of range value for column 'a' at row 1"]
const LENGTH_ERROR = ['22001', 1406, "Data too long for column 'a' at row 1"]
const incorrect = (type: string, value: unknown) => [
  '22007',
  1366,
  `Incorrect ${type} value: '${value}' for column 'a' at row 1`,
]

test.each([
  [12.345, 12.35],
  ['12.3', 12.3],
  [true, 1],
  [COLUMN_MAX, COLUMN_MAX],
  [-COLUMN_MAX, -COLUMN_MAX],
  [COLUMN_MAX + 1, RANGE_ERROR],
  [-COLUMN_MAX - 1, RANGE_ERROR],
  [null, NULL_ERROR],
  [undefined, NULL_ERROR],
  ['x', incorrect('decimal', 'x')],
  [[], {}],
])('the amount %o is stored as %o', (a, expected) => {
  expect(stored(() => readAmountColumn({ a }, 'a', COLUMN_MAX))).toEqual(expected)
})

test.each([
  [1.6, 2],
  ['7', 7],
  [false, 0],
  [1e20, RANGE_ERROR],
  ['x', incorrect('integer', 'x')],
  [null, incorrect('integer', null)],
  [{}, {}],
])('the integer %o is stored as %o', (a, expected) => {
  expect(stored(() => readIntegerColumn({ a }, 'a'))).toEqual(expected)
})

test.each([
  ['abc', 'abc'],
  ['abcd', LENGTH_ERROR],
  [12, '12'],
  [undefined, null],
  [['a'], {}],
])('the text %o is stored as %o', (a, expected) => {
  expect(stored(() => readTextColumn({ a }, 'a', 3))).toEqual(expected)
})

const options = { variant: '', variation: [] }
const longest = 'x'.repeat(253)

test.each([
  [
    { ...options, quantity: '2.6' },
    { quantity: 3, variant: '""', variation: '[]' },
  ],
  [
    { ...options, quantity: 1, variant: longest },
    { quantity: 1, variant: `"${longest}"`, variation: '[]' },
  ],
  [
    { ...options, quantity: 1, variant: `${longest}x` },
    ['22001', 1406, "Data too long for column 'variant' at row 1"],
  ],
  [{ ...options, quantity: null }, ['23000', 1048, "Column 'quantity' cannot be null"]],
  [{ ...options, quantity: -1e300 }, ['22003', 1264, "Out of range value for column 'quantity' at row 1"]],
  [{ ...options, quantity: 'two' }, {}],
  [{ quantity: 1, variation: [] }, {}],
  [{ quantity: 1, variant: '' }, {}],
])('the line %o is stored as %o', (line, expected) => {
  expect(stored(() => readLineColumns(line))).toEqual(expected)
})
