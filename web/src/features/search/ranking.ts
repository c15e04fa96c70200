import type { ShopProduct } from '../../domain/product.ts'
import type { FoundProduct } from './index/shop-index.ts'

export type Ranking = {
  /** Whether the list waits for the index. */
  isPending: boolean
  /** Products to show above the host's results; all products found by the index if the host returned none. */
  best: readonly ShopProduct[]
  /** Whether the best products contain every word of the query as typed, or a synonym. */
  isExact: boolean
  /** Products to show below the host's results, because the host did not return them. */
  indexOnly: readonly FoundProduct[]
  sort: (products: ShopProduct[]) => ShopProduct[]
}

export const UNRANKED: Ranking = {
  isPending: false,
  best: [],
  isExact: false,
  indexOnly: [],
  sort: (products) => products,
}
export const PENDING_RANKING: Ranking = { ...UNRANKED, isPending: true }
