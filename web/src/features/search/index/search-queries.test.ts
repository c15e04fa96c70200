import { createEmulator } from 'mock-server/emulator'
import { expect, onTestFinished, test } from 'vitest'
import { ShopIndex } from './shop-index.ts'

// Compares the shop's search index with the host's search, with the same queries on the seeded catalogue.

/** Limit that exceeds the number of products in the catalogue. */
const ALL = 1000

/**
 * Returns the rank of the first expected product in the shop's index and in the host's search; Infinity if it is
 * missing.
 */
async function searchTable() {
  const emulator = await createEmulator({ seed: 'search', frozenAt: '2026-11-20T09:00:00Z' })
  onTestFinished(() => emulator.close())
  const request = async (path: string): Promise<unknown> =>
    (await emulator.fetch(`${emulator.origin}/api/v1${path}`)).json()
  const index = new ShopIndex()
  for (const path of ['/categories', `/products/latest?limit=${ALL}`])
    for (const _ of index.addResponse(await request(path), Date.now()));
  const rows: { query: string; shop: number; host: number }[] = []
  for (const [query, ...meant] of SEARCH_QUERIES) {
    const response = await request(`/products/search?name=${encodeURIComponent(query)}&limit=${ALL}`)
    const rankIn = (results: readonly { id: number }[]) =>
      results.findIndex(({ id }) => meant.includes(id)) + 1 || Number.POSITIVE_INFINITY
    const { products } = response as { products: { id: number }[] }
    rows.push({ query, shop: rankIn(index.find(query, ALL)), host: rankIn(products) })
  }
  return rows
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

test('the index ranks the expected product among the first three for more queries than the host, and first for a class and subject', async () => {
  const rows = await searchTable()
  expect(rows).toHaveLength(60)
  expect(rows.filter(({ shop }) => shop > 3)).toEqual([])
  expect(rows.filter(({ host }) => host > 3)).not.toEqual([])
  const typed = CLASS_QUERIES.map(([query]) => query)
  expect(rows.filter(({ query, shop }) => typed.includes(query) && shop > 1)).toEqual([])
})
