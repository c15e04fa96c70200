import type { Config } from 'contracts/resources/config'
import type { OrderRow } from '../world/rows.ts'

/** The host's rules for an order, by its payment method. */
type MethodRules = Pick<OrderRow, 'payment_status'> & {
  order_status: 'pending' | 'confirmed'
  /** Whether the order is paid online. Such an order cannot be delivered without a payment reference. */
  isOnline: boolean
  /** Its image in the list of methods that the store offers. Methods without one are not listed. */
  gateway_image?: string
}

/** Source R1: orders not paid in cash are stored as paid and confirmed, without checking the payment. */
const ONLINE_RULES: MethodRules = { payment_status: 'paid', order_status: 'confirmed', isOnline: true }

/** Methods that are listed, or that differ from {@link ONLINE_RULES}. */
const METHOD_RULES = new Map<string, MethodRules>([
  ['flutterwave', { ...ONLINE_RULES, gateway_image: '2023-08-22-64e4439f95a8b.png' }],
  ['cash_on_delivery', { payment_status: 'unpaid', order_status: 'pending', isOnline: false }],
])

export function paymentMethod(name: string | null): MethodRules {
  return METHOD_RULES.get(name ?? '') ?? ONLINE_RULES
}

/** Returns the methods that the store offers, as in `GET /config`. */
export function offeredMethods(): Config['active_payment_method_list'] {
  return [...METHOD_RULES].flatMap(([gateway, { gateway_image }]) =>
    // Recorded: the title or the image may be null.
    gateway_image === undefined ? [] : [{ gateway, gateway_title: null, gateway_image }],
  )
}
