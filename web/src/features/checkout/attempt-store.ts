import { useSyncExternalStore } from 'react'
import { store } from '../../config/store.ts'
import { readId, readObject } from '../../lib/read-values.ts'
import { readText, writeText } from '../../lib/storage.ts'
import type { OrderPayload } from './order-payload.ts'

/**
 * Payments that have no order yet. A payment is stored here before its order is
 * posted and removed only when the host has accepted it, so that a lost answer, a reload or a second
 * tab finishes the order and never charges again.
 */

const PAID = 'paidOrders'
const ATTEMPT = 'paymentAttempt'
const CHANGED = 'paidOrdersUpdated'

export type PaidOrder = {
  tx_ref: string
  transaction_id: number | string | null
  /** Shillings charged. */
  amount: number
  payload: OrderPayload
  /** Whose payment it is, where known: another customer of the same browser is not offered it. */
  customer_id: number | null
}

let lastText: string | null = null
let lastOrders: PaidOrder[] = []

/** Payments that wait for their order, oldest first. */
export function getPaidOrders(): PaidOrder[] {
  const text = readText(PAID)
  if (text !== lastText) {
    lastText = text
    lastOrders = parse(text)
  }
  return lastOrders
}

function parse(text: string | null): PaidOrder[] {
  try {
    const list: unknown = JSON.parse(text ?? '[]')
    return Array.isArray(list) ? list.flatMap(readPaidOrder) : []
  } catch {
    return []
  }
}

/** What a header can carry, and no longer than our own. */
const REFERENCE = /^[\x21-\x7e]{1,100}$/

/** A payment is never thrown away for a part of it that the order does without. */
function readPaidOrder(value: unknown): PaidOrder[] {
  const { tx_ref, transaction_id, amount, payload, customer_id } = readObject<PaidOrder>(value)
  const { cart } = readObject<OrderPayload>(payload)
  if (typeof tx_ref !== 'string' || !REFERENCE.test(tx_ref) || typeof amount !== 'number') return []
  if (!Array.isArray(cart) || !cart.every((line) => 'product_id' in readObject(line))) return []
  const isName = typeof transaction_id === 'number' || typeof transaction_id === 'string'
  return [
    {
      tx_ref,
      transaction_id: isName ? transaction_id : null,
      amount,
      payload: payload as OrderPayload,
      customer_id: readId(customer_id),
    },
  ]
}

function save(orders: PaidOrder[]): void {
  writeText(PAID, orders.length === 0 ? null : JSON.stringify(orders))
  window.dispatchEvent(new Event(CHANGED))
}

/** Stores a payment. The first entry of a reference is kept: a repeated callback changes nothing. */
export function keepPaidOrder(order: PaidOrder): void {
  const orders = getPaidOrders()
  if (!orders.some((kept) => kept.tx_ref === order.tx_ref)) save([...orders, order])
}

export function forgetPaidOrder(paymentReference: string): void {
  save(getPaidOrders().filter((kept) => kept.tx_ref !== paymentReference))
}

function subscribe(listener: () => void): () => void {
  const onStorage = (event: StorageEvent) => {
    if (event.key === PAID || event.key === null) listener()
  }
  window.addEventListener(CHANGED, listener)
  window.addEventListener('storage', onStorage)
  return () => {
    window.removeEventListener(CHANGED, listener)
    window.removeEventListener('storage', onStorage)
  }
}

/** The oldest payment of this customer that waits for its order, or null. */
export function findPaidOrder(customerId: number | null): PaidOrder | null {
  const theirs = ({ customer_id }: PaidOrder) =>
    customer_id === null || customerId === null || customer_id === customerId
  return getPaidOrders().find(theirs) ?? null
}

/** The same, followed through changes here and in other tabs. */
export function usePaidOrder(customerId: number | null): PaidOrder | null {
  return useSyncExternalStore(subscribe, () => findPaidOrder(customerId))
}

/**
 * The reference of the attempt to pay for this order: the same one until the attempt has ended or the order has
 * changed, so that a closed modal or a prompt still waiting on a phone is taken up again and not paid twice.
 */
export function attemptReference(payload: OrderPayload): string {
  const order = JSON.stringify(payload)
  const kept = readText(ATTEMPT, 'session')
  const cut = kept?.indexOf('|') ?? -1
  if (kept !== null && kept.slice(cut + 1) === order && REFERENCE.test(kept.slice(0, Math.max(0, cut))))
    return kept.slice(0, cut)
  const reference = newReference()
  writeText(ATTEMPT, `${reference}|${order}`, 'session')
  return reference
}

/** The next attempt gets a reference of its own. */
export function endAttempt(): void {
  writeText(ATTEMPT, null, 'session')
}

function newReference(): string {
  // trap: crypto.randomUUID exists on secure origins only; a phone on the shop's own network has none.
  const random = Array.from(crypto.getRandomValues(new Uint32Array(2)), (part) => part.toString(36)).join('')
  const name = store.name.toLowerCase().replace(/[^a-z0-9]+/g, '')
  return `${name}-${Date.now().toString(36)}-${random}`
}
