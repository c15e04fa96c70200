import type { ShopProduct } from './product.ts'

/** The current product for a stored line. */
export type CurrentProduct =
  | { status: 'loading' }
  | { status: 'failed' }
  /** The product is no longer sold. */
  | { status: 'gone' }
  | { status: 'listed'; product: ShopProduct }

export type CurrentProducts = ReadonlyMap<number, CurrentProduct>

/** Returns the product; null if it is no longer sold or unknown. */
export function listedProduct(current: CurrentProduct | undefined): ShopProduct | null {
  return current?.status === 'listed' ? current.product : null
}

/** Returns how many units of a line can be bought; 0 if the product is gone, sold out or unknown. */
export function buyableQuantity(line: { quantity: number }, current: CurrentProduct | undefined): number {
  const product = listedProduct(current)
  if (product === null || product.price === null) return 0
  return Math.min(line.quantity, Math.max(0, Math.floor(product.total_stock ?? Number.POSITIVE_INFINITY)))
}
