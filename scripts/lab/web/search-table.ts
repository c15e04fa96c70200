/** Compares the shop's search index with the host's search, for the same queries over the seeded catalogue. */
import { createEmulator } from '../../../mock-server/src/emulator.ts'
import { readResponse } from '../../../web/src/features/search/index/index-entry.ts'
import { ShopIndex } from '../../../web/src/features/search/index/shop-index.ts'
import { SEARCH_QUERIES } from './search-queries.ts'

type Row = {
  query: string
  /** Name of the expected product, the first of several. */
  meant: string
  /** Rank of the first expected product, from 1; null if it was not found. */
  shopResults: number | null
  host: number | null
}

/** More than the catalogue contains. */
const ALL = 1000

/** Ranks each query by an index over the whole catalogue, and by the emulator's `GET /products/search`. */
export async function searchTable(): Promise<Row[]> {
  const emulator = await createEmulator({ seed: 'search', frozenAt: '2026-11-20T09:00:00Z' })
  const request = async (path: string): Promise<unknown> =>
    (await emulator.fetch(`${emulator.origin}/api/v1${path}`)).json()
  try {
    const index = new ShopIndex()
    const names = new Map<number, string>()
    for (const path of ['/categories', `/products/latest?limit=${ALL}`]) {
      const { entries, categories } = readResponse(await request(path), Date.now())
      index.addCategories(categories)
      index.add(entries)
      for (const { id, name } of entries) names.set(id, name)
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

/** Returns how many queries have an expected product among the first three results. */
export function amongFirst(rows: readonly Row[], who: 'shopResults' | 'host'): number {
  return rows.filter((row) => (row[who] ?? Number.POSITIVE_INFINITY) <= 3).length
}

const START = '<!-- The table is written by npm run docs. -->'

/** Replaces the table in the search document, below its marker. */
export async function searchDocument(document: string): Promise<string> {
  const rows = await searchTable()
  const place = (rank: number | null) => (rank === null ? 'not found' : String(rank))
  const cells = [
    ['Query', 'What was meant', 'The index', "The host's search"],
    ...rows.map(({ query, meant, shopResults, host }) => [
      `\`${query}\``,
      meant,
      place(shopResults),
      place(host),
    ]),
  ]
  const before = document.slice(0, document.indexOf(START))
  return [
    `${before}${START}`,
    '',
    ...tableOf(cells),
    '',
    `Among the first three: ${amongFirst(rows, 'shopResults')} of ${rows.length} by the index, ${amongFirst(rows, 'host')} by the host's search.`,
    '',
  ].join('\n')
}

/** Formats a Markdown table as the formatter does: two left-aligned columns, the others right-aligned. */
function tableOf([head = [], ...body]: readonly (readonly string[])[]): string[] {
  const widths = head.map((_, at) => Math.max(...[head, ...body].map((row) => row[at]?.length ?? 0)))
  const isLeft = (at: number) => at < 2
  const line = (row: readonly string[]) =>
    `| ${row.map((cell, at) => (isLeft(at) ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0))).join(' | ')} |`
  const rule = widths.map((width, at) => (isLeft(at) ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`))
  return [head, rule, ...body].map(line)
}
