import type { Address } from 'contracts/resources/addresses'
import type { Order, OrderStatus } from 'contracts/resources/orders'
import { isSince } from '../provider/builds.ts'
import { eloquentTime } from '../world/database-dates.ts'
import { insert, selectAll, selectOne } from '../world/queries.ts'
import type { CustomerRow, OrderLineRow, OrderRow, ProductRow } from '../world/rows.ts'
import type { World } from '../world/world.ts'
import { toWireCustomer } from './customer.ts'
import { paymentMethod } from './payment-methods.ts'
import { readWireFields, toProductDetailsJson } from './products.ts'

/** Source R1: the id of an installation's first order. */
const FIRST_ORDER_ID = 100_001

/** Data of an order to insert; the seed uses it for past orders. */
export type NewOrder = {
  /** Null for a guest. */
  customer: Pick<CustomerRow, 'id'> | null
  /** `variant` and `variation` are the client's values as JSON text. */
  lines: { product: ProductRow; quantity: number; variant: string; variation: string }[]
  order_amount: number
  delivery_charge: number
  coupon_discount_amount: number
  coupon_discount_title: string | null
  coupon_code: string | null
  payment_method: string | null
  order_type: Order['order_type']
  status: OrderStatus
  order_note: string | null
  /** The payment's reference from the client; the host does not verify it. */
  transaction_reference: string | null
  branch_id: number
  /** As sent, even if there is no such address. */
  delivery_address_id: number | null
  address: Address | null
  distance: number
  placedAt: number
}

/** Inserts an order with copies of names and prices. Call it inside a transaction. */
export function insertOrder(world: World, order: NewOrder): number {
  const last = selectOne<{ id: number | null }>(world, 'SELECT max(id) AS id FROM orders')?.id ?? 0
  const orderId = Math.max(FIRST_ORDER_ID, last + 1)
  const { customer, lines, address, placedAt, status, ...columns } = order
  insert(world, 'orders', {
    ...columns,
    id: orderId,
    customer_id: customer?.id ?? null,
    payment_status: paymentMethod(order.payment_method).payment_status,
    order_status: status,
    delivery_address: address && JSON.stringify(address),
    created_at: placedAt,
    updated_at: placedAt,
  })
  for (const { product, quantity, variant, variation } of lines) {
    insert(world, 'order_lines', {
      order_id: orderId,
      product_id: product.id,
      price: product.price,
      quantity,
      discount_on_product: 0,
      tax_amount: 0,
      unit: readWireFields(product).unit,
      variant,
      variation,
      product_details: toProductDetailsJson(world, product),
    })
  }
  return orderId
}

/** Source R1: an order with one of these statuses returns its stock. */
export const STATUSES_RETURNING_STOCK: readonly OrderStatus[] = ['returned', 'failed', 'canceled']

export function toWireOrder(world: World, row: OrderRow, customer: CustomerRow | null): Order {
  const sql = 'SELECT * FROM order_lines WHERE order_id = ? ORDER BY id'
  const lines = selectAll<OrderLineRow>(world, sql, row.id)
  const times = { created_at: eloquentTime(row.created_at), updated_at: eloquentTime(row.updated_at) }
  const { customer_id, distance: _, ...columns } = row
  return {
    ...columns,
    user_id: customer_id,
    total_tax_amount: 0,
    callback: null,
    delivery_man_id: null,
    delivery_address:
      row.delivery_address === null ? null : (JSON.parse(row.delivery_address) as Order['delivery_address']),
    extra_discount: '0.00',
    checked: 0,
    ...times,
    details: lines.map((line) => ({
      ...line,
      discount_type: 'discount_on_product',
      is_stock_decreased: STATUSES_RETURNING_STOCK.includes(row.order_status) ? 0 : 1,
      ...times,
    })),
    details_count: lines.length,
    total_quantity: lines.reduce((sum, line) => sum + line.quantity, 0),
    deliveryman_review_count: 0,
    customer: customer && toWireCustomer(customer),
    delivery_man: null,
    // Recorded: from 7.7 on.
    ...(isSince(world.build, '7.7')
      ? { is_guest: customer ? 0 : 1, bring_change_amount: null, paid_amount: 0 }
      : {}),
  }
}
