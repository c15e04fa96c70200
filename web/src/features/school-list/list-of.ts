import type { CartItem } from '../../domain/cart-item.ts'
import { LIST_LIMITS, type SchoolList } from './list-link.ts'

export type ListItem = Pick<CartItem, 'id' | 'name' | 'quantity'>

/** A cart or a wishlist as a list that has no title yet. Lines beyond what a link takes are left out. */
export function listOf(items: readonly ListItem[]): SchoolList {
  return {
    title: '',
    lines: items.slice(0, LIST_LIMITS.lines).map(({ id, name, quantity }) => ({
      id,
      name,
      quantity: Math.min(quantity, LIST_LIMITS.quantity),
      note: '',
    })),
  }
}
