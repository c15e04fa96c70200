import { expect, test } from 'vitest'
import { categoryTree, pathTo, readCategories } from './category.ts'

const flat = readCategories([
  { id: 3, name: 'Books', parent_id: 0 },
  { id: '30', name: 'Primary', parent_id: '3' },
  { id: 301, name: 'P1', parent_id: 30 },
  { id: 3011, name: 'Too deep', parent_id: 301 },
  { id: 99, name: 'Orphan', parent_id: 1234 },
  { id: 3, name: 'Books again', parent_id: 0 },
  { id: null, name: 'Nobody' },
  { id: 98, name: '' },
])

test('drops categories without an id or a name, and later ones with the same id', () => {
  expect(flat.map(({ name }) => name)).toEqual(['Books', 'Primary', 'P1', 'Too deep', 'Orphan'])
})

test('builds three levels and omits deeper categories and categories with an unknown parent', () => {
  const [books, ...otherRoots] = categoryTree(flat)
  expect(otherRoots).toEqual([])
  expect(books?.children[0]?.children[0]).toMatchObject({ name: 'P1', children: [] })
})

test('returns the path from the top level to a category', () => {
  expect(pathTo(301, flat)).toEqual([3, 30, 301])
  expect(pathTo(5, flat)).toEqual([])
})

test('handles categories that are parents of each other', () => {
  const circle = readCategories([
    { id: 1, name: 'A', parent_id: 2 },
    { id: 2, name: 'B', parent_id: 1 },
  ])
  expect(categoryTree(circle)).toEqual([])
  expect(pathTo(1, circle)).toEqual([2, 1])
})

test('an empty image is none', () => {
  const [drawn, plain] = readCategories([
    { id: 1, name: 'A', image_fullpath: '/a.png' },
    { id: 2, name: 'B', image_fullpath: '' },
  ])
  expect([drawn?.image_fullpath, plain?.image_fullpath]).toEqual(['/a.png', null])
})
