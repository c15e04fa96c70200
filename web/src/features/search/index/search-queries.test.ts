import { createEmulator } from 'mock-server/emulator'
import { expect, test } from 'vitest'
import { readProducts } from '../../../domain/product.ts'
import { ShopIndex } from './shop-index.ts'

/** Compares the shop's search index with the host's search, with the same queries on the seeded catalogue. */
type Row = {
  query: string
  /** Name of the first expected product. */
  meant: string
  /** Rank of the first expected product, starting at 1. Null if it was not found. */
  shopResults: number | null
  host: number | null
}

/** Limit that exceeds the number of products in the catalogue. */
const ALL = 1000

/** Returns the rank of the expected product for each query, in the shop's index and in the host's search. */
async function searchTable(): Promise<Row[]> {
  const emulator = await createEmulator({ seed: 'search', frozenAt: '2026-11-20T09:00:00Z' })
  const request = async (path: string): Promise<unknown> =>
    (await emulator.fetch(`${emulator.origin}/api/v1${path}`)).json()
  try {
    const index = new ShopIndex()
    const names = new Map<number, string>()
    for (const path of ['/categories', `/products/latest?limit=${ALL}`]) {
      const response = await request(path)
      for (const _ of index.addResponse(response, Date.now()));
      for (const { id, name } of readProducts(response)) names.set(id ?? 0, name)
    }
    const rows: Row[] = []
    for (const [query, ...meant] of SEARCH_QUERIES) {
      const response = await request(`/products/search?name=${encodeURIComponent(query)}&limit=${ALL}`)
      const rankIn = (found: readonly { id: number }[]) =>
        found.findIndex(({ id }) => meant.includes(id)) + 1 || null
      rows.push({
        query,
        meant: names.get(meant[0] ?? 0) ?? 'unknown',
        shopResults: rankIn(index.find(query, ALL)),
        host: rankIn((response as { products: { id: number }[] }).products),
      })
    }
    return rows
  } finally {
    await emulator.close()
  }
}

/** Returns the number of queries with an expected product among the first three results. */
function countAmongFirst(rows: readonly Row[], who: 'shopResults' | 'host'): number {
  return rows.filter((row) => (row[who] ?? Number.POSITIVE_INFINITY) <= 3).length
}

type SearchQuery = readonly [query: string, ...meant: number[]]

/** Queries for a class and subject, in different spellings. The expected book must be the first result. */
const CLASS_QUERIES: readonly SearchQuery[] = [
  ['p7 maths', 36],
  ['primary seven maths', 36],
  ['maths p.7', 36],
  ['mathematics primary 5', 34],
  ['p 6 mtc', 35],
  ['p3 maths pupils book', 11],
  ['english book for p6', 39],
  ['P5 ENGLISH', 38],
  ['primary 6 science textbook', 43],
  ['scince p5', 42],
  ['p.7 integrated science', 44],
  ['social studies p6', 47],
  ['sst primary five', 46],
  ['cre p7', 52],
  ['p 4 ire', 53],
  ['luganda p3', 65],
  ['senior one maths', 87],
  ['s 4 physics', 94],
  ['chemistry senior 2', 96],
  ['biology s.3', 101],
]

/** Typical queries, and the ids of the expected products in fixtures/catalogue. Any of them counts as found. */
const SEARCH_QUERIES: readonly SearchQuery[] = [
  // ISBNs as printed, typed and copied
  ['978-9970-760-45-9', 338],
  ['9789970760459', 338],
  ['978 9970 871 86 5', 151],
  ['ISBN 978-9970-35-840-3', 33],
  ['97899707604', 338],
  // Classes
  ['P4 english', 37],
  ['P.4 maths', 33],
  ['Primary Four science', 41],
  ['primary 7 sst', 48],
  ['p5 cre', 50],
  ['S.2 mathematics', 88],
  ['senior two physics', 92],
  ['s3 chemistry book', 97],
  ['form 1 biology', 99],
  ['s6 pure mathematics', 130, 307],
  ['top class numbers', 3],
  ['P6 mid term tests', 297],
  // Misspellings
  ['mathamatics book 4', 33],
  ['dictonary', 338, 339, 340],
  ['things fall appart', 177],
  ['chinua achibe', 177, 178, 179, 180, 181],
  ['exersize book 96 pages', 369, 370, 372],
  ['atlus of uganda', 342, 343],
  ['purple hibicus', 204],
  ['gulivers travel', 248],
  // Authors
  ['makumbi', 151, 152, 153],
  ['Ngugi wa Thiongo', 182, 183, 184, 185, 186, 187, 227, 228],
  ['p bitek', 217, 218, 176, 266],
  ['barbara kimenye', 275, 276, 277, 278, 169],
  ['bronte', 251],
  // Luganda and English names
  ['enkuluze', 340],
  ['luganda bible', 314],
  ['ekitabo ekitukuvu', 314, 315],
  ['engero', 265, 272, 72],
  ['engoma ya musoke', 260],
  ['ensawo', 413, 414, 415, 416],
  ['okubala p2', 10],
  // Prefixes and abbreviations
  ['weep not ch', 182],
  ['ple maths past papers', 288],
  ['math set', 403, 404, 407],
  ...CLASS_QUERIES,
]

test('the index ranks the expected product among the first three for more queries than the host', async () => {
  const rows = await searchTable()
  expect(rows).toHaveLength(60)
  expect(rows.map(({ meant }) => meant)).not.toContain('unknown')
  const missed = rows
    .filter(({ shopResults }) => shopResults === null || shopResults > 3)
    .map(({ query, shopResults }) => [query, shopResults])
  expect(missed.length, JSON.stringify(missed)).toBe(0)
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
