import { expect, test } from 'vitest'
import { readProducts } from '../../../domain/product.ts'
import { seriesOf } from './similar-products.tsx'

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

test.each(["Crane English Pupil's Book 4", 'Things Fall Apart', 'Exercise Book, 96 Pages'])(
  'finds no series for %s',
  (name) => {
    expect(numbersOf(name)).toEqual([])
  },
)
