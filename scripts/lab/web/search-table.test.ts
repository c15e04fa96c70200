import { expect, test } from 'vitest'
import { amongFirst, searchTable } from './search-table.ts'

test('of forty queries the index has what was meant among its first three for 36 at least, the host for fewer', async () => {
  const rows = await searchTable()
  expect(rows).toHaveLength(40)
  expect(rows.map(({ meant }) => meant)).not.toContain('unknown')
  const missed = rows
    .filter(({ shopResults }) => shopResults === null || shopResults > 3)
    .map(({ query, shopResults }) => [query, shopResults])
  expect(missed.length, JSON.stringify(missed)).toBeLessThanOrEqual(4)
  expect(amongFirst(rows, 'host')).toBeLessThan(amongFirst(rows, 'shopResults'))
})
