import { orderLine, orderPayload } from 'contracts/cases/order-payload'
import { expect, test } from 'vitest'
import { app, statusOf, useAppPerTest } from '../../test/current-app.ts'
import { update } from '../world/queries.ts'

useAppPerTest()

test('moves an order through its statuses', async () => {
  const call = app.client(app.tokenOf())
  const body = orderPayload(40, { transaction_reference: '900000001' })
  const { order_id: id } = await call('POST /customer/order/place', { body })
  const move = (status: string) => app.control('POST /orders/move', { body: { id, status: status as never } })
  const statuses: string[] = []
  for (let next: string[] = ['processing']; next[0]; { next } = await move(next[0])) statuses.push(next[0])
  expect(statuses).toEqual(['processing', 'out_for_delivery', 'delivered'])
  expect(await statusOf(move('pending'))).toBe(409)
  expect((await call('GET /customer/order/list')).at(-1)?.order_status).toBe('delivered')
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

test('delivers a digitally paid order only with a payment reference', async () => {
  const [order] = (await app.control('GET /orders')).orders
  if (!order) throw new Error('The catalogue contains no order.')
  update(
    app.world,
    'orders',
    `SET order_status = 'out_for_delivery', payment_status = 'paid',
       payment_method = 'flutterwave', transaction_reference = NULL WHERE id = ?`,
    order.id,
  )
  const deliver = () => app.control('POST /orders/move', { body: { id: order.id, status: 'delivered' } })
  await expect(deliver()).rejects.toMatchObject({
    status: 409,
    body: { message: expect.stringMatching(/has no transaction_reference/) },
  })
  update(app.world, 'orders', "SET transaction_reference = '9' WHERE id = ?", order.id)
  expect((await deliver()).order_status).toBe('delivered')
})
