import { createHash } from 'node:crypto'
import type { Address } from 'contracts/addresses'
import type { BodyOf } from 'contracts/endpoint'
import type { Order, OrderLine, OrderStatus, orders } from 'contracts/orders'
import { eloquentTime } from '../clock.ts'
import { refuse } from '../failures.ts'
import { hostedPath, hostPayment } from '../payments/payments.ts'
import { hostedReference } from '../payments/receiver.ts'
import { transactionByReference } from '../payments/transactions.ts'
import type { Handlers } from '../serve.ts'
import { all, one, run, type World } from '../world.ts'
import { addressOf } from './addresses.ts'
import { deliveryCharge, readConfig } from './config.ts'
import { type CustomerRow, wireCustomer } from './customer.ts'
import { orderedProductText, type ProductRow, renderProduct } from './products.ts'

/** witness: the first order of an installation. */
export const FIRST_ORDER_ID = 100_001

type PlaceBody = BodyOf<typeof orders.place>

type OrderRow = {
  id: number
  order_amount: number
  coupon_discount_amount: number
  coupon_discount_title: string | null
  delivery_charge: number
  payment_status: 'unpaid' | 'paid'
  order_status: OrderStatus
  payment_method: string
  transaction_reference: string | null
  order_type: 'delivery' | 'self_pickup'
  order_note: string | null
  branch_id: number
  delivery_address_id: number | null
  delivery_address: string | null
  created_at: number
  updated_at: number
}

type LineRow = Pick<
  OrderLine,
  | 'id'
  | 'order_id'
  | 'product_id'
  | 'price'
  | 'quantity'
  | 'discount_on_product'
  | 'tax_amount'
  | 'unit'
  | 'variant'
  | 'variation'
> & { product_details: string }

/** What an order needs to be written; the seed writes past ones with it too. */
export type NewOrder = {
  customer: Pick<CustomerRow, 'id'>
  lines: { product: ProductRow; quantity: number; variant: unknown; variation: unknown }[]
  order_amount: number
  delivery_charge: number
  payment_method: string
  status: OrderStatus
  order_note: string | null
  branch_id: number
  address: Address | null
  distance: number
  placedAt: number
}

/** Writes an order with copies of names and prices. Belongs inside the caller's transaction. */
export function insertOrder(world: World, order: NewOrder): number {
  // witness: money that is not cash counts as paid and enters confirmed, without any check of the payment.
  const isCash = order.payment_method === 'cash_on_delivery'
  const { lastInsertRowid: orderId } = run(
    world,
    `INSERT INTO orders (id, customer_id, order_amount, coupon_discount_amount, coupon_discount_title, delivery_charge,
       payment_status, order_status, payment_method, transaction_reference, order_type, order_note, branch_id,
       delivery_address_id, delivery_address, distance, created_at, updated_at)
     VALUES (max(${FIRST_ORDER_ID}, coalesce((SELECT max(id) FROM orders), 0) + 1), ?, ?, 0, '', ?, ?, ?, ?, NULL,
       'delivery', ?, ?, ?, ?, ?, ?, ?)`,
    order.customer.id,
    order.order_amount,
    order.delivery_charge,
    isCash ? 'unpaid' : 'paid',
    order.status,
    order.payment_method,
    order.order_note,
    order.branch_id,
    order.address?.id ?? null,
    order.address && JSON.stringify(order.address),
    order.distance,
    order.placedAt,
    order.placedAt,
  )
  for (const { product, quantity, variant, variation } of order.lines) {
    run(
      world,
      `INSERT INTO order_lines (order_id, product_id, price, quantity, discount_on_product, tax_amount, unit,
         variant, variation, product_details) VALUES (?, ?, ?, ?, 0, 0, ?, ?, ?, ?)`,
      orderId,
      product.id,
      product.price,
      quantity,
      product.unit,
      // witness: JSON text of whatever the client sent: "" is stored with its quotes.
      JSON.stringify(variant ?? null),
      JSON.stringify(variation ?? []),
      orderedProductText(world, product),
    )
  }
  return orderId
}

/** witness: business refusals are 403 in the 7.1 host and 422 in later ones. */
function refuseOrder(world: World, code: string, message: string) {
  return world.profile === '7.1' ? refuse(403, code, message) : refuse(422, code, message)
}
const reusedKey = refuse(
  409,
  'idempotency',
  '((This Idempotency-Key was used for another order; use a new one.))',
)

/** Stock is checked and lowered, the order written and the key kept, all or nothing. */
function place(
  world: World,
  customer: CustomerRow,
  body: PlaceBody,
  key: string | undefined,
  origin: string,
) {
  const bodyHash = createHash('sha256').update(JSON.stringify(body)).digest('hex')
  if (key !== undefined) {
    const used = one<{ order_id: number; body_hash: string }>(
      world,
      'SELECT order_id, body_hash FROM idempotency_keys WHERE customer_id = ? AND key = ?',
      customer.id,
      key,
    )
    if (used) return used.body_hash === bodyHash ? placed(world, used.order_id, key, origin) : reusedKey
  }
  if (body.cart.length === 0) return refuseOrder(world, 'empty-cart', 'Cart is empty')

  const wanted = new Map<number, number>()
  for (const line of body.cart) {
    const id = Number(line.product_id)
    wanted.set(id, (wanted.get(id) ?? 0) + line.quantity)
  }
  const found = new Map<number, ProductRow>()
  for (const [id, quantity] of wanted) {
    const product = one<ProductRow>(world, 'SELECT * FROM products WHERE id = ?', id)
    // difference: the host answers 500 for a product that does not exist.
    // witness: it does not say which line.
    if (!product || product.stock < quantity) {
      return refuseOrder(world, 'stock', 'One or more product stock is insufficient!')
    }
    found.set(id, product)
  }

  const orderId = insertOrder(world, {
    customer,
    lines: body.cart.map((line) => ({
      product: found.get(Number(line.product_id)) as ProductRow,
      quantity: line.quantity,
      variant: line.variant,
      variation: line.variation,
    })),
    order_amount: Math.round(body.order_amount),
    // difference: the host refuses an order without an address; the specification's pickup has none.
    delivery_charge: body.delivery_address_id === null ? 0 : deliveryCharge(readConfig(world), body.distance),
    payment_method: body.payment_method,
    status: body.payment_method === 'cash_on_delivery' ? 'pending' : 'confirmed',
    order_note: body.order_note === '' ? null : body.order_note,
    branch_id: body.branch_id,
    address:
      body.delivery_address_id === null
        ? null
        : (addressOf(world, customer.id, body.delivery_address_id) ?? null),
    distance: body.distance,
    placedAt: world.clock.now(),
  })
  for (const [id, quantity] of wanted) {
    run(
      world,
      'UPDATE products SET stock = stock - ?, updated_at = ? WHERE id = ?',
      quantity,
      world.clock.now(),
      id,
    )
    renderProduct(world, id)
  }
  if (key !== undefined) {
    run(
      world,
      'INSERT INTO idempotency_keys (customer_id, key, body_hash, order_id) VALUES (?, ?, ?, ?)',
      customer.id,
      key,
      bodyHash,
      orderId,
    )
  }
  linkPayment(world, orderId, key, customer)
  return placed(world, orderId, key, origin)
}

/** An order that was paid before it was placed carries its payment; any other can be paid on the hosted page. */
function linkPayment(world: World, orderId: number, key: string | undefined, customer: CustomerRow): void {
  const payment = key === undefined ? undefined : paidUnder(world, key)
  if (payment) {
    run(world, 'UPDATE orders SET transaction_reference = ? WHERE id = ?', String(payment.id), orderId)
    return
  }
  const order = one<OrderRow>(world, 'SELECT * FROM orders WHERE id = ?', orderId) as OrderRow
  if (order.order_amount <= 0) return
  hostPayment(world, {
    public_key: 'hosted',
    tx_ref: hostedReference(orderId),
    amount: order.order_amount,
    currency: 'UGX',
    payment_options: 'card, mobilemoney, ussd',
    customer: {
      email: customer.email,
      phone_number: customer.phone,
      name: `${customer.f_name} ${customer.l_name}`,
    },
    redirect_url: '/my-account',
  })
}

function paidUnder(world: World, reference: string) {
  const transaction = transactionByReference(world, reference)
  return transaction?.status === 'successful' ? transaction : undefined
}

function placed(world: World, orderId: number, key: string | undefined, origin: string) {
  const isPaid = key !== undefined && paidUnder(world, key) !== undefined
  const redirectUrl = isPaid ? null : origin + hostedPath(hostedReference(orderId))
  const body = { success: true, message: 'Order placed successfully', order_id: orderId, redirectUrl }
  return { status: 200 as const, body }
}

function wireOrder(world: World, row: OrderRow, customer: CustomerRow): Order {
  const lines = all<LineRow>(world, 'SELECT * FROM order_lines WHERE order_id = ? ORDER BY id', row.id)
  const times = { created_at: eloquentTime(row.created_at), updated_at: eloquentTime(row.updated_at) }
  return {
    id: row.id,
    user_id: customer.id,
    order_amount: row.order_amount,
    coupon_discount_amount: row.coupon_discount_amount,
    coupon_discount_title: row.coupon_discount_title,
    coupon_code: null,
    total_tax_amount: 0,
    delivery_charge: row.delivery_charge,
    payment_status: row.payment_status,
    order_status: row.order_status,
    payment_method: row.payment_method,
    transaction_reference: row.transaction_reference,
    order_type: row.order_type,
    order_note: row.order_note,
    callback: null,
    branch_id: row.branch_id,
    delivery_address_id: row.delivery_address_id,
    delivery_man_id: null,
    delivery_address: row.delivery_address === null ? null : JSON.parse(row.delivery_address),
    extra_discount: '0.00',
    checked: 0,
    ...times,
    details: lines.map((line) => ({
      id: line.id,
      order_id: line.order_id,
      product_id: line.product_id,
      price: line.price,
      quantity: line.quantity,
      discount_on_product: line.discount_on_product,
      discount_type: 'discount_on_product',
      tax_amount: line.tax_amount,
      unit: line.unit,
      variant: line.variant,
      variation: line.variation,
      product_details: line.product_details,
      is_stock_decreased: 1,
      ...times,
    })),
    details_count: lines.length,
    total_quantity: lines.reduce((sum, line) => sum + line.quantity, 0),
    deliveryman_review_count: 0,
    customer: wireCustomer(customer, world.profile),
    delivery_man: null,
  }
}

export const ordersHandlers: Handlers<typeof orders> = {
  list: ({ world, customer }) => ({
    status: 200,
    // witness: oldest first.
    body: all<OrderRow>(world, 'SELECT * FROM orders WHERE customer_id = ? ORDER BY id', customer.id).map(
      (row) => wireOrder(world, row, customer),
    ),
  }),

  place: ({ world, customer, body, header, origin }) =>
    world.db.transaction(() => place(world, customer, body, header('idempotency-key'), origin)).immediate(),
}
