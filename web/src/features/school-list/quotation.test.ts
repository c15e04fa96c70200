import { expect, test } from 'vitest'
import { readProduct, type ShopProduct, type TodaysProduct } from '../../domain/product.ts'
import { csvOf, quotationNumber, quotationOf, readKilometres, tableOf, validUntil } from './quotation.ts'

const product = (fields: object) =>
  readProduct({ id: 1, name: 'Atlas', price: 42_000, ...fields }) as ShopProduct
const lines = [
  { id: 1, quantity: 3, name: 'Atlas', note: '' },
  { id: 2, quantity: 2, name: 'Old reader', note: '' },
]

test('adds up the products that are sold today and marks the rest', () => {
  const products = new Map<number, TodaysProduct>([
    [1, product({ total_stock: 2, tax: '978-9970-00-001-1' })],
    [2, 'gone'],
  ])
  const { lines: quoted, ...sums } = quotationOf(lines, products, 1_540)
  expect(quoted).toEqual([
    {
      name: 'Atlas',
      isbn: '978-9970-00-001-1',
      quantity: 3,
      price: 42_000,
      sum: 126_000,
      remark: '2 in stock',
    },
    { name: 'Old reader', isbn: '', quantity: 2, price: null, sum: null, remark: 'not sold just now' },
  ])
  // Rounded as in an order.
  expect(sums).toEqual({ subtotal: 126_000, fee: 1_540, total: 127_500 })
})

test("shows a line's note before its stock", () => {
  const linesWithNote = [{ id: 1, quantity: 3, name: 'Atlas', note: 'Cover: Hardcover' }]
  const remark = (fields: object) =>
    quotationOf(linesWithNote, new Map([[1, product(fields)]]), 0).lines[0]?.remark
  expect(remark({})).toBe('Cover: Hardcover')
  expect(remark({ total_stock: 2 })).toBe('Cover: Hardcover; 2 in stock')
})

test.each(['loading', 'failed'] as const)('has no subtotal while a price is %s', (state) => {
  const products = new Map<number, TodaysProduct>([
    [1, product({})],
    [2, state],
  ])
  expect(quotationOf(lines, products, 0)).toMatchObject({ subtotal: null, total: null })
})

test('excludes delivery from the total while the fee is unknown', () => {
  const products = new Map<number, TodaysProduct>([
    [1, product({})],
    [2, 'gone'],
  ])
  expect(quotationOf(lines, products, null)).toMatchObject({ subtotal: 126_000, fee: null, total: 126_000 })
})

test.each([
  ['12', 12],
  ['12.5', 12.5],
  [' 12,5 ', 12.5],
  ['', null],
  ['far', null],
  ['-3', null],
  ['5000', null],
  ['1e3', null],
])('reads the distance %j as %j', (typed, kilometres) => {
  expect(readKilometres(typed)).toBe(kilometres)
})

test('includes the date in the quotation number and is valid for two weeks', () => {
  const day = new Date(2026, 10, 21, 9)
  expect(quotationNumber(day, 2)).toBe('Q-20261121-2')
  expect(validUntil(day).getDate()).toBe(5)
})

test('escapes formulas in the CSV', () => {
  const text = csvOf([
    ['Item', 'Sum (UGX)'],
    ['=HYPERLINK("x")', 1_000],
    ['Atlas, 2nd ed.', null],
  ])
  expect(text).toBe('\uFEFFItem,Sum (UGX)\r\n"\'=HYPERLINK(""x"")",1000\r\n"Atlas, 2nd ed.",\r\n')
})

test('writes amounts to the spreadsheet as numbers', () => {
  const table = tableOf(quotationOf(lines.slice(0, 1), new Map([[1, product({})]]), 0))
  expect(table.slice(1)).toEqual([
    ['Atlas', '', 3, 42_000, 126_000, ''],
    ['Subtotal', null, null, null, 126_000, null],
    ['Delivery', null, null, null, 0, null],
    ['Total', null, null, null, 126_000, 'rounded to the nearest 100'],
  ])
})
