import { expect, test } from 'vitest'
import { readProduct, type ShopProduct } from '../../../domain/product.ts'
import { bookDetails } from './book-details.tsx'

test("lists a book's author, class, publisher and year", () => {
  const description = '<p>By Chinua Achebe. First published in 1958. Published by Fountain Publishers.</p>'
  const product = readProduct({ id: 1, name: 'Novel for S3', description, tax: '978-9970-712-61-8' })
  expect(bookDetails(product as ShopProduct)).toEqual([
    ['Author', 'Chinua Achebe'],
    ['Class', 'S3'],
    ['Publisher', 'Fountain Publishers'],
    ['First published', '1958'],
    ['ISBN', '978-9970-712-61-8'],
  ])
  expect(bookDetails(readProduct({ id: 1, name: 'Pen' }) as ShopProduct)).toEqual([])
})
