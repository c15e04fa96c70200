import type { Address } from 'contracts/resources/addresses'
import type { Order, OrderStatus } from 'contracts/resources/orders'
import { eloquentTime } from '../world/clock.ts'
import type { CustomerRow, OrderLineRow, OrderRow, ProductRow } from '../world/rows.ts'
import { insert, selectAll, selectOne, type World } from '../world/world.ts'
import { wireCustomer } from './customer.ts'
import { orderedProductText } from './products.ts'

/** Source R1: the id of an installation's first order. */
export const FIRST_ORDER_ID = 100_001

/** Data of an order to insert; the seed uses it for past orders. */
export type NewOrder = {
  customer: Pick<CustomerRow, 'id'>
  lines: { product: ProductRow; quantity: number; variant: unknown; variation: unknown }[]
  order_amount: number
  delivery_charge: number
  payment_method: string
  status: OrderStatus
  order_note: string | null
  /** The payment's reference from the client; the host does not verify it. */
  transaction_reference?: string | null
  branch_id: number
  address: Address | null
  distance: number
  placedAt: number
}

/** Inserts an order with copies of names and prices. Call it inside a transaction. */
export function insertOrder(world: World, order: NewOrder): number {
  // Source R1: orders not paid in cash are stored as paid and confirmed, without checking the payment.
  const isCash = order.payment_method === 'cash_on_delivery'
  const last = selectOne<{ id: number | null }>(world, 'SELECT max(id) AS id FROM orders')?.id ?? 0
  const orderId = Math.max(FIRST_ORDER_ID, last + 1)
  insert(world, 'orders', {
    id: orderId,
    customer_id: order.customer.id,
    order_amount: order.order_amount,
    coupon_discount_amount: 0,
    coupon_discount_title: '',
    delivery_charge: order.delivery_charge,
    payment_status: isCash ? 'unpaid' : 'paid',
    order_status: order.status,
    payment_method: order.payment_method,
    transaction_reference: order.transaction_reference ?? null,
    order_type: 'delivery',
    order_note: order.order_note,
    branch_id: order.branch_id,
    delivery_address_id: order.address?.id ?? null,
    delivery_address: order.address && JSON.stringify(order.address),
    distance: order.distance,
    created_at: order.placedAt,
    updated_at: order.placedAt,
  })
  for (const { product, quantity, variant, variation } of order.lines) {
    insert(world, 'order_lines', {
      order_id: orderId,
      product_id: product.id,
      price: product.price,
      quantity,
      discount_on_product: 0,
      tax_amount: 0,
      unit: product.unit,
      // Source R1: the client's value as JSON text, so an empty string is stored as two quotes.
      variant: JSON.stringify(variant ?? null),
      variation: JSON.stringify(variation ?? []),
      product_details: orderedProductText(world, product),
    })
  }
  return orderId
}

/** Returns an order in the format of the order list. */
export function wireOrder(world: World, row: OrderRow, customer: CustomerRow): Order {
  const lines = selectAll<OrderLineRow>(
    world,
    'SELECT * FROM order_lines WHERE order_id = ? ORDER BY id',
    row.id,
  )
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
