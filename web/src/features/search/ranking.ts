import type { ShopProduct } from '../../domain/product.ts'
import { prefixFirst } from './queries.ts'

export type Ranking = {
  /** Whether the list waits for the index. */
  isPending: boolean
  /** Products of the index that match better than the host's results; all of them if the host returned none. */
  before: readonly ShopProduct[]
  /** Products of the index that match less, and which the host did not return. */
  after: readonly ShopProduct[]
  /** Whether only the index found products, and none contains every word of the query as typed, or a synonym. */
  isGuess: boolean
  /** The query with its misspelled words replaced, if only the index found products; null if it needs no correction. */
  corrected: string | null
  /** The number of results of the corrected query; 0 without a correction. */
  total: number
  /** When the oldest product in `before` and `after` was loaded, in milliseconds since 1970; Infinity without products. */
  seenAt: number
  /** Sorts the host's products in place. */
  sort: (products: ShopProduct[]) => ShopProduct[]
}

export const UNRANKED: Ranking = {
  isPending: false,
  before: [],
  after: [],
  isGuess: false,
  corrected: null,
  total: 0,
  seenAt: Number.POSITIVE_INFINITY,
  sort: (products) => products,
}
export const PENDING_RANKING: Ranking = { ...UNRANKED, isPending: true }

/** The heading of the search's results. */
export function searchTitle(query: string, { isGuess }: Pick<Ranking, 'isGuess'>): string {
  return isGuess ? `Closest to “${query}”` : `Results for “${query}”`
}

/** Returns products of the host in the order of the results, with the index's products around them. */
export function rankedProducts(
  { before, after, sort }: Ranking,
  products: readonly ShopProduct[],
  query: string,
): ShopProduct[] {
  const ids = new Set(before.map(({ id }) => id))
  const fromHost = prefixFirst(sort([...products]), query).filter(({ id }) => !ids.has(id))
  return [...before, ...fromHost, ...after]
}
