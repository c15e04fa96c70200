import { expect, test } from 'vitest'
import { categoryPages } from './prerendered.ts'

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
