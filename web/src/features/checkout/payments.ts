import type { PaymentRequest } from 'contracts/payments'
import { readId, readObject, readString } from '../../api/read-values.ts'
import { getCustomerId, useCustomerId } from '../../api/session.ts'
import { store } from '../../config/store.ts'
import { type CartItem, readCartItems } from '../../domain/cart-item.ts'
import { storageStore } from '../../platform/storage-store.ts'
import { type Delivery, readDelivery } from './delivery.ts'
import type { OrderPayload } from './order-payload.ts'
import { ATTEMPTS_KEY, PAID_ORDERS_KEY } from './storage-keys.ts'

/**
 * Unfinished payments in localStorage. An attempt is stored before its payment window opens and removed when its
 * outcome is known. A paid order is stored before it is posted and removed when the host has accepted it. A lost
 * response, a reload or another tab therefore never charges twice.
 */
export type PaymentAttempt = {
  /** The provider's `tx_ref`. */
  tx_ref: string
  /** Shillings to charge. */
  amount: number
  payload: OrderPayload
  /** null if the account had not loaded; every customer of this browser then sees the payment. */
  customer_id: number | null
  /** Milliseconds since 1970; 0 if unknown. */
  started_at: number
  payer: PaymentRequest['customer']
  /** The displayed lines, because `payload` has no names. */
  items: readonly CartItem[]
  /** null if unknown, which is not a pickup. */
  delivery: Delivery | null
}

export type PaidOrder = PaymentAttempt & { transaction_id: number | string | null }

/** Held by the tab with an open payment window. */
export const PAYMENT_LOCK = 'kitabo-payment'

export const OPEN_ELSEWHERE = 'A payment is open in another tab.'

/** Characters that are allowed in a header. */
const REFERENCE = /^[\x21-\x7e]{1,100}$/

/** Requires only the fields that the order depends on: a paid order must not be dropped because of a missing name. */
function readPayment(value: unknown): PaidOrder[] {
  const { tx_ref, transaction_id, amount, payload, customer_id, started_at, payer, items, delivery } =
    readObject<PaidOrder>(value)
  const { cart } = readObject<OrderPayload>(payload)
  if (typeof tx_ref !== 'string' || !REFERENCE.test(tx_ref) || typeof amount !== 'number') return []
  if (!Array.isArray(cart) || !cart.every((line) => 'product_id' in readObject(line))) return []
  const isName = typeof transaction_id === 'number' || typeof transaction_id === 'string'
  const { email, phone_number, name } = readObject<PaymentRequest['customer']>(payer)
  const { address, distance, fee, note } = readObject<Delivery>(delivery)
  return [
    {
      tx_ref,
      transaction_id: isName ? transaction_id : null,
      amount,
      payload: payload as OrderPayload,
      customer_id: readId(customer_id),
      started_at: typeof started_at === 'number' ? started_at : 0,
      payer: { email: readString(email), phone_number: readString(phone_number), name: readString(name) },
      items: readCartItems(items),
      delivery: readDelivery({ address, distance, deliveryFee: fee, deliveryNote: note } as object),
    },
  ]
}

const readPayments = (stored: unknown) => (Array.isArray(stored) ? stored.flatMap(readPayment) : [])

/** A stored list of payments, oldest first, one per reference. */
function paymentList<P extends PaymentAttempt>(key: string) {
  const { get, set, use } = storageStore<readonly P[]>(
    key,
    (stored) => readPayments(stored) as unknown as P[],
  )
  /** Returns a customer's oldest payment. */
  const find = (customerId: number | null) =>
    get().find(({ customer_id }) => customer_id === null || customer_id === customerId) ?? null
  return {
    get,
    find,
    /** The current customer's oldest payment. */
    useOwn: () => {
      use()
      return find(useCustomerId())
    },
    /** Ignores a reference that is already stored, so a repeated callback changes nothing. */
    add(payment: P): void {
      if (!get().some(({ tx_ref }) => tx_ref === payment.tx_ref)) set([...get(), payment])
    },
    remove(reference: string): void {
      const rest = get().filter(({ tx_ref }) => tx_ref !== reference)
      set(rest.length === 0 ? null : rest)
    },
  }
}

/** Payments with an unknown outcome. */
export const attempts = paymentList<PaymentAttempt>(ATTEMPTS_KEY)
/** Payments without an order. */
export const paidOrders = paymentList<PaidOrder>(PAID_ORDERS_KEY)

/**
 * Whether a new payment could charge the same customer twice. It could if the account has not loaded and this browser
 * has an unfinished payment of a customer.
 */
export function isOwnerUnknown(): boolean {
  return (
    getCustomerId() === null &&
    [...attempts.get(), ...paidOrders.get()].some((each) => each.customer_id !== null)
  )
}

/** Turns an attempt into a paid order. */
export function storeAsPaid(order: PaidOrder): void {
  // Stored before the attempt is removed, so that a failure in between cannot lose the payment.
  paidOrders.add(order)
  attempts.remove(order.tx_ref)
}

/** Returns an unused payment reference. */
export function newReference(): string {
  // trap: crypto.randomUUID exists only on secure origins; a phone on the shop's own network isn't on one.
  const random = Array.from(crypto.getRandomValues(new Uint32Array(2)), (part) => part.toString(36)).join('')
  const name = store.name.toLowerCase().replace(/[^a-z0-9]+/g, '')
  return `${name}-${Date.now().toString(36)}-${random}`
}
