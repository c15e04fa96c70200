import { expect, test } from 'vitest'
import { CLASS_QUERIES, countAmongFirst, searchTable } from './search-table.ts'

test('the index ranks the expected product among the first three for more queries than the host', async () => {
  const rows = await searchTable()
  expect(rows).toHaveLength(60)
  expect(rows.map(({ meant }) => meant)).not.toContain('unknown')
  const missed = rows
    .filter(({ shopResults }) => shopResults === null || shopResults > 3)
    .map(({ query, shopResults }) => [query, shopResults])
  expect(missed.length, JSON.stringify(missed)).toBeLessThanOrEqual(4)
  expect(countAmongFirst(rows, 'host')).toBeLessThan(countAmongFirst(rows, 'shopResults'))
})

test('the index ranks the book for a class and subject first, for all common ways to type them', async () => {
  expect(CLASS_QUERIES).toHaveLength(20)
  const typed = new Set(CLASS_QUERIES.map(([query]) => query))
  const rows = (await searchTable()).filter(({ query }) => typed.has(query))
  expect(
    rows.filter(({ shopResults }) => shopResults !== 1).map(({ query, shopResults }) => [query, shopResults]),
  ).toEqual([])
})
