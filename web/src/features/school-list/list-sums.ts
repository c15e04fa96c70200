import type { TodaysProducts } from '../../domain/product.ts'
import type { ListLine } from './list-link.ts'

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
