import type { ShopProduct } from '../../domain/product.ts'

export type Ranking = {
  /** Whether the list waits for the index. */
  isPending: boolean
  /** Products of the index that match better than the host's results; all of them if the host returned none. */
  before: readonly ShopProduct[]
  /** Products of the index that match less, and which the host did not return. */
  after: readonly ShopProduct[]
  /** Whether the best products contain every word of the query as typed, or a synonym. */
  isExact: boolean
  /** When the oldest product in `before` and `after` was loaded, in milliseconds since 1970; Infinity without products. */
  seenAt: number
  sort: (products: ShopProduct[]) => ShopProduct[]
}

export const UNRANKED: Ranking = {
  isPending: false,
  before: [],
  after: [],
  isExact: false,
  seenAt: Number.POSITIVE_INFINITY,
  sort: (products) => products,
}
export const PENDING_RANKING: Ranking = { ...UNRANKED, isPending: true }
