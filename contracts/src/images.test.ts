import { expect, test } from 'vitest'
import { categoryImageUrl } from './images.ts'

test('a category picture is below storage/ after the first 33 characters', () => {
  const base = 'http://localhost:8080/media-of-t/'
  expect(base).toHaveLength(33)
  expect(categoryImageUrl(`${base}category/books.webp`)).toBe(`${base}storage/category/books.webp`)
})

test('with a base of another length the origin is the base', () => {
  expect(categoryImageUrl('https://api.shop.example/category/books.webp')).toBe(
    'https://api.shop.example/storage/category/books.webp',
  )
})

test('storage/ is never inserted twice, nor a double slash', () => {
  expect(categoryImageUrl('https://a.example/storage/category/b.webp')).toBe(
    'https://a.example/storage/category/b.webp',
  )
  expect(categoryImageUrl('https://a.example//category/b.webp')).toBe(
    'https://a.example/storage/category/b.webp',
  )
})

test.each([[null], [undefined], [''], ['books.webp'], ['javascript:alert(1)'], ['http://']])(
  '%j has no picture',
  (value) => {
    expect(categoryImageUrl(value)).toBeNull()
  },
)
