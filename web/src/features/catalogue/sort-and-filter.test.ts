import { expect, test } from 'vitest'
import { readProduct, type ShopProduct } from '../../domain/product.ts'
import {
  countMatches,
  type ListFilters,
  rangeLabel,
  rangeText,
  readFilters,
  sortAndFilter,
  withFilter,
  withoutFilters,
} from './sort-and-filter.ts'

const NO_FILTERS = readFilters(new URLSearchParams())
const product = (id: number, name: string, price: number | null, total_stock: number | null, day: string) =>
  readProduct({ id, name, price, total_stock, created_at: `2026-01-${day}T00:00:00Z` }) as ShopProduct
const products = [
  product(1, "Pupil's Book 10", 12_000, 4, '03'),
  product(2, "Pupil's Book 4", 5_000, 0, '05'),
  product(3, 'Atlas for P4', 42_000, 2, '05'),
  product(4, 'pen', null, null, '01'),
]
const idsOf = (change: Partial<ListFilters>) =>
  sortAndFilter(products, { ...NO_FILTERS, ...change }).map(({ id }) => id)

test('stores each choice in the query parameters and resets the page', () => {
  let params = withFilter(new URLSearchParams('q=atlas&page=3'), 'sort', 'price-up')
  params = withFilter(params, 'stock', 'in')
  params = withFilter(params, 'class', 'P4')
  params = withFilter(params, 'price', '5000-10000')
  expect(String(params)).toBe('q=atlas&sort=price-up&stock=in&class=P4&price=5000-10000')
  expect(readFilters(params)).toEqual({
    sort: 'price-up',
    inStock: true,
    schoolClass: 'P4',
    price: { above: 5_000, upTo: 10_000 },
  })
  expect(withFilter(params, 'class', '').has('class')).toBe(false)
  expect(String(withoutFilters(params))).toBe('q=atlas')
})

test.each(['sort=up', 'sort=toString', 'stock=1', 'class=P9', 'price=cheap', 'price=-5', 'price=1-2-3'])(
  'ignores the invalid query parameter %s',
  (search) => {
    expect(readFilters(new URLSearchParams(search))).toEqual(NO_FILTERS)
  },
)

test.each([
  ['5000-10000', { above: 5_000, upTo: 10_000 }],
  ['100000-', { above: 100_000, upTo: null }],
  ['0-0', { above: 0, upTo: 0 }],
])('reads and formats the price range %s', (price, range) => {
  expect(readFilters(new URLSearchParams({ price })).price).toEqual(range)
  expect(rangeText(range)).toBe(price)
})

test.each([
  ['price-up', [2, 1, 3, 4]],
  ['price-down', [3, 1, 2, 4]],
  ['name', [3, 4, 2, 1]],
  ['newest', [3, 2, 1, 4]],
] as const)('sorts by %s', (sort, ids) => {
  expect(idsOf({ sort })).toEqual(ids)
})

test.each([
  ['price-up', [3, 5, null, null]],
  ['price-down', [5, 3, null, null]],
] as const)('puts products without a price last, sorted by %s', (sort, prices) => {
  const mixed = [null, 5, null, 3].map((price, index) => product(index, 'Map', price, null, '01'))
  const sorted = sortAndFilter(mixed, { ...NO_FILTERS, sort })
  expect(sorted.map(({ price }) => price)).toEqual(prices)
})

test('of products with the same date, the one with the highest id is the newest', () => {
  const sameDay = [2, 3, 1].map((id) => product(id, 'Map', 500, null, '01'))
  const sorted = sortAndFilter(sameDay, { ...NO_FILTERS, sort: 'newest' })
  expect(sorted.map(({ id }) => id)).toEqual([3, 2, 1])
})

test("keeps the host's order if no sort order is chosen", () => {
  expect(idsOf({})).toEqual([1, 2, 3, 4])
})

test('filters by stock, class and price range', () => {
  expect(idsOf({ inStock: true })).toEqual([1, 3, 4])
  expect(idsOf({ schoolClass: 'P4' })).toEqual([2, 3])
  expect(idsOf({ price: { above: 0, upTo: 5_000 } })).toEqual([2])
  expect(idsOf({ price: { above: 5_000, upTo: 12_000 } })).toEqual([1])
  expect(idsOf({ price: { above: 20_000, upTo: null } })).toEqual([3])
  expect(idsOf({ schoolClass: 'P4', inStock: true })).toEqual([3])
})

test('free products are in the first price range only', () => {
  const free = [product(1, 'Map', 0, null, '01')]
  const idsIn = (price: ListFilters['price']) => sortAndFilter(free, { ...NO_FILTERS, price })
  expect(idsIn({ above: 0, upTo: 5_000 })).toEqual(free)
  expect(idsIn({ above: 5_000, upTo: 10_000 })).toEqual([])
})

test('counts each product in exactly one price range, except those without a price', () => {
  const { prices } = countMatches(products, NO_FILTERS)
  expect([...prices.values()].reduce((sum, count) => sum + count, 0)).toBe(3)
})

test('counts the options of a filter with only the other filters applied', () => {
  const counts = countMatches(products, { ...NO_FILTERS, schoolClass: 'P4', inStock: true })
  expect(counts.classes).toEqual(new Map([['P4', 1]]))
  expect(counts.prices.get('20000-50000')).toBe(1)
  expect(counts.prices.get('10000-20000')).toBe(0)
  expect(countMatches(products, { ...NO_FILTERS, schoolClass: 'P5' }).classes).toEqual(new Map([['P4', 2]]))
  const inFirstRange = countMatches(products, { ...NO_FILTERS, price: { above: 0, upTo: 5_000 } })
  expect(inFirstRange.prices.get('20000-50000')).toBe(1)
})

test('formats price ranges for shoppers', () => {
  expect(rangeLabel({ above: 0, upTo: 5_000 })).toBe('Up to UGX 5,000')
  expect(rangeLabel({ above: 5_000, upTo: 10_000 })).toBe('UGX 5,000 to 10,000')
  expect(rangeLabel({ above: 100_000, upTo: null })).toBe('Over UGX 100,000')
})
