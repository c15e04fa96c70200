import type { Address } from 'contracts/resources/addresses'
import type { OrderStatus } from 'contracts/resources/orders'
import type { Product } from 'contracts/resources/products'
import type { Control } from '../control-api/control.ts'
import { MAX_LISTED_ORDERS, type PlacedOrder } from '../control-api/orders.ts'
import type { Handlers } from '../http/handler.ts'
import { refuseWithMessage } from '../http/response/failures.ts'
import { STATUSES_RETURNING_STOCK } from '../resources/order-records.ts'
import { paymentMethod } from '../resources/payment-methods.ts'
import { refreshProductJson } from '../resources/products.ts'
import { selectAll, selectOne, update } from '../world/queries.ts'
import type { CustomerRow, OrderLineRow, OrderRow } from '../world/rows.ts'
import { readConfig } from '../world/store-config.ts'
import type { World } from '../world/world.ts'

/** Source R1: the last four are final. Assumed: staff may cancel until the order is out for delivery. */
const NEXT_STATUSES: Record<OrderStatus, readonly OrderStatus[]> = {
  pending: ['confirmed', 'failed', 'canceled'],
  confirmed: ['processing', 'failed', 'canceled'],
  processing: ['out_for_delivery', 'failed', 'canceled'],
  out_for_delivery: ['delivered', 'returned', 'failed'],
  delivered: [],
  returned: [],
  failed: [],
  canceled: [],
}

/** Returns an order with what the store's staff needs to pack and deliver it. */
function toPlacedOrder(world: World, row: OrderRow): PlacedOrder {
  const { id, order_status, payment_status, payment_method, transaction_reference } = row
  const customer = selectOne<CustomerRow>(world, 'SELECT * FROM customers WHERE id = ?', row.customer_id)
  const lines = selectAll<OrderLineRow>(world, 'SELECT * FROM order_lines WHERE order_id = ? ORDER BY id', id)
  const address = row.delivery_address === null ? null : (JSON.parse(row.delivery_address) as Address)
  const isCollected =
    address === null && (row.order_type === 'self_pickup' || row.delivery_address_id === null)
  // Source R1: an unpaid order, or one paid digitally without a reference, cannot be delivered.
  const isDeliverable =
    payment_status === 'paid' && (transaction_reference !== null || !paymentMethod(payment_method).isOnline)
  return {
    id,
    customer: {
      id: row.customer_id,
      name: customer ? `${customer.f_name} ${customer.l_name}` : 'Guest',
      email: customer?.email ?? '',
      phone: customer?.phone ?? '',
    },
    lines: lines.map(({ product_id, product_details, variant, quantity, price }) => ({
      product_id,
      name: (JSON.parse(product_details) as Product).name,
      variant: readVariant(variant),
      quantity,
      price,
    })),
    order_amount: row.order_amount,
    delivery_charge: row.delivery_charge,
    deliver_to: address && {
      address: address.address ?? '',
      contact: address.contact_person_name ?? '',
      phone: address.contact_person_number,
    },
    collect_at: isCollected ? (readConfig(world).branches[0]?.address ?? '') : null,
    order_note: row.order_note,
    payment_method,
    transaction_reference,
    order_status,
    payment_status,
    created_at: new Date(row.created_at).toISOString(),
    next: NEXT_STATUSES[order_status].filter((status) => status !== 'delivered' || isDeliverable),
  }
}

/** Returns the text of a variant, which is stored as the client's JSON; null if there is none. */
function readVariant(json: string | null): string | null {
  const variant: unknown = json === null ? null : JSON.parse(json)
  return typeof variant === 'string' && variant !== '' ? variant : null
}

const findOrder = (world: World, id: number) =>
  selectOne<OrderRow>(world, 'SELECT * FROM orders WHERE id = ?', id)

export const ordersControlHandlers: Handlers<Control['orders']> = {
  list: ({ world }) => ({
    status: 200,
    body: {
      orders: selectAll<OrderRow>(
        world,
        'SELECT * FROM orders ORDER BY id DESC LIMIT ?',
        MAX_LISTED_ORDERS,
      ).map((row) => toPlacedOrder(world, row)),
    },
  }),

  move: ({ world, body }) => {
    const row = findOrder(world, body.id)
    if (!row) return refuseWithMessage(404, `((There is no order ${body.id}.))`)
    const { next } = toPlacedOrder(world, row)
    if (
      body.status === 'delivered' &&
      row.order_status === 'out_for_delivery' &&
      !next.includes('delivered')
    ) {
      const missing = row.payment_status === 'paid' ? 'has no transaction_reference' : 'is not paid'
      return refuseWithMessage(409, `((Order ${body.id} ${missing}, so the host would not deliver it.))`)
    }
    if (!next.includes(body.status)) {
      const allowed = next.length > 0 ? `it can only become ${next.join(', ')}` : 'this status is final'
      return refuseWithMessage(409, `((Order ${body.id} is ${row.order_status}; ${allowed}.))`)
    }
    world.transaction(() => {
      const now = world.clock.now()
      update(world, 'orders', 'SET order_status = ?, updated_at = ? WHERE id = ?', body.status, now, body.id)
      if (STATUSES_RETURNING_STOCK.includes(body.status)) returnStock(world, body.id, now)
    })
    return { status: 200, body: toPlacedOrder(world, findOrder(world, body.id) as OrderRow) }
  },
}

function returnStock(world: World, orderId: number, now: number): void {
  const lines = selectAll<{ product_id: number; quantity: number }>(
    world,
    'SELECT product_id, sum(quantity) AS quantity FROM order_lines WHERE order_id = ? GROUP BY product_id',
    orderId,
  )
  for (const { product_id, quantity } of lines) {
    // Limits the result: the host accepts negative quantities, and the stock may have changed since the order.
    const change = 'SET stock = min(max(0, stock + ?), ?), updated_at = ? WHERE id = ?'
    update(world, 'products', change, quantity, Number.MAX_SAFE_INTEGER, now, product_id)
    refreshProductJson(world, product_id)
  }
}
