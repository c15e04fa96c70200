import type { PaymentRequest } from 'contracts/payments'
import { useEffect } from 'react'
import { readObject, readString } from '../../../api/read-values.ts'
import { deleteLists } from '../../../api/response-cache.ts'
import {
  belongsToCustomer,
  getOwner,
  getToken,
  type Owner,
  readOwner,
  useOwner,
} from '../../../api/session.ts'
import type { StoredKey } from '../../../config/stored-values.ts'
import { type CartItem, readCartItems } from '../../../domain/cart-item.ts'
import { createStorageStore } from '../../../platform/storage-store.ts'
import { type Delivery, readDelivery } from '../chosen-delivery.ts'
import type { OrderPayload } from '../order-payload.ts'
import { ATTEMPTS_KEY, PAID_ORDERS_KEY, STORAGE_AREAS } from './storage-keys.ts'

/**
 * A payment whose outcome is unknown, and the order that it pays. Stored before the payment window opens, and removed
 * once the outcome is known, so that a reload or a second tab never charges twice.
 */
export type PaymentAttempt = {
  /** The vendor's `tx_ref`. */
  tx_ref: string
  /** The amount to charge, in shillings. */
  amount: number
  payload: OrderPayload
  owner: Owner
  /** In milliseconds since 1970; 0 if unknown. */
  started_at: number
  payer: PaymentRequest['customer']
  /** The lines as displayed. Needed because `payload` contains no names. */
  items: readonly CartItem[]
  /** Null if unknown, which doesn't mean pickup. */
  delivery: Delivery | null
  /**
   * The reported outcome: the payment waits for approval on the shopper's phone, or the payment window
   * couldn't tell. Missing if the window was closed without a result.
   */
  outcome?: 'pending' | 'unknown' | undefined
}

/**
 * Stored before it is posted, and removed once the host has accepted it, so that a lost response never charges twice.
 */
export type PaidOrder = PaymentAttempt & {
  transaction_id: number | string | null
  /** Whether the order was posted before, so that the host may have it. */
  isPosted?: boolean
}

/** The name of the lock that a tab holds while its payment window is open. */
export const PAYMENT_LOCK = 'shop-payment'

export const OPEN_ELSEWHERE = 'A payment is open in another tab.'

/** Matches references that are valid in a header. */
const REFERENCE = /^[\x21-\x7e]{1,100}$/

/** Reads a stored payment. Requires only essential fields, so that no paid order is lost because of a missing name. */
function readPayment(value: unknown): PaidOrder[] {
  const { tx_ref, transaction_id, amount, payload, payer, items, delivery, outcome, ...rest } =
    readObject<PaidOrder>(value)
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
      owner: readOwner(rest.owner),
      started_at: typeof rest.started_at === 'number' ? rest.started_at : 0,
      payer: { email: readString(email), phone_number: readString(phone_number), name: readString(name) },
      items: readCartItems(items),
      delivery: readDelivery({ address, distance, deliveryFee: fee, deliveryNote: note } as object),
      outcome: outcome === 'pending' || outcome === 'unknown' ? outcome : undefined,
      ...(rest.isPosted === true ? { isPosted: true } : {}),
    },
  ]
}

const readPayments = (stored: unknown) => (Array.isArray(stored) ? stored.flatMap(readPayment) : [])

/**
 * Creates a stored list of payments, oldest first, with one payment per reference. A payment that localStorage refuses
 * is stored in sessionStorage or in the history entry.
 */
function createPaymentList<P extends PaymentAttempt>(key: StoredKey, read: (stored: unknown) => P[]) {
  const stores = STORAGE_AREAS.map((area) => createStorageStore<readonly P[]>(key, read, 'json', area))

  /** References of the payments that a reload would lose. */
  const inMemory = new Set<string>()

  function get(): P[] {
    const payments = new Map<string, P>()
    for (const store of stores)
      for (const payment of store.get())
        if (!payments.has(payment.tx_ref)) payments.set(payment.tx_ref, payment)
    return [...payments.values()]
  }

  const find = () => get().find(({ owner }) => belongsToCustomer(owner)) ?? null

  /** Replaces a stored payment in every storage area. Removes it if `change` returns an empty list. */
  function update(reference: string, change: (payment: P) => P[]): void {
    for (const store of stores) {
      const before = store.get()
      if (!before.some(({ tx_ref }) => tx_ref === reference)) continue
      const after = before.flatMap((payment) => (payment.tx_ref === reference ? change(payment) : payment))
      store.set(after.length === 0 ? null : after)
    }
  }

  return {
    get,
    /** Returns the customer's oldest payment; null if there is none. */
    find,
    useOwn: (): P | null => {
      for (const store of stores) store.use()
      const owner = useOwner()
      // After the account has loaded, the payment belongs to the customer, also after another log-in.
      useEffect(() => {
        if (owner?.id == null) return
        for (const payment of get())
          if (payment.owner.id === null && belongsToCustomer(payment.owner))
            update(payment.tx_ref, (claimed) => [{ ...claimed, owner }])
      }, [owner])
      return find()
    },
    /**
     * Adds a payment. Does nothing if the reference is already stored, for example after a repeated callback.
     * @returns false if the browser refuses to store it: a reload would lose it
     */
    add(payment: P): boolean {
      if (get().some(({ tx_ref }) => tx_ref === payment.tx_ref)) return true
      for (const store of stores) {
        const before = store.get()
        if (store.set([...before, payment])) return true
        deleteLists()
        if (store.set([...before, payment])) return true
        store.set(before.length === 0 ? null : before)
      }
      // Refused again, which keeps it in this tab's memory.
      stores[0]?.set([...get(), payment])
      inMemory.add(payment.tx_ref)
      return false
    },
    survivesReload: (reference: string) => !inMemory.has(reference),
    change: (reference: string, change: Partial<P>) =>
      update(reference, (payment) => [{ ...payment, ...change }]),
    remove: (reference: string) => update(reference, () => []),
  }
}

export const attempts = createPaymentList<PaymentAttempt>(ATTEMPTS_KEY, readPayments)
export const paidOrders = createPaymentList<PaidOrder>(PAID_ORDERS_KEY, readPayments)

/** Whether the account has not loaded, so that a payment of an earlier log-in may belong to this customer. */
export function mayOwnStoredPayment(): boolean {
  return (
    getOwner()?.id == null &&
    [...attempts.get(), ...paidOrders.get()].some(
      ({ owner }) => owner.id !== null && !belongsToCustomer(owner),
    )
  )
}

/** @returns false if the browser refuses to store the order. The attempt is then kept, because a reload needs it. */
export function storeAsPaid(order: PaidOrder): boolean {
  // The order is stored before the attempt is removed, so that a failure in between doesn't lose the payment.
  const isStored = paidOrders.add(order)
  if (isStored) attempts.remove(order.tx_ref)
  return isStored
}

/** The payer has logged out, so that a request would use another account. */
export class PayerChangedError extends Error {}

/** @throws PayerChangedError unless the payer is logged in */
export function requirePayer({ owner }: PaymentAttempt): void {
  if (getToken() === null || !belongsToCustomer(owner))
    throw new PayerChangedError('The payer has logged out.')
}
