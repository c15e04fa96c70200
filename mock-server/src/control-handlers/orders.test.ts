import { orderLine, orderPayload } from 'contracts/cases/order-payload'
import type { OrderStatus } from 'contracts/resources/orders'
import { expect, test } from 'vitest'
import { app, statusOf, useAppPerTest } from '../../test/current-app.ts'
import { update } from '../world/queries.ts'

useAppPerTest()

/** The statuses that may follow each status of a paid order. */
const NEXT_STATUSES: Record<OrderStatus, OrderStatus[]> = {
  pending: ['confirmed', 'failed', 'canceled'],
  confirmed: ['processing', 'failed', 'canceled'],
  processing: ['out_for_delivery', 'failed', 'canceled'],
  out_for_delivery: ['delivered', 'returned', 'failed'],
  delivered: [],
  returned: [],
  failed: [],
  canceled: [],
}
const STATUSES = Object.keys(NEXT_STATUSES) as OrderStatus[]

const placeOrder = async (change: object = {}) => {
  const body = orderPayload(40, { transaction_reference: '900000001', ...change })
  return (await app.client(app.tokenOf())('POST /customer/order/place', { body })).order_id
}
const setColumns = (id: number, columns: string) =>
  update(app.world, 'orders', `SET ${columns} WHERE id = ?`, id)
const findOrder = async (id: number) =>
  (await app.control('GET /orders')).orders.find((each) => each.id === id)
const move = (id: number, status: OrderStatus) => app.control('POST /orders/move', { body: { id, status } })
const refuses = (message: string) => ({ status: 409, body: { message: `((${message}.))` } })

test.each(STATUSES)('an order that is %s moves only to its next statuses', async (status) => {
  const id = await placeOrder()
  for (const target of STATUSES) {
    setColumns(id, `order_status = '${status}'`)
    expect((await findOrder(id))?.next).toEqual(NEXT_STATUSES[status])
    expect([target, await statusOf(move(id, target))]).toEqual([
      target,
      NEXT_STATUSES[status].includes(target) ? 200 : 409,
    ])
    expect((await findOrder(id))?.order_status).toBe(NEXT_STATUSES[status].includes(target) ? target : status)
  }
})

test('a moved order has the time of its move, for its customer too', async () => {
  const id = await placeOrder()
  app.clock.advance(60_000)
  await move(id, 'processing')
  const orders = await app.client(app.tokenOf())('GET /customer/order/list')
  expect(orders.find((order) => order.id === id)).toMatchObject({
    order_status: 'processing',
    created_at: '2026-11-20T09:00:00.000000Z',
    updated_at: '2026-11-20T09:01:00.000000Z',
  })
})

test('explains why an order is not moved', async () => {
  const id = await placeOrder({ transaction_reference: undefined })
  await expect(move(id, 'delivered')).rejects.toMatchObject(
    refuses(`Order ${id} is confirmed; it can only become processing, failed, canceled`),
  )
  await move(id, 'failed')
  await expect(move(id, 'pending')).rejects.toMatchObject(
    refuses(`Order ${id} is failed; this status is final`),
  )
})

test('cancels an order whose negative quantity was sold meanwhile, without a negative stock', async () => {
  const { order_id: id } = await app.client(app.tokenOf())('POST /customer/order/place', {
    body: orderPayload(40, { cart: [orderLine(40, { quantity: -5 })] }),
  })
  await app.control('POST /stock', { body: { id: 40, stock: 2 } })
  const moved = await app.control('POST /orders/move', { body: { id, status: 'canceled' } })
  expect(moved.order_status).toBe('canceled')
  const details = await app.client()('GET /products/details/{id}', { params: { id: '40' } })
  expect(details).toMatchObject({ product: { total_stock: 0 } })
})

test('cancels an order whose quantity, added to the present stock, is not an exact number', async () => {
  const stock = Number.MAX_SAFE_INTEGER
  const fill = () => app.control('POST /stock', { body: { id: 40, stock } })
  await fill()
  const { order_id: id } = await app.client(app.tokenOf())('POST /customer/order/place', {
    body: orderPayload(40, { cart: [orderLine(40, { quantity: 9_000_000_000_000_000 })] }),
  })
  await fill()
  await app.control('POST /orders/move', { body: { id, status: 'canceled' } })
  const details = await app.client()('GET /products/details/{id}', { params: { id: '40' } })
  expect(details).toMatchObject({ product: { total_stock: stock } })
})

test('lists what staff needs: lines, customer, destination, note and payment', async () => {
  const call = app.client(app.tokenOf())
  const [home] = await call('GET /customer/address/list')
  const { ecommerce_address: shop } = await call('GET /config')
  const place = (change: object) => call('POST /customer/order/place', { body: orderPayload(40, change) })
  await place({ order_note: 'At four', transaction_reference: '900000001' })
  await place({
    delivery_address_id: home?.id,
    distance: 4,
    cart: [orderLine(40, { quantity: 2, variant: 'Red-XL' })],
  })
  await place({ delivery_address_id: 9999, distance: 4 })
  const [unknown, delivered, collected] = (await app.control('GET /orders')).orders
  expect(collected).toMatchObject({
    customer: { id: 1, name: 'Amina Nakato', email: 'demo@kitabo.example' },
    lines: [
      { product_id: 40, name: expect.any(String), variant: null, quantity: 1, price: expect.any(Number) },
    ],
    deliver_to: null,
    collect_at: shop,
    order_note: 'At four',
    payment_method: 'flutterwave',
    transaction_reference: '900000001',
  })
  const { address, contact_person_name: contact, contact_person_number: phone } = home ?? {}
  expect(delivered).toMatchObject({
    lines: [{ quantity: 2, variant: 'Red-XL' }],
    deliver_to: { address, contact, phone },
    collect_at: null,
    delivery_charge: 6000,
  })
  expect(unknown).toMatchObject({ deliver_to: null, collect_at: null })
})

test('an order for pickup is collected, also if a later build charges its delivery', async () => {
  const call = app.client(app.tokenOf())
  await call('POST /customer/order/place', {
    body: orderPayload(40, { order_type: 'self_pickup', delivery_address_id: null }),
  })
  update(app.world, 'orders', 'SET delivery_charge = 5000')
  const [order] = (await app.control('GET /orders')).orders
  expect(order).toMatchObject({ deliver_to: null, collect_at: expect.any(String), delivery_charge: 5000 })
})

test('lists a delivery charge as the host computes it: unrounded', async () => {
  const call = app.client(app.tokenOf())
  await call('POST /customer/order/place', {
    body: orderPayload(40, { delivery_address_id: 1, distance: 5.1234 }),
  })
  const [order] = (await app.control('GET /orders')).orders
  expect(order?.delivery_charge).toBeCloseTo(7685.1)
})

test.each<[payment: string, method: string, reference: string, reason: string | null]>([
  ['paid', 'flutterwave', "'9'", null],
  ['paid', 'flutterwave', 'NULL', 'has no transaction_reference'],
  ['paid', 'cash_on_delivery', 'NULL', null],
  ['unpaid', 'flutterwave', "'9'", 'is not paid'],
  ['unpaid', 'cash_on_delivery', 'NULL', 'is not paid'],
])(
  'delivers an order that is %s by %s with the reference %s, unless it %s',
  async (payment, method, reference, reason) => {
    const id = await placeOrder()
    setColumns(
      id,
      `order_status = 'out_for_delivery', payment_status = '${payment}',
     payment_method = '${method}', transaction_reference = ${reference}`,
    )
    expect((await findOrder(id))?.next.includes('delivered')).toBe(reason === null)
    if (reason === null) expect((await move(id, 'delivered')).order_status).toBe('delivered')
    else
      await expect(move(id, 'delivered')).rejects.toMatchObject(
        refuses(`Order ${id} ${reason}, so the host would not deliver it`),
      )
  },
)
