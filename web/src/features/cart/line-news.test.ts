import { expect, test } from 'vitest'
import { lineNews, lineNow } from './line-news.ts'

const line = (quantity: number) => ({ price: 35_000, quantity })

test('says nothing while nothing has changed', () => {
  expect(lineNews(line(2), { price: 35_000, total_stock: 2 })).toEqual([])
  expect(lineNews(line(2), { price: null, total_stock: null })).toEqual([])
})

test('tells the new price and the old one', () => {
  expect(lineNews(line(1), { price: 38_000, total_stock: 9 })).toEqual([
    'Price is now UGX 38,000 (was UGX 35,000)',
  ])
})

test('tells when there is less than the line asks for', () => {
  expect(lineNews(line(3), { price: 35_000, total_stock: 2 })).toEqual(['Only 2 left'])
  expect(lineNews(line(1), { price: 35_000, total_stock: 0 })).toEqual(['Sold out'])
})

test('brings a line to the price and the stock of now, and leaves what nobody has any more', () => {
  expect(lineNow(line(3), { price: 38_000, total_stock: 2 })).toEqual({
    price: 38_000,
    quantity: 2,
    total_stock: 2,
  })
  expect(lineNow(line(3), { price: null, total_stock: 0 })).toEqual({ ...line(3), total_stock: 0 })
  expect(lineNow(line(3), { price: 35_000, total_stock: null })).toEqual({ ...line(3), total_stock: null })
})
