import type { CartItem } from '../../domain/cart-item.ts'
import { addToCart, getCart, replaceCart } from './cart-store.ts'

/** Restores a removed line to its position. If the product was added again, adds the quantity to its line. */
export function restoreToCart(item: CartItem, index: number): void {
  const items = getCart()
  if (items.some((line) => line.id === item.id)) addToCart(item)
  else replaceCart(items, [...items.slice(0, index), item, ...items.slice(index)])
}
