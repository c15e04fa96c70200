// Reads and checks what to pay. Loaded after the page, because only "Place Order" needs it.
import type { QueryClient } from '@tanstack/react-query'
import { fetchNow } from '../../api/fetch-now.ts'
import { hostTraits } from '../../api/host-traits.ts'
import { getSession } from '../../api/session.ts'
import type { CartItem } from '../../domain/cart-item.ts'
import { customerQuery } from '../../domain/customer.ts'
import { hostConfigQuery } from '../../domain/host-config.ts'
import { offersOf } from '../../domain/offer.ts'
import { currentCart } from '../../features/cart/carried-cart.ts'
import { fetchCurrentProducts } from '../../features/catalogue/fetch-current-products.ts'
import { checkAttempt, checkOrderToPay, type ReviewedOrder } from '../../features/checkout/check-order.ts'
import { type CheckoutEvent, stoppedEvent } from '../../features/checkout/checkout-machine.ts'
import { isPickup } from '../../features/checkout/chosen-delivery.ts'
import {
  attempts,
  mayOwnStoredPayment,
  type PaymentAttempt,
  paidOrders,
} from '../../features/checkout/payment/payments.ts'
import { loadPickupAddressModule } from '../../features/checkout/place-order.ts'
import {
  attemptStoppedEvent,
  orderStoppedEvent,
  pickupStoppedEvent,
} from '../../features/checkout/stopped-events.ts'
import { addressesQuery } from '../../features/delivery/address.ts'

/**
 * Reads what to pay. Stored payments come first, so that no order is charged twice. They are read inside the payment
 * lock, because a different tab may have paid or started to pay.
 */
export async function loadNextPayment(
  client: QueryClient,
  token: string | null,
  reviewed: ReviewedOrder,
): Promise<CheckoutEvent> {
  if (mayOwnStoredPayment()) await client.fetchQuery(customerQuery(token)).catch(() => {})
  if (mayOwnStoredPayment()) return stoppedEvent(ACCOUNT_UNKNOWN, UNKNOWN_OWNER_ADVICE)
  const paidOrder = paidOrders.find()
  if (paidOrder) return { type: 'paid', order: paidOrder }
  const attempt = attempts.find()
  if (attempt)
    return (
      (await checkPageAttempt(client, token, attempt)) ?? { type: 'attempt-ready', attempt, isResumed: true }
    )
  const order = await checkPageOrder(client, token, reviewed)
  return 'type' in order ? order : { type: 'attempt-ready', attempt: order, isResumed: false }
}

const ACCOUNT_UNKNOWN = "We couldn't load your account. You haven't been charged."

const UNKNOWN_OWNER_ADVICE = 'An earlier payment on this device may be yours. Try again in a minute.'

/**
 * Checks the order that the page shows against the host's current values.
 * @returns the attempt to pay for it, or the event that shows why it may not be charged
 */
async function checkPageOrder(
  client: QueryClient,
  token: string | null,
  reviewed: ReviewedOrder,
): Promise<PaymentAttempt | CheckoutEvent> {
  const cart = () => currentCart(reviewed.items)
  const checked = await checkOrderToPay(reviewed, { ...createReaders(client, token), cart })
  if (checked.kind === 'order') return addRequiredAddress(checked.attempt)
  // Until the account has loaded, the page may show no fields in which errors could be marked.
  const isAccountLoading = client.isFetching({ queryKey: customerQuery(token).queryKey }) > 0
  return checked.kind === 'invalid-billing' && isAccountLoading
    ? { ...stoppedEvent(ACCOUNT_UNKNOWN, ACCOUNT_ADVICE), type: 'stopped', step: 'correct-billing' }
    : orderStoppedEvent(checked)
}

const ACCOUNT_ADVICE = 'Try again, or fill in your billing details.'

/** Adds the pickup address if the host is known to require one. */
async function addRequiredAddress(attempt: PaymentAttempt): Promise<PaymentAttempt | CheckoutEvent> {
  const { payload, delivery } = attempt
  const lacksAddress = delivery !== null && isPickup(delivery) && payload.delivery_address_id === null
  if (!lacksAddress || !hostTraits.get().requiresPickupAddress) return attempt
  try {
    const { withPickupAddress } = await loadPickupAddressModule()
    return await withPickupAddress(attempt)
  } catch {
    return pickupStoppedEvent()
  }
}

/**
 * Checks the order of an attempt against the host's current values.
 * @returns the event that shows why it may not be paid; null if the host would still accept it
 */
async function checkPageAttempt(
  client: QueryClient,
  token: string | null,
  attempt: PaymentAttempt,
): Promise<CheckoutEvent | null> {
  const problem = await checkAttempt(attempt, createReaders(client, token))
  return problem && attemptStoppedEvent(problem)
}

/** Creates functions that read the current values from the host. */
function createReaders(client: QueryClient, token: string | null) {
  return {
    session: getSession,
    offers: async (items: readonly CartItem[]) => offersOf(await fetchCurrentProducts(client, items)),
    // With each tap, a slow request would otherwise begin again.
    customer: () => fetchNow(client, customerQuery(token), { joinsPending: true }),
    addresses: () => fetchNow(client, addressesQuery(token)),
    config: () => fetchNow(client, hostConfigQuery()),
  }
}
