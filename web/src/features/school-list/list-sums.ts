import type { TodaysProduct, TodaysProducts } from '../../domain/product.ts'
import type { ListLine } from './list-link.ts'

/** How many of a line can be bought today: 0 where it is gone, sold out, or not known. */
export function buyable(line: ListLine, product: TodaysProduct | undefined): number {
  if (product === undefined || typeof product === 'string' || product.price === null) return 0
  return Math.min(line.quantity, Math.max(0, Math.floor(product.total_stock ?? Number.POSITIVE_INFINITY)))
}

/** Today's sum of lines in shillings; null while a price is missing of a line that is still sold. */
export function sumOf(lines: readonly ListLine[], products: TodaysProducts): number | null {
  let sum = 0
  for (const line of lines) {
    const product = products.get(line.id)
    if (product === 'gone') continue
    if (product === undefined || typeof product === 'string' || product.price === null) return null
    sum += product.price * line.quantity
  }
  return sum
}
