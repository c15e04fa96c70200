import { orderLine, orderPayload } from 'contracts/cases/order-payload'
import { expect, test } from 'vitest'
import { app, refusalOf, useAppPerTest } from '../../test/current-app.ts'
import { expectOnStderr } from '../../test/stderr.ts'
import { selectOne, update } from '../world/queries.ts'
import { readConfig } from '../world/store-config.ts'

useAppPerTest()

const config = () => app.client()('GET /config')
const stock = () => selectOne(app.world, 'SELECT stock FROM products WHERE id = 40')
const place = (change = {}) =>
  app.client(app.tokenOf())('POST /customer/order/place', { body: orderPayload(40, change) })

test('GET /config announces the changed settings', async () => {
  const changed = {
    minimum_order_value: 20_000,
    maintenance_mode: true,
    self_pickup: false,
    digital_payment: false,
    shipping_per_km: 2_000,
    lock_seconds: 60,
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

test('changes only the first branch, and only the rate of the delivery', async () => {
  const before = readConfig(app.world)
  const branches = [1, 2].map((id) => ({ ...before.branches[0], id, address: `Plot ${id}` }))
  const delivery = { status: 0, min_shipping_charge: 700, shipping_per_km: 1 }
  const stored = { ...before, branches, delivery_management: delivery }
  update(app.world, 'settings', "SET value = ? WHERE name = 'config'", JSON.stringify(stored))
  await app.control('POST /store', { body: { collection_address: 'Plot 3', shipping_per_km: 2 } })
  expect(await config()).toMatchObject({
    branches: [{ address: 'Plot 3' }, { address: 'Plot 2' }],
    delivery_management: { ...delivery, shipping_per_km: 2 },
  })
})

test.each([
  ['true', 1, true],
  ['false', 1, false],
  ['true', 0, false],
])(
  'digital payment that is %s with the status %i is offered: %s',
  async (digital_payment, digital_payment_status, isOffered) => {
    const stored = { ...readConfig(app.world), digital_payment, digital_payment_status }
    update(app.world, 'settings', "SET value = ? WHERE name = 'config'", JSON.stringify(stored))
    expect((await app.control('GET /store')).digital_payment).toBe(isOffered)
  },
)

test('settings change together, or not at all', async () => {
  expectOnStderr(/^POST \/__emulator\/store: SqliteError: no/)
  app.world.db.exec("CREATE TRIGGER t BEFORE INSERT ON settings BEGIN SELECT RAISE(ABORT, 'no'); END")
  const change = app.control('POST /store', { body: { maintenance_mode: true } })
  await expect(change).rejects.toMatchObject({ status: 500 })
  expect((await app.control('GET /store')).maintenance_mode).toBe(false)
})

test.each([
  ['maintenance', { maintenance_mode: true }],
  ['minimum_order_value', { minimum_order_value: 90_000_000 }],
])('an order is refused with the code %s of the store, and takes no stock', async (code, body) => {
  await app.control('POST /store', { body })
  const before = stock()
  expect(await refusalOf(place())).toEqual([403, code])
  expect(stock()).toEqual(before)
})

test('an order to an infinite distance is refused, even if the delivery is free', async () => {
  await app.control('POST /store', { body: { shipping_per_km: 0 } })
  await expect(place({ order_type: 'delivery', distance: '1e400' as never })).rejects.toMatchObject({
    status: 403,
    body: [{ errorInfo: ['22003', 1264, "Out of range value for column 'delivery_charge' at row 1"] }],
  })
})

test('an order is refused if its products cost less than the minimum, and the message says so', async () => {
  const { price } = selectOne<{ price: number }>(app.world, 'SELECT price FROM products WHERE id = 40') ?? {}
  const cart = [orderLine(40, { quantity: 2 })]
  const least = 2 * (price ?? 0)
  await app.control('POST /store', { body: { minimum_order_value: least } })
  expect(await refusalOf(place({ cart }))).toBe(200)
  await app.control('POST /store', { body: { minimum_order_value: least + 1 } })
  const message = `((The order of UGX ${least} is below the minimum of UGX ${least + 1}.))`
  await expect(place({ cart })).rejects.toMatchObject({
    body: { errors: [{ code: 'minimum_order_value', message }] },
  })
})

test.each([
  ['confirmed', 'canceled'],
  ['confirmed', 'failed'],
  ['out_for_delivery', 'returned'],
] as const)('an order that is %s and then %s returns its stock', async (current, status) => {
  const before = stock()
  const { order_id: id } = await place({ cart: [orderLine(40, { quantity: 2 })] })
  update(app.world, 'orders', 'SET order_status = ? WHERE id = ?', current, id)
  expect(stock()).not.toEqual(before)
  await app.control('POST /orders/move', { body: { id, status } })
  expect(stock()).toEqual(before)
  const list = await app.client(app.tokenOf())('GET /customer/order/list')
  expect(list.find((order) => order.id === id)?.details?.[0]?.is_stock_decreased).toBe(0)
})
