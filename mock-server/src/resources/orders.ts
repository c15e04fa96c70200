import { createHash } from 'node:crypto'
import type { BodyOf } from 'contracts/endpoint'
import type { Config } from 'contracts/resources/config'
import type { orders } from 'contracts/resources/orders'
import type { Handlers } from '../http/handler.ts'
import { refuse } from '../http/response/failures.ts'
import { hostedPathOfOrder, hostPayment, newOrderReference } from '../payments/hosted-payments.ts'
import { MAX_AMOUNT } from '../payments/payment-input.ts'
import { claimPayment, isPaidBy } from '../payments/receiver.ts'
import type { CustomerRow, OrderRow, ProductRow } from '../world/rows.ts'
import { insert, selectAll, selectOne, update, type World } from '../world/world.ts'
import { addressOf } from './addresses.ts'
import { deliveryCharge, readConfig } from './config.ts'
import { insertOrder, wireOrder } from './order-records.ts'
import { renderProduct } from './products.ts'

type PlaceBody = BodyOf<typeof orders.place>

/** Refuses an order. Source R1, R3: with 403 in version 7.1 and 422 in later versions. */
function refuseOrder(world: World, code: string, message: string) {
  return world.profile === '7.1' ? refuse(403, code, message) : refuse(422, code, message)
}
/** Source R1: the host's response to any exception, such as an amount that exceeds its column. */
const overflow = { status: 403 as const, body: [{}] }
/** Maximum length of an Idempotency-Key in characters. */
const MAX_KEY = 255
const reusedKey = refuse(
  409,
  'idempotency',
  '((This Idempotency-Key was used for a different order; use a new one.))',
)

/** Checks and lowers stock, inserts the order and stores the key in one transaction. */
function place(
  world: World,
  customer: CustomerRow,
  body: PlaceBody,
  key: string | undefined,
  origin: string,
  note: (text: string) => void,
) {
  const bodyHash = createHash('sha256').update(JSON.stringify(body)).digest('hex')
  if (key !== undefined) {
    const used = selectOne<{ order_id: number; body_hash: string }>(
      world,
      'SELECT order_id, body_hash FROM idempotency_keys WHERE customer_id = ? AND key = ?',
      customer.id,
      key,
    )
    if (used) return used.body_hash === bodyHash ? placed(world, used.order_id, key, origin) : reusedKey
  }
  if (key !== undefined && key.length > MAX_KEY)
    return refuseOrder(world, 'idempotency', `((An Idempotency-Key may have at most ${MAX_KEY} characters.))`)
  const order_amount = Math.round(body.order_amount)
  // difference: R1 refuses orders without an address. The emulator accepts them for the shop's pickup orders.
  const settings = readConfig(world)
  const fee = body.delivery_address_id === null ? 0 : deliveryCharge(settings, body.distance)
  if (Math.abs(order_amount) > MAX_AMOUNT || fee > MAX_AMOUNT) return overflow
  // difference: the host (assumed) stores negative amounts.
  if (order_amount < 0) return refuseOrder(world, 'order_amount', '((The order amount is below 0.))')
  if (body.cart.length === 0) return refuseOrder(world, 'empty-cart', 'Cart is empty')

  const quantities = new Map<number, number>()
  for (const line of body.cart) {
    const id = Number(line.product_id)
    quantities.set(id, (quantities.get(id) ?? 0) + line.quantity)
  }
  const found = new Map<number, ProductRow>()
  for (const [id, quantity] of quantities) {
    const product = selectOne<ProductRow>(world, 'SELECT * FROM products WHERE id = ?', id)
    // difference: the host returns 500 (assumed) for an unknown product.
    // Source R1: the message does not identify the line.
    if (!product || product.stock < quantity) {
      return refuseOrder(world, 'stock', 'One or more product stock is insufficient!')
    }
    found.set(id, product)
  }
  const refusal = storeRefusal(settings, quantities, found)
  if (refusal !== null) return refuseOrder(world, ...refusal)

  const address =
    body.delivery_address_id === null
      ? null
      : (addressOf(world, customer.id, body.delivery_address_id) ?? null)
  // Source R1: the host accepts an id of no address or of another customer's, and stores no address.
  if (body.delivery_address_id !== null && address === null) note('without address')
  const orderId = insertOrder(world, {
    customer,
    lines: body.cart.map(({ product_id, quantity, variant, variation }) => {
      const product = found.get(Number(product_id)) as ProductRow
      return { product, quantity, variant, variation }
    }),
    order_amount,
    delivery_charge: fee,
    payment_method: body.payment_method,
    status: body.payment_method === 'cash_on_delivery' ? 'pending' : 'confirmed',
    order_note: body.order_note === '' ? null : body.order_note,
    // Source R1: the reference comes from the payload only; the host ignores the Idempotency-Key.
    transaction_reference: body.transaction_reference ?? null,
    branch_id: body.branch_id,
    address,
    distance: body.distance,
    placedAt: world.clock.now(),
  })
  for (const [id, quantity] of quantities) {
    update(
      world,
      'products',
      'SET stock = stock - ?, updated_at = ? WHERE id = ?',
      quantity,
      world.clock.now(),
      id,
    )
    renderProduct(world, id)
  }
  if (key !== undefined) {
    const used = { customer_id: customer.id, key, body_hash: bodyHash, order_id: orderId }
    insert(world, 'idempotency_keys', used)
  }
  const isPaid = key === undefined ? null : claimPayment(world, key, { id: orderId, order_amount })
  // difference: R1 always trusts the payload. The emulator does so only if no payment has the key as its reference.
  if (isPaid === false)
    update(world, 'orders', "SET payment_status = 'unpaid', order_status = 'pending' WHERE id = ?", orderId)
  if (!isPaid && order_amount >= 1) offerPayment(world, orderId, order_amount, customer)
  return placed(world, orderId, key, origin)
}

/** assumed: the host refuses orders in maintenance and below the minimum that it announces in its settings. */
function storeRefusal(
  { maintenance_mode, minimum_order_value: minimum }: Config,
  quantities: ReadonlyMap<number, number>,
  products: ReadonlyMap<number, ProductRow>,
): [code: string, message: string] | null {
  if (maintenance_mode) return ['maintenance', '((The store is in maintenance.))']
  let subtotal = 0
  for (const [id, product] of products) subtotal += product.price * (quantities.get(id) ?? 0)
  return subtotal < minimum
    ? ['minimum_order_value', `((The order of UGX ${subtotal} is below the minimum of UGX ${minimum}.))`]
    : null
}

/** Creates a hosted payment page for an unpaid order. */
function offerPayment(world: World, orderId: number, amount: number, customer: CustomerRow): void {
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

function placed(world: World, orderId: number, key: string | undefined, origin: string) {
  const path = key !== undefined && isPaidBy(world, key, orderId) ? null : hostedPathOfOrder(world, orderId)
  const redirectUrl = path && origin + path
  const body = { success: true, message: 'Order placed successfully', order_id: orderId, redirectUrl }
  return { status: 200 as const, body }
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

  place: ({ world, customer, body, header, origin, note }) =>
    world.transaction(() => place(world, customer, body, header('idempotency-key'), origin, note)),
}
