import { expect, test } from 'vitest'
import { imageSrcSet } from './image-urls.ts'

test('asks for no widths where the host cannot make them', () => {
  expect(imageSrcSet('', '/product/a.webp')).toBeUndefined()
})

test('fills the address and the width into the template', () => {
  expect(imageSrcSet('{url}?w={width}', '/product/a%20b.webp')).toMatch(
    /^\/product\/a%20b\.webp\?w=160 160w, .* 1200w$/,
  )
})

test('encodes the address for a host that takes it as a value', () => {
  const url = 'https://api.example/product/a.webp'
  expect(imageSrcSet('https://images.example/{width}?from={encoded-url}', url)?.split(', ')[0]).toBe(
    'https://images.example/160?from=https%3A%2F%2Fapi.example%2Fproduct%2Fa.webp 160w',
  )
})
