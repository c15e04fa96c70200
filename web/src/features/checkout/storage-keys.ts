import { readText } from '../../platform/storage.ts'

/** The last placed order, until the shopper dismisses its notice or logs out. */
export const PLACED_ORDER_KEY = 'placedOrder'
/** Payments without an order. */
export const PAID_ORDERS_KEY = 'paidOrders'
/** Payments whose outcome is not known. */
export const ATTEMPTS_KEY = 'paymentAttempts'

/** Whether a payment may wait for its order or its outcome, so that the notice's code is worth loading. */
export function mayHaveUnfinishedPayment(): boolean {
  return readText(PAID_ORDERS_KEY) !== null || readText(ATTEMPTS_KEY) !== null
}
