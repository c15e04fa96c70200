import { timingSafeEqual } from 'node:crypto'
import { hashSecret } from '../world/access-tokens.ts'
import { insert, one, run, type World } from '../world/world.ts'
import { transactionByReference, transactionOf } from './transactions.ts'

/** What the receiver made of a notice. */
export type Receipt = { status: 200 | 400 | 401; message: string }

/**
 * The shop's side of a webhook, as the real host would have it: the hash is checked, the payment verified, and its
 * order marked once, however often the notice comes.
 */
export function receiveWebhook(
  world: World,
  hash: string | undefined,
  secretHash: string,
  body: unknown,
): Receipt {
  if (!timingSafeEqual(Buffer.from(hashSecret(hash ?? '')), Buffer.from(hashSecret(secretHash)))) {
    return { status: 401, message: '((The verif-hash is not ours.))' }
  }
  // witness F2: notices carry `data`. assumed: the flat shape of older accounts spells `txRef`.
  const data = ((body as { data?: unknown })?.data ?? body) as {
    id?: unknown
    tx_ref?: unknown
    txRef?: unknown
  } | null
  const txRef = data?.tx_ref ?? data?.txRef
  if (typeof txRef !== 'string') return { status: 400, message: '((The notice names no tx_ref.))' }
  return { status: 200, message: confirm(world, txRef, Number(data?.id)) }
}

/** The browser's way back after a redirect: never believed, always verified. */
export function receiveCallback(
  world: World,
  query: { status?: string; tx_ref?: string; transaction_id?: string },
): Receipt {
  if (!query.tx_ref) return { status: 400, message: '((The callback names no tx_ref.))' }
  if (query.status === 'cancelled') return { status: 200, message: 'cancelled' }
  return { status: 200, message: confirm(world, query.tx_ref, Number(query.transaction_id)) }
}

/** Accepts a payment only if it is successful under this reference. @returns a short text of what happened */
function confirm(world: World, txRef: string, id: number): string {
  return world.transaction(() => {
    const transaction = transactionOf(world, id) ?? transactionByReference(world, txRef)
    if (!transaction || transaction.tx_ref !== txRef) return 'unknown payment'
    if (transaction.status !== 'successful') return `not paid: ${transaction.status}`
    if (one(world, 'SELECT 1 FROM confirmed_payments WHERE tx_ref = ?', txRef)) return 'seen before'
    const orderId = orderOfReference(world, txRef)
    insert(world, 'confirmed_payments', {
      tx_ref: txRef,
      transaction_id: transaction.id,
      order_id: orderId,
      created_at: world.clock.now(),
    })
    if (orderId === null) return 'confirmed, no order yet'
    // An order placed under the payment as its key keeps the reference that its payload named, or none.
    markPaid(world, orderId, txRef === hostedReference(orderId) ? transaction.id : null)
    return `order ${orderId} is paid`
  })
}

/** The reference of an order that is paid on the hosted page. */
export function hostedReference(orderId: number): string {
  return `order-${orderId}`
}

/** The order behind a payment: placed under it as its key, or named by it. */
function orderOfReference(world: World, txRef: string): number | null {
  const keyed = one<{ order_id: number }>(world, 'SELECT order_id FROM idempotency_keys WHERE key = ?', txRef)
  if (keyed) return keyed.order_id
  const id = Number(/^order-(\d+)$/.exec(txRef)?.[1])
  return one(world, 'SELECT 1 FROM orders WHERE id = ?', id) ? id : null
}

export function markPaid(world: World, orderId: number, transactionId: number | null): void {
  run(
    world,
    "UPDATE orders SET payment_status = 'paid', transaction_reference = coalesce(?, transaction_reference), updated_at = ? WHERE id = ?",
    transactionId === null ? null : String(transactionId),
    world.clock.now(),
    orderId,
  )
}
