import type { OrderStatus } from 'contracts/resources/orders'
import type { Handlers } from '../http/handler.ts'
import { refuseWithMessage } from '../http/response/failures.ts'
import { RETURNS_STOCK } from '../resources/order-records.ts'
import { renderProduct } from '../resources/products.ts'
import { run, selectAll, selectOne, type World } from '../world/world.ts'
import type { Control } from './contract.ts'

/**
 * Allowed transitions between statuses. Source R1: delivered, returned, failed and canceled are final; assumed: staff may
 * cancel until the order is out for delivery.
 */
const NEXT: Record<OrderStatus, readonly OrderStatus[]> = {
  pending: ['confirmed', 'failed', 'canceled'],
  confirmed: ['processing', 'failed', 'canceled'],
  processing: ['out_for_delivery', 'failed', 'canceled'],
  out_for_delivery: ['delivered', 'returned', 'failed'],
  delivered: [],
  returned: [],
  failed: [],
  canceled: [],
}

type Row = {
  id: number
  customer: string
  order_amount: number
  order_status: OrderStatus
  payment_status: string
  payment_method: string | null
  transaction_reference: string | null
  created_at: number
}

const SELECT = `SELECT orders.id, 'customer ' || customer_id AS customer, order_amount, order_status, payment_status, payment_method,
  transaction_reference, created_at FROM orders`

function shown({ payment_method, transaction_reference, ...row }: Row) {
  // Source R1: an unpaid order, or one paid digitally without a reference, cannot be delivered.
  const isDeliverable =
    row.payment_status === 'paid' && (payment_method === 'cash_on_delivery' || transaction_reference !== null)
  return {
    ...row,
    created_at: new Date(row.created_at).toISOString(),
    next: NEXT[row.order_status].filter((status) => status !== 'delivered' || isDeliverable),
  }
}

const orderOf = (world: World, id: number) => selectOne<Row>(world, `${SELECT} WHERE orders.id = ?`, id)

export const ordersControlHandlers: Handlers<Control['orders']> = {
  list: ({ world }) => ({
    status: 200,
    body: { orders: selectAll<Row>(world, `${SELECT} ORDER BY orders.id DESC LIMIT 100`).map(shown) },
  }),

  move: ({ world, body }) => {
    const row = orderOf(world, body.id)
    if (!row) return refuseWithMessage(404, `((There is no order ${body.id}.))`)
    const { next } = shown(row)
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
      const update = 'UPDATE orders SET order_status = ?, updated_at = ? WHERE id = ?'
      run(world, update, body.status, now, body.id)
      if (RETURNS_STOCK.includes(body.status)) returnStock(world, body.id, now)
    })
    return { status: 200, body: shown(orderOf(world, body.id) as Row) }
  },
}

/** Adds an order's quantities to the stock of its products. */
function returnStock(world: World, orderId: number, now: number): void {
  const lines = selectAll<{ product_id: number; quantity: number }>(
    world,
    'SELECT product_id, sum(quantity) AS quantity FROM order_lines WHERE order_id = ? GROUP BY product_id',
    orderId,
  )
  for (const { product_id, quantity } of lines) {
    run(
      world,
      'UPDATE products SET stock = stock + ?, updated_at = ? WHERE id = ?',
      quantity,
      now,
      product_id,
    )
    renderProduct(world, product_id)
  }
}

type StockRow = { id: number; name: string | null; stock: number; price: number }

export const stockHandlers: Handlers<Control['stock']> = {
  list: ({ world, query }) => ({
    status: 200,
    body: {
      products: selectAll<StockRow>(
        world,
        "SELECT id, name, stock, price FROM products WHERE @name = '' OR instr(lower(name), lower(@name)) > 0 ORDER BY id LIMIT 50",
        // SQLite ends text at a NUL, which no name contains.
        { name: (query.name ?? '').replaceAll('\0', '\ufffd') },
      ),
    },
  }),

  change: ({ world, body }) => {
    const row = selectOne<StockRow>(
      world,
      'SELECT id, name, stock, price FROM products WHERE id = ?',
      body.id,
    )
    if (!row) return refuseWithMessage(404, `((There is no product ${body.id}.))`)
    const next = { ...row, stock: body.stock ?? row.stock, price: body.price ?? row.price }
    const now = world.clock.now()
    world.transaction(() => {
      const update = 'UPDATE products SET price = ?, stock = ?, updated_at = ? WHERE id = ?'
      run(world, update, next.price, next.stock, now, row.id)
      renderProduct(world, row.id)
    })
    return { status: 200, body: next }
  },
}
