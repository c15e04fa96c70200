import type { CartItem } from '../../domain/cart-item.ts'
import { chosenText } from '../../domain/chosen-text.ts'
import { clean, LIST_LIMITS, type SchoolList } from './list-link.ts'

export type ListItem = Pick<CartItem, 'id' | 'name' | 'quantity' | 'chosen'>

/** A cart or a wishlist as a list that has no title yet; what was chosen is its line's note. Lines beyond what a link takes are left out. */
export function listOf(items: readonly ListItem[]): SchoolList {
  return {
    title: '',
    lines: items.slice(0, LIST_LIMITS.lines).map((item) => ({
      id: item.id,
      name: item.name,
      quantity: Math.min(item.quantity, LIST_LIMITS.quantity),
      note: clean(chosenText(item), LIST_LIMITS.noteLetters),
    })),
  }
}
