import { expect, test } from 'vitest'
import { readProducts, type ShopProduct } from '../../../domain/product.ts'
import { putSameClassFirst, seriesOf } from './similar-products.tsx'

const products = readProducts([
  { id: 34, name: "Equator Primary Mathematics Pupil's Book 5" },
  { id: 33, name: "Equator Primary Mathematics Pupil's Book 4" },
  { id: 37, name: "Crane English Pupil's Book 4" },
  { id: 45, name: "Pearl Social Studies Pupil's Book 4: Our District" },
  { id: 46, name: "Pearl Social Studies Pupil's Book 5: Living in Uganda" },
])
const numbersOf = (name: string) => seriesOf({ name }, products).map(({ id }) => id)

test('finds the books of a series in order', () => {
  expect(numbersOf("Equator Primary Mathematics Pupil's Book 4")).toEqual([33, 34])
  expect(numbersOf("Pearl Social Studies Pupil's Book 5: Living in Uganda")).toEqual([45, 46])
})

test('a series has the first product with each number, and none without a page', () => {
  const again = readProducts([
    { id: null, name: "Crane English Pupil's Book 3" },
    { id: 38, name: "Crane English Pupil's Book 5" },
    { id: 39, name: "Crane English Pupil's Book 5, second edition" },
  ])
  expect(seriesOf({ name: "Crane English Pupil's Book 4" }, [...products, ...again])).toEqual([
    { id: 37, number: 4 },
    { id: 38, number: 5 },
  ])
})

test.each(["Crane English Pupil's Book 4", 'Things Fall Apart', 'Exercise Book, 96 Pages'])(
  'finds no series for %s',
  (name) => {
    expect(numbersOf(name)).toEqual([])
  },
)

test('shows books for the same class first, then those by the same author, and not the product itself', () => {
  const [product, ...others] = readProducts([
    { id: 1, name: 'Equator Mathematics P4', author: 'Okot' },
    { id: 2, name: 'Atlas', author: null },
    { id: 3, name: 'Poems', author: 'Okot' },
    { id: 4, name: 'Crane English P4', author: 'Isegawa' },
    { id: 5, name: 'Pearl English P4', author: 'Okot' },
    { id: null, name: 'Loose English P4' },
  ])
  const sorted = putSameClassFirst(product as ShopProduct, [product as ShopProduct, ...others])
  expect(sorted.map(({ id }) => id)).toEqual([5, 4, 3, 2])
})

test('books without an author are not by the same author', () => {
  const products = readProducts([
    { id: 1, name: 'Globe' },
    { id: 2, name: 'Atlas', author: 'Okot' },
    { id: 3, name: 'Map' },
  ])
  const sorted = putSameClassFirst(products[0] as ShopProduct, products)
  expect(sorted.map(({ id }) => id)).toEqual([2, 3])
})
