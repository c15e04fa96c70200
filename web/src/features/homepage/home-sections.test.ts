import { expect, test } from 'vitest'
import { readProducts } from '../../domain/product.ts'
import { findSectionCategoryId, groupSections } from './home-sections.tsx'

test('splits sections into groups of six, with a row of four cards and two strips', () => {
  expect(groupSections(['a', 'b', 'c', 'd', 'e', 'f', 'g'])).toEqual([
    { cards: ['a', 'b', 'c', 'd'], strips: ['e', 'f'] },
    { cards: ['g'], strips: [] },
  ])
})

test('returns the category of the first item that has one, or null', () => {
  expect(
    findSectionCategoryId(
      readProducts([{ id: 1 }, { id: 2, category: { id: 5 } }, { id: 3, category_id: 9 }]),
    ),
  ).toBe(5)
  expect(findSectionCategoryId(readProducts([{ id: 1, category: 'Atlases' }]))).toBeNull()
})
