import { expect, test } from 'vitest'
import { imageSrcSet } from './image-urls.ts'

test('returns no srcset without a template', () => {
  expect(imageSrcSet('', '/product/a.webp')).toBeUndefined()
})

test('inserts URL and width into the template', () => {
  expect(imageSrcSet('{url}?w={width}', '/product/a%20b.webp')).toMatch(
    /^\/product\/a%20b\.webp\?w=160 160w, .* 1200w$/,
  )
})

test('encodes the URL for the placeholder {encoded-url}', () => {
  const url = 'https://api.example/product/a.webp'
  expect(imageSrcSet('https://images.example/{width}?from={encoded-url}', url)?.split(', ')[0]).toBe(
    'https://images.example/160?from=https%3A%2F%2Fapi.example%2Fproduct%2Fa.webp 160w',
  )
})
