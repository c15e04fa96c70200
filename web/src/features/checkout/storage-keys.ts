import { readStored } from '../../platform/storage.ts'

/** The last order. Removed when its notice is dismissed or the customer logs out. */
export const PLACED_ORDER_KEY = 'placedOrder'
/** Paid orders that the host has not accepted yet. */
export const PAID_ORDERS_KEY = 'paidOrders'
/** Payments with an unknown outcome. */
export const ATTEMPTS_KEY = 'paymentAttempts'

/** Whether there may be an unfinished payment. If not, the notice's code is not loaded. */
export function mayHaveUnfinishedPayment(): boolean {
  return readStored(PAID_ORDERS_KEY) !== null || readStored(ATTEMPTS_KEY) !== null
}
