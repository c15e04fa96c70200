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
 * A payment whose outcome is unknown. Stored in localStorage before the payment window opens, and removed once the
 * outcome is known. A paid order is stored before it is posted, and removed once the host has accepted it. This way, a
 * lost response, a reload or a second tab never charges twice.
 */
export type PaymentAttempt = {
  /** The provider's `tx_ref`. */
  tx_ref: string
  /** The amount to charge, in shillings. */
  amount: number
  payload: OrderPayload
  /** Null if the account had not loaded. In that case, every customer of this browser sees the payment. */
  customer_id: number | null
  /** In milliseconds since 1970; 0 if unknown. */
  started_at: number
  payer: PaymentRequest['customer']
  /** The lines as displayed. Needed because `payload` contains no names. */
  items: readonly CartItem[]
  /** Null if unknown, which doesn't mean pickup. */
  delivery: Delivery | null
  /**
   * What is known about the outcome: the payment waits for approval on the shopper's phone, or the payment window
   * couldn't tell. Missing if the window was closed without a result.
   */
  outcome?: 'pending' | 'unknown' | undefined
}

export type PaidOrder = PaymentAttempt & { transaction_id: number | string | null }

/** The name of the lock that a tab holds while its payment window is open. */
export const PAYMENT_LOCK = 'kitabo-payment'

export const OPEN_ELSEWHERE = 'A payment is open in another tab.'

/** Matches references that are valid in a header. */
const REFERENCE = /^[\x21-\x7e]{1,100}$/

/** Reads a stored payment. Requires only essential fields, so that no paid order is lost because of a missing name. */
function readPayment(value: unknown): PaidOrder[] {
  const {
    tx_ref,
    transaction_id,
    amount,
    payload,
    customer_id,
    started_at,
    payer,
    items,
    delivery,
    outcome,
  } = readObject<PaidOrder>(value)
  const { cart } = readObject<OrderPayload>(payload)
  if (typeof tx_ref !== 'string' || !REFERENCE.test(tx_ref) || typeof amount !== 'number') return []
  if (!Array.isArray(cart) || !cart.every((line) => 'product_id' in readObject(line))) return []
  const hasTransaction = typeof transaction_id === 'number' || typeof transaction_id === 'string'
  const { email, phone_number, name } = readObject<PaymentRequest['customer']>(payer)
  const { address, distance, fee, note } = readObject<Delivery>(delivery)
  return [
    {
      tx_ref,
      transaction_id: hasTransaction ? transaction_id : null,
      amount,
      payload: payload as OrderPayload,
      customer_id: readId(customer_id),
      started_at: typeof started_at === 'number' ? started_at : 0,
      payer: { email: readString(email), phone_number: readString(phone_number), name: readString(name) },
      items: readCartItems(items),
      delivery: readDelivery({ address, distance, deliveryFee: fee, deliveryNote: note } as object),
      outcome: outcome === 'pending' || outcome === 'unknown' ? outcome : undefined,
    },
  ]
}

const readPayments = (stored: unknown) => (Array.isArray(stored) ? stored.flatMap(readPayment) : [])

/** Creates a stored list of payments, oldest first, with one payment per reference. */
function paymentList<P extends PaymentAttempt>(key: string) {
  const { get, set, use } = storageStore<readonly P[]>(
    key,
    (stored) => readPayments(stored) as unknown as P[],
  )
  /** Returns a customer's oldest payment; null if there is none. */
  const find = (customerId: number | null) =>
    get().find(({ customer_id }) => customer_id === null || customer_id === customerId) ?? null
  return {
    get,
    find,
    useOwn: () => {
      use()
      return find(useCustomerId())
    },
    /** Adds a payment. Does nothing if the reference is already stored, for example after a repeated callback. */
    add(payment: P): void {
      if (!get().some(({ tx_ref }) => tx_ref === payment.tx_ref)) set([...get(), payment])
    },
    setOutcome(reference: string, outcome: PaymentAttempt['outcome']): void {
      set(get().map((payment) => (payment.tx_ref === reference ? { ...payment, outcome } : payment)))
    },
    remove(reference: string): void {
      const rest = get().filter(({ tx_ref }) => tx_ref !== reference)
      set(rest.length === 0 ? null : rest)
    },
  }
}

export const attempts = paymentList<PaymentAttempt>(ATTEMPTS_KEY)
export const paidOrders = paymentList<PaidOrder>(PAID_ORDERS_KEY)

/** Whether a payment might be a second one: there is an unfinished payment, and the account has not loaded. */
export function isOwnerUnknown(): boolean {
  return (
    getCustomerId() === null &&
    [...attempts.get(), ...paidOrders.get()].some((each) => each.customer_id !== null)
  )
}

export function storeAsPaid(order: PaidOrder): void {
  // The order is stored before the attempt is removed, so that a failure in between doesn't lose the payment.
  paidOrders.add(order)
  attempts.remove(order.tx_ref)
}

export function newReference(): string {
  // trap: crypto.randomUUID exists only on secure origins, not on http URLs of a local network.
  const random = Array.from(crypto.getRandomValues(new Uint32Array(2)), (part) => part.toString(36)).join('')
  const name = store.name.toLowerCase().replace(/[^a-z0-9]+/g, '')
  return `${name}-${Date.now().toString(36)}-${random}`
}
