import type { CartItem } from './cart-item.ts'
import type { Listing } from './listing.ts'
import type { ShopProduct } from './product.ts'

/**
 * What pages hand to one another in `location.state`. State only saves a fetch: each page can be rebuilt from
 * its URL or from storage, because state is lost in a new tab or a shared link.
 */

export type ShopState = {
  results?: ShopProduct[]
  /** How many the host has found, where that is more than the results carried. */
  total?: number
  query?: string
  categoryId?: number | string
}
export type CategoriesState = { categoryId?: number | string }
export type AccountState = { fromCheckout?: boolean }
/** What a pre-order or a search wants, for the form of special orders. */
export type SpecialOrderState = { item_name?: string; quantity?: number; isOutOfStock?: boolean }
export type PreCheckState = { cartItems?: CartItem[]; totalPrice?: number; authToken?: string }

export type DeliveryMode = 'home' | 'pickup'
export type DeliveryAddress = { id: number; address: string; latitude: number; longitude: number }

export type CheckoutState = {
  cartItems?: CartItem[]
  /** Shillings, before the fee. */
  totalPrice?: number
  /** null is a pickup; absent means that no address was chosen. */
  address?: DeliveryAddress | null
  /** Kilometres. */
  distance?: number
  /** Shillings, not rounded. */
  deliveryFee?: number
  deliveryNote?: string
  deliveryMode?: DeliveryMode
  /** Looks up an unfinished payment. */
  checkPayment?: boolean
}

/** The state of a search: what the shopper saw of it, where they saw any. */
export function searchState(query: string, found: Listing | undefined): ShopState {
  if (!found) return { query }
  const { products, total } = found
  return { query, results: products, ...(total > products.length ? { total } : {}) }
}

/** The state of a special order for what a search did not find. */
export function wantedState(query: string): SpecialOrderState {
  return query === '' ? {} : { item_name: query, quantity: 1 }
}

/** `location.state` as an object, whatever a browser or an older version left there. */
export function readState<S extends object>(state: unknown): Partial<S> {
  return state !== null && typeof state === 'object' && !Array.isArray(state) ? (state as Partial<S>) : {}
}
