import { expect, test } from 'vitest'
import {
  bannerImagePath,
  categoryImageUrl,
  olderStoredProductImagePath,
  productImagePath,
  storedProductImagePath,
} from './images.ts'

test('inserts storage/ after the first 33 characters of the URL of a category image', () => {
  const base = 'http://localhost:8080/media-of-t/'
  expect(base).toHaveLength(33)
  expect(categoryImageUrl(`${base}category/books.webp`)).toBe(`${base}storage/category/books.webp`)
  expect(categoryImageUrl(`${base}c`)).toBe(`${base}storage/c`)
  expect(categoryImageUrl(base)).toBe('http://localhost:8080/storage/media-of-t/')
})

test('uses the origin as the base if the base has a different length', () => {
  expect(categoryImageUrl('https://api.shop.example/category/books.webp')).toBe(
    'https://api.shop.example/storage/category/books.webp',
  )
})

test('inserts neither a second storage/ nor a double slash', () => {
  expect(categoryImageUrl('https://a.example/storage/category/b.webp')).toBe(
    'https://a.example/storage/category/b.webp',
  )
  expect(categoryImageUrl('https://a.example///category/b.webp')).toBe(
    'https://a.example/storage/category/b.webp',
  )
})

test.each([[null], [undefined], [''], ['books.webp'], ['javascript:alert(1)'], ['http://']])(
  'returns null for %j',
  (value) => {
    expect(categoryImageUrl(value)).toBeNull()
  },
)

test('encodes a file name as one path segment, including lone surrogates', () => {
  expect(productImagePath('a b/ü.webp')).toBe('/product/a%20b%2F%C3%BC.webp')
  expect(storedProductImagePath('a b.webp')).toBe('/storage/product/a%20b.webp')
  expect(olderStoredProductImagePath('a b.webp')).toBe('/storage/app/public/product/a%20b.webp')
  expect(bannerImagePath('half\uD83D.webp')).toBe('/storage/banner/half%EF%BF%BD.webp')
  expect(bannerImagePath('whole📚.webp')).toBe('/storage/banner/whole%F0%9F%93%9A.webp')
})
