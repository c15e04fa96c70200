import type { ShopProduct } from '../../domain/product.ts'
import type { FoundProduct } from './index/shop-index.ts'

/** The ranking of search results by the index. */
export type Ranking = {
  /** Whether the list waits for the index. */
  isPending: boolean
  /**
   * Products to show above the host's results. If the host returned no results, these are all products found by the
   * index.
   */
  best: readonly ShopProduct[]
  /** Whether the best products contain every word of the query as typed, or a synonym. */
  isExact: boolean
  /** Products to show below the host's results, because the host did not return them. */
  indexOnly: readonly FoundProduct[]
  /** Sorts the host's results. */
  sort: (products: ShopProduct[]) => ShopProduct[]
}

/** Keeps the host's order and adds nothing. */
export const UNRANKED: Ranking = {
  isPending: false,
  best: [],
  isExact: false,
  indexOnly: [],
  sort: (products) => products,
}
export const PENDING_RANKING: Ranking = { ...UNRANKED, isPending: true }
