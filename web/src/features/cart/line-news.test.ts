import { expect, test } from 'vitest'
import { lineNews } from './line-news.ts'

const before = { price: 35_000 }

test('says nothing while nothing has changed', () => {
  expect(lineNews(before, 2, { price: 35_000, total_stock: 2 })).toEqual([])
  expect(lineNews(before, 2, { price: null, total_stock: null })).toEqual([])
})

test('tells the new price and the old one', () => {
  expect(lineNews(before, 1, { price: 38_000, total_stock: 9 })).toEqual([
    'Price is now UGX 38,000 (was UGX 35,000)',
  ])
})

test('tells when there is less than the line asks for', () => {
  expect(lineNews(before, 3, { price: 35_000, total_stock: 2 })).toEqual(['Only 2 left'])
  expect(lineNews(before, 1, { price: 35_000, total_stock: 0 })).toEqual(['Sold out'])
})
