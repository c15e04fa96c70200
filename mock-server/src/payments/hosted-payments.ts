import type { PaymentRequest } from 'contracts/payments'
import { EMULATOR_PREFIX } from '../control-api/client.ts'
import { insert, selectOne } from '../world/queries.ts'
import type { World } from '../world/world.ts'

/** A payment on the hosted page. The page's URL contains a secret key, because references can be guessed. */
type HostedPayment = { key: string; request: PaymentRequest }

/** The values that must not change for a reference. */
type Terms = Pick<PaymentRequest, 'amount' | 'currency' | 'customer'>

const KEY_BYTES = 8

/** Whether two requests have the same amount in whole units, currency and payer. */
export function isSamePayment(payment: Terms, other: Terms): boolean {
  const payer = ({ customer }: Terms) => customer.email.trim().toLowerCase()
  return (
    Math.round(payment.amount) === Math.round(other.amount) &&
    payment.currency === other.currency &&
    payer(payment) === payer(other)
  )
}

/**
 * @param orderId the order for which the host requests the payment; null if a client requests it
 * @returns the path of the new or existing page; null if the reference belongs to a different payment
 */
export function createHostedPayment(
  world: World,
  request: PaymentRequest,
  orderId: number | null = null,
): string | null {
  const existingPayment = findHostedPayment(world, request.tx_ref)
  if (existingPayment) {
    const isSame =
      isSamePayment(existingPayment.request, request) &&
      existingPayment.request.redirect_url === request.redirect_url
    return isSame ? hostedPagePath(existingPayment) : null
  }
  const hosted = { key: world.random.bytes(KEY_BYTES).toString('hex'), request }
  const row = { tx_ref: request.tx_ref, request: JSON.stringify(hosted), order_id: orderId }
  insert(world, 'hosted_payments', row)
  return hostedPagePath(hosted)
}

export function findHostedPayment(world: World, txRef: string): HostedPayment | undefined {
  const sql = 'SELECT request FROM hosted_payments WHERE tx_ref = ?'
  const row = selectOne<{ request: string }>(world, sql, txRef)
  return row && (JSON.parse(row.request) as HostedPayment)
}

function hostedPagePath({ key, request }: HostedPayment): string {
  return `${EMULATOR_PREFIX}/checkout/${encodeURIComponent(request.tx_ref)}?key=${key}`
}

/** Adds a random part, because order numbers can be guessed. */
export function newOrderReference(world: World, orderId: number): string {
  return `order-${orderId}-${world.random.bytes(KEY_BYTES).toString('hex')}`
}

/** Returns the path of an order's hosted page; null if it has none. */
export function findHostedPagePath(world: World, orderId: number): string | null {
  const sql = 'SELECT request FROM hosted_payments WHERE order_id = ?'
  const row = selectOne<{ request: string }>(world, sql, orderId)
  return row ? hostedPagePath(JSON.parse(row.request) as HostedPayment) : null
}
