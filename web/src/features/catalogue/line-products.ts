import type { CurrentProduct } from '../../domain/current-product.ts'
import type { ShopProduct } from '../../domain/product.ts'

/** Returns the state of a product that was read. @param product null if the host has no such product any more */
export function toCurrentProduct(product: ShopProduct | null): CurrentProduct {
  return product === null ? { status: 'gone' } : { status: 'listed', product }
}

export function distinctIds(lines: readonly { id: number }[]): number[] {
  return [...new Set(lines.map(({ id }) => id))]
}
