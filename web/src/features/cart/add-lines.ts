import type { OrderedLine } from '../../domain/cart-item.ts'
import {
  buyableQuantity,
  type CurrentProduct,
  type CurrentProducts,
  listedProduct,
} from '../../domain/current-product.ts'
import { limitSelections } from '../../domain/option-groups.ts'
import { notify } from '../../ui/feedback/notify.ts'
import { openCart, toCartItem } from './add-to-cart.tsx'
import { addToCart, quantityInCart } from './cart-store.ts'

/** A line that was not added in full. */
type Shortfall = {
  name: string
  quantity: number
  added: number
  current: CurrentProduct | undefined
}

/**
 * Adds lines of a school list or an earlier order to the cart at today's price, limited to the stock. Returns the lines
 * that were not added in full.
 */
export function addLinesWithinStock(lines: readonly OrderedLine[], products: CurrentProducts): Shortfall[] {
  const shortfalls: Shortfall[] = []
  let count = 0
  for (const line of lines) {
    const current = products.get(line.id)
    const product = listedProduct(current)
    const remaining = Math.max(
      0,
      (product?.total_stock ?? Number.POSITIVE_INFINITY) - quantityInCart(line.id),
    )
    const quantity = Math.min(buyableQuantity(line, current), Math.floor(remaining))
    const item = product && quantity > 0 ? toCartItem(product, quantity) : null
    if (item && line.chosen) item.chosen = limitSelections(line.chosen, quantity)
    if (item && addToCart(item)) count += quantity
    const added = item === null ? 0 : quantity
    if (added < line.quantity)
      shortfalls.push({ name: product?.name ?? line.name, quantity: line.quantity, added, current })
  }
  if (count > 0)
    notify('success', `${count} ${count === 1 ? 'item' : 'items'} added to cart!`, {
      action: { label: 'View cart', elsewhere: 'also at the top of the page', onClick: openCart },
    })
  return shortfalls
}

/** Returns a message that explains why a line was not added in full. */
export function explainShortfall({ name, quantity, added, current }: Shortfall): string {
  if (current?.status === 'gone') return `${name} wasn't added. It is no longer sold.`
  const product = listedProduct(current)
  if (product === null) return `${name} wasn't added. Today's price didn't load.`
  if (product.price === null) return `${name} wasn't added. Call us for today's price.`
  if (product.total_stock !== null && product.total_stock < 1)
    return `${name} wasn't added. It is sold out for now.`
  return added === 0
    ? `${name} wasn't added. Your cart already has all we have left.`
    : `${name}: we added ${added} of ${quantity}. That's all we have left.`
}
