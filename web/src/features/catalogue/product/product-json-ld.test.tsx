import { expect, test } from 'vitest'
import { readProduct } from '../../../domain/product.ts'
import { productJsonLd, sharedImagePath } from './product-json-ld.tsx'

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

test.each([
  [undefined, '/product/a%20b.webp'],
  [['http://10.0.0.7/storage/product/a b.webp'], '/storage/product/a%20b.webp'],
  [['https://host.example/product/a b.webp'], '/product/a%20b.webp'],
  [['https://host.example/assets/placeholder.png'], '/product/a%20b.webp'],
  [null, '/product/a%20b.webp'],
])('an image that the host lists at %j is shared at %s', (image_fullpath, path) => {
  const product = readProduct({ id: 7, image: ['a b.webp'], image_fullpath })
  if (!product) throw new Error('An object is always a product.')
  expect(sharedImagePath(product)).toBe(path)
  // Navigation state and recent products contain products that were already read.
  expect(sharedImagePath(readProduct(product) ?? product)).toBe(path)
  expect(productJsonLd(product, 'https://shop.example')).toMatchObject({
    image: `https://shop.example${path}`,
  })
})

test('describes a product without an id and a price without its page and an offer', () => {
  const product = readProduct({ name: 'Atlas', author: 'Okot' })
  const described = product && productJsonLd(product, 'https://kitabo.example')
  expect(described).toMatchObject({ author: { '@type': 'Person', name: 'Okot' } })
  for (const key of ['url', 'offers', 'isbn']) expect(described).not.toHaveProperty(key)
})
