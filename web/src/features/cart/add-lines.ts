import type { CartItem, OrderedLine } from '../../domain/cart-item.ts'
import { type CurrentProduct, type CurrentProducts, listedProduct } from '../../domain/current-product.ts'
import { limitSelections } from '../../domain/option-groups.ts'
import type { ShopProduct } from '../../domain/product.ts'
import { notify } from '../../ui/feedback/notify.ts'
import { openCart, remainingStock, toCartItem } from './add-to-cart.tsx'
import { addToCart } from './cart-store.ts'

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
  let isStored = true
  for (const line of lines) {
    const current = products.get(line.id)
    const product = listedProduct(current)
    const item = product && toLineWithinStock(line, product)
    const added = item?.quantity ?? 0
    // The whole cart is stored each time, so the last result counts.
    if (item) isStored = addToCart(item)
    count += added
    if (added < line.quantity)
      shortfalls.push({ name: product?.name ?? line.name, quantity: line.quantity, added, current })
  }
  if (!isStored) notify('error', 'Failed to add item to cart')
  else if (count > 0)
    notify('success', `${count} ${count === 1 ? 'item' : 'items'} added to cart!`, {
      action: { label: 'View cart', elsewhere: 'also at the top of the page', onClick: openCart },
    })
  return shortfalls
}

/** Returns the cart line for a line, limited to the stock that is not in the cart yet; null if nothing can be added. */
function toLineWithinStock({ quantity, chosen }: OrderedLine, product: ShopProduct): CartItem | null {
  const units = Math.min(quantity, Math.floor(remainingStock(product)))
  const item = units > 0 ? toCartItem(product, units) : null
  return item && chosen ? { ...item, chosen: limitSelections(chosen, units) } : item
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
