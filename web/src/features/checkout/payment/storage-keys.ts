import { readStoredJson } from '../../../platform/storage.ts'

/** Paid orders that the host has not accepted yet. */
export const PAID_ORDERS_KEY = 'paidOrders'
/** Payments with an unknown outcome. */
export const ATTEMPTS_KEY = 'paymentAttempts'

/** The storage areas for payments. The first that the browser allows is used. */
export const STORAGE_AREAS = ['local', 'session', 'history'] as const

/** Whether a payment of any customer is stored. */
export function mayHaveStoredPayment(): boolean {
  return ([PAID_ORDERS_KEY, ATTEMPTS_KEY] as const).some((key) =>
    STORAGE_AREAS.some((area) => readStoredJson(key, area) != null),
  )
}
