import type { ShopProduct } from '../../domain/product.ts'
import type { FoundProduct } from './index/shop-index.ts'

/** How the index ranks a query's results. */
export type Ranking = {
  /** Whether the list waits for the index. */
  isPending: boolean
  /** Found products that match the class better than the host's first result; all if the host returned none. */
  best: readonly ShopProduct[]
  /** Other products that the host did not return. */
  indexOnly: readonly FoundProduct[]
  /** Sorts the host's products. */
  sort: (products: ShopProduct[]) => ShopProduct[]
}

/** The host's order. */
export const UNRANKED: Ranking = { isPending: false, best: [], indexOnly: [], sort: (products) => products }
export const PENDING_RANKING: Ranking = { ...UNRANKED, isPending: true }
