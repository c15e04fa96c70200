import { expect, test } from 'vitest'
import { BOOKS_CATEGORY_ID } from '../../config/store.ts'
import { authorPages, categoryPages } from './prerendered.ts'

test('lists the children of a category whose id has special characters, and skips categories without an id', async () => {
  const bodies: Record<string, unknown> = {
    '/categories': [{ id: 3, name: 'Books', parent_id: 0 }, { name: 'Without an id' }],
    '/categories/childes/3': [{ id: 'a/b' }, null],
    '/categories/childes/a%2Fb': [{ id: 7 }],
  }
  const ids: string[] = []
  for await (const { id } of categoryPages(async (path) => bodies[path])) ids.push(id)
  expect(ids).toEqual(['3', 'a/b', '7'])
})

test('lists no children of a host that lists all levels', async () => {
  const categories = [
    { id: 3, name: 'Books', parent_id: 0 },
    { id: 30, name: 'Primary', parent_id: 3 },
  ]
  const ids: string[] = []
  for await (const { id } of categoryPages(async (path) => ({ '/categories': categories })[path]))
    ids.push(id)
  expect(ids).toEqual(['3', '30'])
})

test('lists each author once, with the list of their books, and no page for books without an author', async () => {
  const [first, second, other] = [
    { id: 1, name: 'First', author: "Okot p'Bitek" },
    { id: 2, name: 'Second', author: "Okot p'Bitek" },
    { id: 3, name: 'Other', author: 'Moses Isegawa' },
  ]
  const books = [first, { id: 4, name: 'Dictionary' }, other, second]
  const path = `/categories/products/${BOOKS_CATEGORY_ID}`
  const pages = []
  for await (const page of authorPages(async (requested) => (requested === path ? books : null)))
    pages.push(page)
  expect(pages).toEqual([
    { id: "Okot p'Bitek", responses: { [path]: [first, second] } },
    { id: 'Moses Isegawa', responses: { [path]: [other] } },
  ])
})
