import { insert, selectOne, update } from '../world/queries.ts'
import type { World } from '../world/world.ts'
import { findTransaction, findTransactionByReference, type Transaction } from './transactions.ts'

/** Accepts a payment only if it succeeded with this reference. @returns a short description of the result */
export function confirmPayment(world: World, txRef: string, id: number): string {
  return world.transaction(() => {
    const transaction = findTransaction(world, id) ?? findTransactionByReference(world, txRef)
    if (!transaction || transaction.tx_ref !== txRef) return 'unknown payment'
    if (transaction.status !== 'successful') return `not paid: ${transaction.status}`
    if (selectOne(world, 'SELECT 1 FROM confirmed_payments WHERE tx_ref = ?', txRef)) return 'seen before'
    const order = findOrderByReference(world, txRef)
    if (order && isOrderPaidByAnotherPayment(world, txRef))
      return `order ${order.id} was paid before; refund ${txRef}`
    if (order && !isSufficient(transaction, order))
      return `order ${order.id} is not paid: ${transaction.currency} ${transaction.amount} received instead of ${CURRENCY} ${amountDue(order)}`
    recordConfirmation(world, transaction, order?.id ?? null)
    if (!order) return 'confirmed, no order yet'
    // An order with this reference as its Idempotency-Key keeps the transaction reference from its payload.
    markPaid(world, order.id, order.isKeyed ? null : transaction.id)
    return `order ${order.id} is paid`
  })
}

/** The shop sells in shillings only. */
export const CURRENCY = 'UGX'

/** Returns what an order costs in whole shillings, because payments have no decimals. */
export function amountDue({ order_amount }: { order_amount: number }): number {
  return Math.round(order_amount)
}

function isSufficient({ amount, currency }: Transaction, order: { order_amount: number }): boolean {
  return currency === CURRENCY && amount >= amountDue(order)
}

/** Records that a payment is confirmed, and its order; null if there is no order yet. */
function recordConfirmation(world: World, { tx_ref, id }: Transaction, orderId: number | null): void {
  const row = { tx_ref, transaction_id: id, order_id: orderId, created_at: world.clock.now() }
  insert(world, 'confirmed_payments', row, 'replace')
}

/**
 * Links the payment with this reference to a new order that uses the reference as its Idempotency-Key.
 * @returns 'unusable' if the payment is too small, in a different currency, or linked to a different order
 */
export function claimPaymentForOrder(
  world: World,
  txRef: string,
  order: { id: number; order_amount: number },
): 'paid' | 'unusable' | 'no payment' {
  const transaction = findTransactionByReference(world, txRef)
  if (transaction?.status !== 'successful') return 'no payment'
  const sql = 'SELECT order_id FROM confirmed_payments WHERE tx_ref = ?'
  const confirmed = selectOne<{ order_id: number | null }>(world, sql, txRef)
  if (confirmed?.order_id || !isSufficient(transaction, order)) return 'unusable'
  recordConfirmation(world, transaction, order.id)
  markPaid(world, order.id, null)
  return 'paid'
}

/** Whether a payment has paid the order. */
export function isOrderPaid(world: World, orderId: number): boolean {
  return selectOne(world, 'SELECT 1 FROM confirmed_payments WHERE order_id = ?', orderId) !== undefined
}

/** Whether a payment with another reference has paid the order of this reference. */
export function isOrderPaidByAnotherPayment(world: World, txRef: string): boolean {
  const order = findOrderByReference(world, txRef)
  if (order === undefined) return false
  const sql = `SELECT 1 FROM transactions
    WHERE status = 'successful' AND tx_ref != @txRef AND currency = @currency AND amount >= @amount
      AND (tx_ref = 'order-' || CAST(@id AS INTEGER) OR tx_ref GLOB 'order-' || CAST(@id AS INTEGER) || '-*' OR tx_ref IN (SELECT key FROM idempotency_keys WHERE order_id = @id))
      AND tx_ref NOT IN (SELECT tx_ref FROM confirmed_payments WHERE order_id != @id)`
  const values = { txRef, id: order.id, amount: amountDue(order), currency: CURRENCY }
  return selectOne(world, sql, values) !== undefined
}

/** Prefers an order with the reference as its Idempotency-Key to the one whose number is in the reference. */
function findOrderByReference(world: World, txRef: string) {
  const named = Number(/^order-(\d+)(?:-|$)/.exec(txRef)?.[1])
  return selectOne<{ id: number; order_amount: number; isKeyed: 0 | 1 }>(
    world,
    `SELECT id, order_amount, id IS NOT @named AS isKeyed FROM orders
     WHERE id = coalesce((SELECT min(order_id) FROM idempotency_keys WHERE key = @txRef), @named)`,
    { txRef, named: Number.isSafeInteger(named) ? named : null },
  )
}

function markPaid(world: World, orderId: number, transactionId: number | null): void {
  update(
    world,
    'orders',
    "SET payment_status = 'paid', transaction_reference = coalesce(?, transaction_reference), updated_at = ? WHERE id = ?",
    transactionId === null ? null : String(transactionId),
    world.clock.now(),
    orderId,
  )
}
