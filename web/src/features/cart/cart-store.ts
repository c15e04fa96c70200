import { readSafeNumber } from '../../api/read-values.ts'
import { type CartItem, quantityOf, readCartItems } from '../../domain/cart-item.ts'
import { applyOffers, type Offer } from '../../domain/offer.ts'
import { mergeSelections, withQuantity } from '../../domain/option-groups.ts'
import { readStored, writeStored } from '../../platform/storage.ts'
import { createStorageStore } from '../../platform/storage-store.ts'

/**
 * The cart, stored in localStorage under `cart`. Every write reads the storage first, so that tabs don't overwrite each
 * other's changes. It fires `cartUpdated` in this tab and `storage` in other tabs.
 */
const cart = createStorageStore('cart', readCartItems)
/** The storage key that marks the shop's first write to the cart in this browser. */
const WRITTEN = 'cartWritten'

/** Returns the cart's lines. Ignores invalid storage. Returns the same array until the stored text changes. */
export const getCart = cart.get
export const useCart = cart.use
export const subscribeToCart = cart.subscribe

/** Fired on the window to open the cart. */
export const OPEN_CART = 'openCart'

/** Stores the cart. Returns false if the browser refuses: the cart then lasts until the tab closes. */
function save(items: CartItem[]): boolean {
  writeStored(WRITTEN, '1')
  return cart.set(items.length === 0 ? null : items)
}

/** Whether the shop has ever stored a cart in this browser. If not, a cart in navigation state can't be outdated. */
export function isCartKnown(): boolean {
  return readStored(WRITTEN) !== null
}

/** Adds a line. If the product is already in the cart, adds the quantity and the chosen options to its first line. */
export function addToCart(item: CartItem): boolean {
  return findLine(item) === undefined
    ? save([...getCart(), item])
    : changeLine(item, (line) => joinLines(line, item))
}

/** Returns the given line of the cart; if it has changed since it was shown, the product's first line. */
function findLine(item: CartItem): CartItem | undefined {
  const items = getCart()
  return items.find((line) => line === item) ?? items.find(({ id }) => id === item.id)
}

function joinLines(line: CartItem, item: CartItem): CartItem {
  const chosen = mergeSelections(line, item)
  return { ...line, ...item, quantity: line.quantity + item.quantity, ...(chosen ? { chosen } : {}) }
}

export function setQuantity(item: CartItem, quantity: number): boolean {
  return changeLine(item, (line) => withQuantity(line, Math.max(1, quantity)))
}

/** Updates a product's lines to its current price, stock and options. Lines without stock are removed. */
export function updateLines(id: number, offer: Offer): boolean {
  return save(applyOffers(getCart(), new Map([[id, offer]])))
}

/** Changes one line. A product has several if the stored cart was written by other code. */
export function changeLine(item: CartItem, change: (line: CartItem) => CartItem): boolean {
  const changed = findLine(item)
  return save(getCart().map((line) => (line === changed ? change(line) : line)))
}

/** Replaces the cart unless it has changed in the meantime. */
export function replaceCart(before: readonly CartItem[], after: readonly CartItem[]): void {
  if (getCart() === before) save([...after])
}

export function removeFromCart(item: CartItem): boolean {
  const removed = findLine(item)
  return save(getCart().filter((line) => line !== removed))
}

/** Removes the units in an accepted order from the cart. Units that were added after the payment remain. */
export function removeOrdered(order: readonly { product_id: string; quantity: number }[]): boolean {
  const ordered = new Map<number, number>()
  for (const { product_id, quantity } of order) {
    const id = Number(product_id)
    ordered.set(id, (ordered.get(id) ?? 0) + (readSafeNumber(quantity) ?? Number.POSITIVE_INFINITY))
  }
  return save(
    getCart().flatMap((line) => {
      const removed = Math.min(line.quantity, ordered.get(line.id) ?? 0)
      ordered.set(line.id, (ordered.get(line.id) ?? 0) - removed)
      return removed < line.quantity ? [withQuantity(line, line.quantity - removed)] : []
    }),
  )
}

export function clearCart(): boolean {
  return save([])
}

export function quantityInCart(id: number): number {
  return quantityOf(getCart(), id)
}
