import { renderHook } from '@testing-library/react'
import { expect, test } from 'vitest'
import { setToken } from '../../api/session.ts'
import { readProducts } from '../../domain/product.ts'
import { useWishMarks } from './wish-marks.ts'

/** Returns the marks of products for a new customer. @param previous their states at the last visit */
function marksOf(products: readonly object[], states: object) {
  // Each log-in begins a visit.
  setToken(`token-${Math.random()}`)
  localStorage.setItem('wishlistVisit', JSON.stringify({ states }))
  const read = readProducts(products)
  const { result, unmount } = renderHook(() => useWishMarks(read))
  const marks = read.map(result.current)
  unmount()
  return marks
}

const atlas = { id: 7, name: 'Atlas', price: 900, total_stock: 3 }

test.each([
  ['is cheaper', 901, true, 'Price dropped'],
  ['costs the same', 900, true, null],
  ['is more expensive', 899, true, null],
  ['had no price', null, true, null],
  ['had an invalid price', 'free', true, null],
  ['is in stock again, and cheaper', 901, false, 'Back in stock'],
])('the mark of a product that %s', (_, price, isInStock, mark) => {
  expect(marksOf([atlas], { 7: { price, isInStock } })).toEqual([mark])
})

test('a product that is sold out again, has no price, or is new has no mark', () => {
  const soldOut = { ...atlas, total_stock: 0 }
  expect(marksOf([soldOut], { 7: { price: 900, isInStock: false } })).toEqual([null])
  expect(marksOf([{ ...atlas, price: null }], { 7: { price: 900, isInStock: true } })).toEqual([null])
  expect(marksOf([atlas], { 8: { price: 901, isInStock: false } })).toEqual([null])
})

test('a mark stays for the whole visit, although the new price is stored when it is first shown', () => {
  expect(marksOf([atlas], { 7: { price: 901, isInStock: true } })).toEqual(['Price dropped'])
  const read = readProducts([atlas])
  const { result } = renderHook(() => useWishMarks(read))
  expect(read.map(result.current)).toEqual(['Price dropped'])
})

test('the states at the last visit are kept while the list is empty, and replaced by those of a list', () => {
  const states = { 7: { price: 900, isInStock: true } }
  const stored = () => JSON.parse(localStorage.getItem('wishlistVisit') ?? '{}').states
  marksOf([], states)
  expect(stored()).toEqual(states)
  marksOf([{ ...atlas, id: 8, total_stock: 0 }], states)
  expect(stored()).toEqual({ 8: { price: 900, isInStock: false } })
})
