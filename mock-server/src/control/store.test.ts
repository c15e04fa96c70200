import { expect, test } from 'vitest'
import { eachTestHasApp } from '../../test/fresh-app.ts'
import { statusOf, type TestApp } from '../../test/test-app.ts'
import { selectOne } from '../world/world.ts'

let app: TestApp
eachTestHasApp((fresh) => {
  app = fresh
})

const config = () => app.client()('GET /config')
const product = () =>
  selectOne<{ id: number; price: number; stock: number }>(
    app.world,
    'SELECT id, price, stock FROM products WHERE stock > 5 AND price > 0 ORDER BY id LIMIT 1',
  ) as { id: number; price: number; stock: number }

function place(order_amount = product().price) {
  const { id, price } = product()
  return app.client(app.tokenOf())('POST /customer/order/place', {
    body: {
      order_amount,
      delivery_address_id: null,
      order_type: 'delivery',
      branch_id: 1,
      cart: [
        {
          product_id: String(id),
          price: String(price),
          variant: '',
          variation: [],
          discount_amount: 0,
          quantity: 1,
          tax_amount: 0,
        },
      ],
      coupon_discount_amount: 0,
      coupon_discount_title: '',
      payment_method: 'flutterwave',
      order_note: '',
      distance: 0,
      coordinates: { lat: 0.3, lng: 32.5 },
    },
  })
}

test('GET /config announces the changed settings', async () => {
  const changed = {
    minimum_order_value: 20_000,
    maintenance_mode: true,
    self_pickup: false,
    digital_payment: false,
    shipping_per_km: 2_000,
    collection_address: 'Plot 1, Jinja Road',
  }
  expect(await app.control('POST /store', { body: changed })).toEqual(changed)
  expect(await app.control('GET /store')).toEqual(changed)
  expect(await config()).toMatchObject({
    minimum_order_value: 20_000,
    maintenance_mode: true,
    self_pickup: 0,
    digital_payment: 'false',
    digital_payment_status: 0,
    delivery_management: { shipping_per_km: 2_000 },
    branches: [{ address: 'Plot 1, Jinja Road' }],
  })
})

test('settings that are not named stay as they are', async () => {
  const before = await config()
  await app.control('POST /store', { body: { minimum_order_value: 5 } })
  expect(await config()).toEqual({ ...before, minimum_order_value: 5 })
})

test.each([
  ['in maintenance', { maintenance_mode: true }],
  ['below the minimum', { minimum_order_value: 90_000_000 }],
])('an order %s is refused and takes no stock', async (_, body) => {
  await app.control('POST /store', { body })
  const before = product().stock
  expect(await statusOf(place())).toBe(403)
  expect(product().stock).toBe(before)
  expect((await place().catch((error) => error)).message).toMatch(/403/)
})

test('an order with a negative amount is refused', async () => {
  expect(await statusOf(place(-5_000))).toBe(403)
})

test.each(['canceled', 'failed'] as const)('an order that is %s returns its stock', async (status) => {
  const { id, stock } = product()
  const { order_id } = await place()
  const left = () =>
    selectOne<{ stock: number }>(app.world, 'SELECT stock FROM products WHERE id = ?', id)?.stock
  expect(left()).toBe(stock - 1)
  await app.control('POST /orders/move', { body: { id: order_id as number, status } })
  expect(left()).toBe(stock)
  const list = await app.client(app.tokenOf())('GET /customer/order/list')
  expect(list.find((order) => order.id === order_id)?.details?.[0]?.is_stock_decreased).toBe(0)
})
