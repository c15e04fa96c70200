import { expect, test } from 'vitest'
import { readProduct } from '../../../domain/product.ts'
import { productJsonLd } from './product-json-ld.tsx'

test('describes a book with its ISBN and offer, but without a rating', () => {
  const product = readProduct({
    id: 7,
    name: 'Atlas',
    price: 42_000,
    tax: '978-9970-760-45-9',
    total_stock: 3,
  })
  if (!product) throw new Error('An object is always a product.')
  const described = productJsonLd(product, 'https://kitabo.example')
  expect(described).toMatchObject({
    '@type': ['Product', 'Book'],
    isbn: '978-9970-760-45-9',
    url: 'https://kitabo.example/product-details/7',
    offers: { price: 42_000, priceCurrency: 'UGX', availability: 'https://schema.org/InStock' },
  })
  expect(described).not.toHaveProperty('aggregateRating')
})

test('describes a product with a stock of 0 or less as a pre-order', () => {
  for (const total_stock of [0, -2]) {
    const product = readProduct({ id: 7, name: 'Atlas', price: 42_000, total_stock })
    expect(product && productJsonLd(product, '')).toMatchObject({
      offers: { availability: 'https://schema.org/PreOrder' },
    })
  }
})
