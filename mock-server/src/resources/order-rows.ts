import type { Address } from 'contracts/addresses'
import type { Order, OrderLine, OrderStatus } from 'contracts/orders'
import { eloquentTime } from '../world/clock.ts'
import { all, run, type World } from '../world/world.ts'
import { type CustomerRow, wireCustomer } from './customer.ts'
import { orderedProductText, type ProductRow } from './products.ts'

/** witness: the first order of an installation. */
export const FIRST_ORDER_ID = 100_001

export type OrderRow = {
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
  /** What the client names as the payment; the host asks nobody about it. */
  transaction_reference?: string | null
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
     VALUES (max(${FIRST_ORDER_ID}, coalesce((SELECT max(id) FROM orders), 0) + 1), ?, ?, 0, '', ?, ?, ?, ?, ?,
       'delivery', ?, ?, ?, ?, ?, ?, ?)`,
    order.customer.id,
    order.order_amount,
    order.delivery_charge,
    isCash ? 'unpaid' : 'paid',
    order.status,
    order.payment_method,
    order.transaction_reference ?? null,
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

/** The order as its list shows it. */
export function wireOrder(world: World, row: OrderRow, customer: CustomerRow): Order {
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
