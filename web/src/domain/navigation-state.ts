import { readObject } from '../api/read-values.ts'
import type { CartItem } from './cart-item.ts'
import type { DeliveryMode } from './delivery-fee.ts'
import type { Listing } from './listing.ts'
import type { ShopProduct } from './product.ts'

// State in `location.state`. It is lost in a new tab or a shared link: lists are then requested again, and a delivery
// is chosen again.

export type ShopState = {
  results?: ShopProduct[]
  query?: string
  /** As in Listing and SearchResults. */
  total?: number
  prepended?: number | undefined
  exactMatches?: number | undefined
  corrected?: string | null
  hostQuery?: string | undefined
  isGuess?: boolean
  /** When the results were received, in milliseconds since 1970. */
  receivedAt?: number
  categoryId?: number | string
}
export type CategoriesState = { categoryId?: number | string }
export type AccountState = {
  fromCheckout?: boolean
  /** The path of the page that a log-in returns to. */
  returnTo?: string
  /** The e-mail address or phone number whose password was just changed. */
  newPasswordOf?: string
}
/** The e-mail address or phone number that the shopper has typed in the log-in form. */
export type ForgotPasswordState = { login?: string }
/** The requested product of a pre-order or search, for the special-order form. */
export type SpecialOrderState = {
  item_name?: string
  quantity?: number
  order_details?: string
  preOrder?: PreOrder
}
/** The quantities of a pre-order: added to the cart, and missing from the stock. */
export type PreOrder = { added: number; missing: number }
export type PreCheckState = { cartItems?: CartItem[]; totalPrice?: number; authToken?: string }

export type DeliveryAddress = { id: number; address: string; latitude: number; longitude: number }

export type CheckoutLocationState = {
  cartItems?: CartItem[]
  /** Shillings, before the fee. */
  totalPrice?: number
  /** null for pickup; absent if no address was chosen. */
  address?: DeliveryAddress | null
  /** Kilometres. */
  distance?: number
  /** Shillings, not rounded. */
  deliveryFee?: number
  deliveryNote?: string
  deliveryMode?: DeliveryMode
  /** The log-in that chose the delivery. The choice is invalid after a log-out or another log-in. */
  session?: string | null
}

/** Returns the state of a search, with the results that were shown, if any. */
export function searchState(
  query: string,
  searchResults:
    | {
        listing: Listing
        corrected: string | null
        hostQuery?: string | undefined
        isGuess: boolean
        receivedAt: number
      }
    | undefined,
): ShopState {
  if (!searchResults) return { query }
  const { listing, corrected, hostQuery, isGuess, receivedAt } = searchResults
  const { products: results, total, prepended, exactMatches } = listing
  return { query, results, total, prepended, exactMatches, corrected, hostQuery, isGuess, receivedAt }
}

/** Returns the state of a special order for an unsuccessful search. */
export function specialOrderState(query: string): SpecialOrderState {
  return query === '' ? {} : { item_name: query, quantity: 1 }
}

/** Reads `location.state` as an object; anything else is empty. */
export function readState<S extends object>(state: unknown): Partial<S> {
  return readObject(state) as Partial<S>
}
