// Checks an order before money is taken. Loaded after the page, because only "Place Order" needs it.
import type { QueryClient } from '@tanstack/react-query'
import { fetchNow } from '../../api/fetch-now.ts'
import { getSession } from '../../api/session.ts'
import type { CartItem } from '../../domain/cart-item.ts'
import { customerQuery } from '../../domain/customer.ts'
import { hostConfigQuery } from '../../domain/host-config.ts'
import { offersOf } from '../../domain/offer.ts'
import { currentCart } from '../../features/cart/carried-cart.ts'
import { fetchCurrentProducts } from '../../features/catalogue/fetch-current-products.ts'
import {
  type AttemptProblem,
  checkAttempt,
  checkOrderToPay,
  type OrderCheck,
  type ReviewedOrder,
} from '../../features/checkout/check-order.ts'
import type { PaymentAttempt } from '../../features/checkout/payment/payments.ts'
import { addressesQuery } from '../../features/delivery/address.ts'

/** Checks the order that the page shows against the host's current values. */
export function checkPageOrder(
  client: QueryClient,
  token: string | null,
  reviewed: ReviewedOrder,
): Promise<OrderCheck> {
  return checkOrderToPay(reviewed, {
    ...createReaders(client, token),
    cart: () => currentCart(reviewed.items),
  })
}

/** Checks the order of an attempt against the host's current values. @returns null if the host would still accept it */
export function checkPageAttempt(
  client: QueryClient,
  token: string | null,
  attempt: PaymentAttempt,
): Promise<AttemptProblem | null> {
  return checkAttempt(attempt, createReaders(client, token))
}

/** Creates functions that read the current values from the host. */
function createReaders(client: QueryClient, token: string | null) {
  return {
    session: getSession,
    offers: async (items: readonly CartItem[]) => offersOf(await fetchCurrentProducts(client, items)),
    customer: () => fetchNow(client, customerQuery(token)),
    addresses: () => fetchNow(client, addressesQuery(token)),
    config: () => fetchNow(client, hostConfigQuery()),
  }
}
