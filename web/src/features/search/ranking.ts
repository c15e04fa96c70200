import type { ShopProduct } from '../../domain/product.ts'
import type { FoundProduct } from './index/shop-index.ts'

/** How the index ranks a query's results. */
export type Ranking = {
  /** The list waits for the index. */
  isPending: boolean
  /** Products that the host did not return, and that fit a class better than its first; all if it returned none. */
  best: readonly ShopProduct[]
  /** Other products that the host did not return. */
  others: readonly FoundProduct[]
  /** Sorts the host's products. */
  sort: (products: ShopProduct[]) => ShopProduct[]
}

/** The host's order. */
export const UNRANKED: Ranking = { isPending: false, best: [], others: [], sort: (products) => products }
export const PENDING_RANKING: Ranking = { ...UNRANKED, isPending: true }
