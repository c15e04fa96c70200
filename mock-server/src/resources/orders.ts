import { createHash } from 'node:crypto'
import type { BodyOf } from 'contracts/endpoint'
import type { Config } from 'contracts/resources/config'
import type { orders } from 'contracts/resources/orders'
import type { HandlerInput, Handlers } from '../http/handler.ts'
import { refuse } from '../http/response/failures.ts'
import { hostedPathOfOrder, hostPayment, newOrderReference } from '../payments/hosted-payments.ts'
import { MAX_AMOUNT } from '../payments/payment-input.ts'
import { claimPayment, isPaidBy } from '../payments/receiver.ts'
import type { CustomerRow, OrderRow, ProductRow } from '../world/rows.ts'
import { insert, selectAll, selectOne, update, type World } from '../world/world.ts'
import { addressOf } from './addresses.ts'
import { deliveryCharge, readConfig } from './config.ts'
import { insertOrder, type NewOrder, wireOrder } from './order-records.ts'
import { renderProduct } from './products.ts'

type PlaceBody = BodyOf<typeof orders.place>

/** Refuses an order. Source R1, R3: with 403 in version 7.1 and 422 in later versions. */
function refuseOrder(world: World, code: string, message: string) {
  return world.profile === '7.1' ? refuse(403, code, message) : refuse(422, code, message)
}
/** Observed: the original software stores amounts in columns of eight digits, two of them decimals. */
const COLUMN_MAX = 999_999.99
/** Observed: any exception of the database is returned like this, without a message. */
const overflow = (column: string) => ({
  status: 403 as const,
  body: [
    {
      errorInfo: ['22003', 1264, `Out of range value for column '${column}' at row 1`],
      connectionName: 'mysql',
    },
  ],
})
/** Maximum length of an Idempotency-Key in characters. */
const MAX_KEY = 255
const reusedKey = refuse(
  409,
  'idempotency',
  '((This Idempotency-Key was used for a different order; use a new one.))',
)

type Placing = Pick<HandlerInput<typeof orders.place>, 'world' | 'customer' | 'body' | 'origin' | 'note'> & {
  /** The Idempotency-Key. */
  key: string | undefined
}

/** Checks and lowers stock, inserts the order and stores the key in one transaction. */
function place(placing: Placing) {
  const { world, customer, body, key } = placing
  const { largeTotals, pickupWithoutAddress } = world.extensions
  const earlier = key === undefined ? null : orderOfKey(placing, key)
  if (earlier) return earlier
  const order_amount = Math.round(body.order_amount)
  // assumed: this provider accepts orders without an address. Observed: the original software refuses them.
  if (body.delivery_address_id === null && !pickupWithoutAddress)
    return refuseOrder(world, 'delivery_address_id', 'The delivery address id field is required.')
  const settings = readConfig(world)
  const fee = body.delivery_address_id === null ? 0 : deliveryCharge(settings, body.distance)
  const most = largeTotals ? MAX_AMOUNT : COLUMN_MAX
  if (Math.abs(order_amount) > most) return overflow('order_amount')
  if (fee > most) return overflow('delivery_charge')
  // difference: the host (assumed) stores negative amounts.
  if (order_amount < 0) return refuseOrder(world, 'order_amount', '((The order amount is below 0.))')
  if (body.cart.length === 0) return refuseOrder(world, 'empty-cart', 'Cart is empty')
  const ordered = orderedProducts(world, body)
  // Source R1: the message does not identify the line.
  if (ordered === null) return refuseOrder(world, 'stock', 'One or more product stock is insufficient!')
  const refusal = storeRefusal(settings, ordered)
  if (refusal !== null) return refuseOrder(world, ...refusal)

  const orderId = insertPlaced(placing, ordered, { order_amount, delivery_charge: fee })
  for (const { product, quantity } of ordered.values()) {
    const change = 'SET stock = stock - ?, updated_at = ? WHERE id = ?'
    update(world, 'products', change, quantity, world.clock.now(), product.id)
    renderProduct(world, product.id)
  }
  if (key !== undefined) {
    const used = { customer_id: customer.id, key, body_hash: hashOf(body), order_id: orderId }
    insert(world, 'idempotency_keys', used)
  }
  const isPaid = key === undefined ? null : claimPayment(world, key, { id: orderId, order_amount })
  // difference: R1 always trusts the payload. The emulator does so only if no payment has the key as its reference.
  if (isPaid === false)
    update(world, 'orders', "SET payment_status = 'unpaid', order_status = 'pending' WHERE id = ?", orderId)
  if (!isPaid && order_amount >= 1) offerPayment(world, customer, { orderId, amount: order_amount })
  return placed(placing, orderId)
}

const hashOf = (body: PlaceBody) => createHash('sha256').update(JSON.stringify(body)).digest('hex')

/** Returns the response for a key that was used or is too long; null for a new one. */
function orderOfKey(placing: Placing, key: string) {
  const { world, customer, body } = placing
  const sql = 'SELECT order_id, body_hash FROM idempotency_keys WHERE customer_id = ? AND key = ?'
  const used = selectOne<{ order_id: number; body_hash: string }>(world, sql, customer.id, key)
  if (used) return used.body_hash === hashOf(body) ? placed(placing, used.order_id) : reusedKey
  if (key.length <= MAX_KEY) return null
  return refuseOrder(world, 'idempotency', `((An Idempotency-Key may have at most ${MAX_KEY} characters.))`)
}

/** Products with their quantities in all lines, by id. */
type Ordered = ReadonlyMap<number, { product: ProductRow; quantity: number }>

/** Returns null if a product has too little stock. difference: the host returns 500 (assumed) for an unknown product. */
function orderedProducts(world: World, { cart }: PlaceBody): Ordered | null {
  const ordered = new Map<number, { product: ProductRow; quantity: number }>()
  for (const line of cart) {
    const id = Number(line.product_id)
    const product =
      ordered.get(id)?.product ?? selectOne<ProductRow>(world, 'SELECT * FROM products WHERE id = ?', id)
    const quantity = (ordered.get(id)?.quantity ?? 0) + line.quantity
    if (!product || product.stock < quantity) return null
    ordered.set(id, { product, quantity })
  }
  return ordered
}

/** Inserts the order of a request. @returns its id */
function insertPlaced(
  { world, customer, body, note }: Placing,
  ordered: Ordered,
  amounts: Pick<NewOrder, 'order_amount' | 'delivery_charge'>,
): number {
  const { delivery_address_id, payment_method } = body
  const address =
    delivery_address_id === null ? null : (addressOf(world, customer.id, delivery_address_id) ?? null)
  // Source R1: the host accepts an id of no address or of another customer's, and stores no address.
  if (delivery_address_id !== null && address === null) note('without address')
  return insertOrder(world, {
    ...amounts,
    customer,
    lines: body.cart.map(({ product_id, quantity, variant, variation }) => {
      const { product } = ordered.get(Number(product_id)) as { product: ProductRow }
      return { product, quantity, variant, variation }
    }),
    payment_method,
    status: payment_method === 'cash_on_delivery' ? 'pending' : 'confirmed',
    order_note: body.order_note === '' ? null : body.order_note,
    // Source R1: the reference comes from the payload only; the host ignores the Idempotency-Key.
    transaction_reference: body.transaction_reference ?? null,
    branch_id: body.branch_id,
    address,
    distance: body.distance,
    placedAt: world.clock.now(),
  })
}

/** assumed: the host refuses orders in maintenance and below the minimum that it announces in its settings. */
function storeRefusal(
  { maintenance_mode, minimum_order_value: minimum }: Config,
  ordered: Ordered,
): [code: string, message: string] | null {
  if (maintenance_mode) return ['maintenance', '((The store is in maintenance.))']
  let subtotal = 0
  for (const { product, quantity } of ordered.values()) subtotal += product.price * quantity
  return subtotal < minimum
    ? ['minimum_order_value', `((The order of UGX ${subtotal} is below the minimum of UGX ${minimum}.))`]
    : null
}

function offerPayment(
  world: World,
  customer: CustomerRow,
  { orderId, amount }: { orderId: number; amount: number },
): void {
  hostPayment(world, {
    public_key: 'hosted',
    tx_ref: newOrderReference(world, orderId),
    amount,
    currency: 'UGX',
    payment_options: 'card, mobilemoney, ussd',
    customer: {
      email: customer.email,
      phone_number: customer.phone.replace(/[^+\d]/g, ''),
      name: `${customer.f_name} ${customer.l_name}`,
    },
    redirect_url: '/my-account',
  })
}

function placed({ world, key, origin }: Placing, orderId: number) {
  const path = key !== undefined && isPaidBy(world, key, orderId) ? null : hostedPathOfOrder(world, orderId)
  const redirectUrl = path && origin + path
  const body = { message: 'Order placed successfully', order_id: orderId }
  const isExtended = world.extensions.orderRedirect
  return { status: 200 as const, body: isExtended ? { success: true, ...body, redirectUrl } : body }
}

export const ordersHandlers: Handlers<typeof orders> = {
  list: ({ world, customer }) => ({
    status: 200,
    // Source R1: the list starts with the oldest order.
    body: selectAll<OrderRow>(
      world,
      'SELECT * FROM orders WHERE customer_id = ? ORDER BY id',
      customer.id,
    ).map((row) => wireOrder(world, row, customer)),
  }),

  place: ({ header, ...placing }) =>
    placing.world.transaction(() => {
      // Source R1: the original software ignores the Idempotency-Key.
      const key = placing.world.extensions.idempotencyKeys ? header('idempotency-key') : undefined
      return place({ ...placing, key })
    }),
}
