import { expect, test } from 'vitest'
import { store } from '../../config/store.ts'
import type { CurrentProduct } from '../../domain/current-product.ts'
import { readProduct, type ShopProduct } from '../../domain/product.ts'
import { describeShortage, listMessage, listTotal } from './list-total.ts'

const line = (id: number, quantity = 1) => ({ id, quantity, name: `Book ${id}`, note: '' })
const listed = (total_stock: number | null, price: number | null = 5_000): CurrentProduct => ({
  status: 'listed',
  product: readProduct({ id: 1, name: 'Book', price, total_stock }) as ShopProduct,
})
const totalOf = (...lines: [quantity: number, current: CurrentProduct][]) =>
  listTotal(
    lines.map(([quantity], index) => line(index + 1, quantity)),
    new Map(lines.map(([, current], index) => [index + 1, current])),
  )

test('adds up the lines, and excludes nothing that is in stock or whose stock is unknown', () => {
  expect(totalOf([2, listed(9)], [3, listed(null, 100)])).toEqual({ sum: 10_300, exclusions: [] })
})

test('leaves out what cannot be bought, and says so', () => {
  expect(totalOf([1, listed(9)], [4, listed(0)], [1, listed(-1)])).toEqual({
    sum: 5_000,
    exclusions: ['2 sold out, not included'],
  })
  expect(totalOf([1, listed(9)], [1, { status: 'gone' }], [1, listed(9, null)], [1, listed(0)])).toEqual({
    sum: 5_000,
    exclusions: ['1 sold out, 1 no longer sold, 1 without a price, not included'],
  })
})

test('includes only the stock of a line that exceeds it', () => {
  expect(totalOf([4, listed(2)])).toEqual({ sum: 10_000, exclusions: ['1 included in part: too few left'] })
})

test.each(['loading', 'failed'] as const)('has no sum while a product is %s', (status) => {
  expect(totalOf([1, listed(9)], [1, { status }]).sum).toBeNull()
  expect(totalOf([1, { status }], [1, listed(9)]).sum).toBeNull()
  expect(listTotal([line(1)], new Map()).sum).toBeNull()
})

test.each([
  [listed(9), null],
  [listed(null), null],
  [listed(2), 'only 2 in stock'],
  [listed(0), 'sold out'],
  [listed(9, null), null],
  [{ status: 'gone' } as const, null],
  [undefined, null],
])('%o is printed with the shortage %s', (current, shortage) => {
  expect(describeShortage(line(1, 4), current)).toBe(shortage)
})

test('a shared message counts the items and has their total, once it is known, with what it excludes', () => {
  const url = 'https://a.example/'
  const message = (lines: number, sum: number | null, ...exclusions: string[]) =>
    listMessage({ title: 'P4', lines, total: { sum, exclusions }, url })
  expect(message(1, 5_000)).toBe(`P4 at ${store.name} (1 item, UGX 5,000): ${url}`)
  expect(message(2, 0, '2 sold out')).toBe(`P4 at ${store.name} (2 items, UGX 0, 2 sold out): ${url}`)
  expect(message(3, null, '1 sold out')).toBe(`P4 at ${store.name} (3 items): ${url}`)
})
