import { type CartItem, quantityOf, readCartItems } from '../../domain/cart-item.ts'
import { joinChosen, withQuantity } from '../../domain/chosen-options.ts'
import { readMoney } from '../../domain/money.ts'
import type { ShopProduct } from '../../domain/product.ts'
import { readText, writeText } from '../../platform/storage.ts'
import { storageStore } from '../../platform/storage-store.ts'

/**
 * The one cart. It is kept in browser storage under `cart`; every write reads again first, so that two tabs do
 * not undo each other, and fires `cartUpdated`; other tabs receive `storage`.
 */
const cart = storageStore('cart', readCartItems)
/** Set with the first change that the shop makes to the cart in this browser. */
const WRITTEN = 'cartWritten'

/** The lines of the cart. Unreadable storage counts as empty; the same text gives the same array. */
export const getCart = cart.get
export const useCart = cart.use
export const subscribeToCart = cart.subscribe

/** False when the browser refused to keep it; the cart is then kept until the tab closes. */
function save(items: CartItem[]): boolean {
  writeText(WRITTEN, '1')
  return cart.set(items.length === 0 ? null : items)
}

/** False in a browser whose cart the shop has never touched: a copy that a page carries cannot be older then. */
export function isCartKnown(): boolean {
  return readText(WRITTEN) !== null
}

/** Adds to the quantity when the product is already in the cart; the line then has the choices of both. */
export function addToCart(item: CartItem): boolean {
  const items = getCart()
  const known = items.some((line) => line.id === item.id)
  return save(
    known ? items.map((line) => (line.id === item.id ? joined(line, item) : line)) : [...items, item],
  )
}

function joined(line: CartItem, item: CartItem): CartItem {
  const chosen = joinChosen(line, item)
  return { ...line, ...item, quantity: line.quantity + item.quantity, ...(chosen ? { chosen } : {}) }
}

export function setQuantity(id: number, quantity: number): boolean {
  return save(getCart().map((line) => (line.id === id ? withQuantity(line, Math.max(1, quantity)) : line)))
}

/**
 * Brings the lines of a product to the price and the stock that the host says now. Several lines share the stock in
 * their order; a line for which none is left goes.
 */
export function updateLines(
  id: number,
  { price, total_stock }: Pick<ShopProduct, 'price' | 'total_stock'>,
): boolean {
  let left = total_stock === null ? Number.POSITIVE_INFINITY : Math.floor(total_stock)
  return save(
    getCart().flatMap((line) => {
      if (line.id !== id) return [line]
      const quantity = Math.min(line.quantity, left)
      left -= quantity
      return quantity < 1
        ? []
        : [{ ...withQuantity(line, quantity), price: price ?? line.price, total_stock }]
    }),
  )
}

export function removeFromCart(id: number): boolean {
  return save(getCart().filter((line) => line.id !== id))
}

/** Takes an accepted order out of the cart. Copies that were added since it was paid stay. */
export function removeOrdered(order: readonly { product_id: string; quantity: number }[]): boolean {
  const ordered = new Map<number, number>()
  for (const { product_id, quantity } of order) {
    const id = Number(product_id)
    ordered.set(id, (ordered.get(id) ?? 0) + (readMoney(quantity) ?? Number.POSITIVE_INFINITY))
  }
  return save(
    getCart().flatMap((line) => {
      const taken = Math.min(line.quantity, ordered.get(line.id) ?? 0)
      ordered.set(line.id, (ordered.get(line.id) ?? 0) - taken)
      return taken < line.quantity ? [withQuantity(line, line.quantity - taken)] : []
    }),
  )
}

/** Puts a removed line back where it was; adds to it when it has come back otherwise. */
export function restoreToCart(item: CartItem, place: number): boolean {
  const items = getCart()
  return items.some((line) => line.id === item.id)
    ? addToCart(item)
    : save([...items.slice(0, place), item, ...items.slice(place)])
}

export function clearCart(): boolean {
  return save([])
}

export function quantityInCart(id: number): number {
  return quantityOf(getCart(), id)
}
