import { expect, test } from 'vitest'
import { readProducts } from '../../domain/product.ts'
import { groupSections, sectionCategory } from './home-sections.tsx'

test('splits sections into groups of six, with a row of four cards and two strips', () => {
  const groups = groupSections(['a', 'b', 'c', 'd', 'e', 'f', 'g'])
  const names = groups.map(({ cards, strips }) => [cards.map((c) => c.section), strips.map((s) => s.section)])
  expect(names).toEqual([
    [
      ['a', 'b', 'c', 'd'],
      ['e', 'f'],
    ],
    [['g'], []],
  ])
})

test('numbers the sections of the whole page from 1', () => {
  const groups = groupSections(['a', 'b', 'c', 'd', 'e', 'f', 'g'])
  expect(groups[0]?.strips[0]?.number).toBe(5)
  expect(groups[1]?.cards[0]?.number).toBe(7)
})

test('returns the category of the first item that has one, or null', () => {
  expect(
    sectionCategory(readProducts([{ id: 1 }, { id: 2, category: { id: 5 } }, { id: 3, category_id: 9 }])),
  ).toBe(5)
  expect(sectionCategory(readProducts([{ id: 1, category: 'Atlases' }]))).toBeNull()
})
