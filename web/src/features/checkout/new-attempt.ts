import { getOwner, readOwner } from '../../api/session.ts'
import { store } from '../../config/store.ts'
import type { CartItem } from '../../domain/cart-item.ts'
import { phoneDigits } from '../../domain/email-and-phone.ts'
import type { Billing } from './billing.ts'
import type { Delivery } from './chosen-delivery.ts'
import { orderPayload } from './order-payload.ts'
import type { PaymentAttempt } from './payment/payments.ts'

type PayableOrder = { items: readonly CartItem[]; delivery: Delivery; billing: Billing }

/** Creates the attempt to pay for an order, with a new reference. */
export function createAttempt({ items, delivery, billing }: PayableOrder): PaymentAttempt {
  const payload = orderPayload(items, delivery)
  const { f_name, l_name, email, phone } = billing
  return {
    tx_ref: createReference(),
    amount: payload.order_amount,
    payload,
    owner: readOwner(getOwner()),
    started_at: Date.now(),
    payer: { email: email.trim(), phone_number: phoneDigits(phone), name: `${f_name} ${l_name}`.trim() },
    items,
    delivery,
  }
}

/** Keeps a reference within the 30 characters of the host's column. Source R1. */
const MAX_NAME_LENGTH = 6

export function createReference(): string {
  // Trap: crypto.randomUUID exists only on secure origins, not on http URLs of a local network.
  const random = Array.from(crypto.getRandomValues(new Uint32Array(2)), (part) => part.toString(36)).join('')
  const name = store.name
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')
    .slice(0, MAX_NAME_LENGTH)
  return `${name}-${Date.now().toString(36)}-${random}`
}
