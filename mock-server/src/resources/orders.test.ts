import { orderLine, orderPayload } from 'contracts/cases/order-payload'
import type { ApiError, Client } from 'contracts/client'
import type { BodyOf } from 'contracts/endpoint'
import type { orders } from 'contracts/resources/orders'
import { beforeEach, expect, test } from 'vitest'
import { app, eachTestHasApp, refusalOf } from '../../test/current-app.ts'
import { selectOne } from '../world/world.ts'

type PlaceBody = BodyOf<typeof orders.place>

eachTestHasApp()
let call: Client
/** A product with at least three in stock. */
let product: { id: number; stock: number; price: number }
beforeEach(() => {
  call = app.client(app.tokenOf())
  const sql = 'SELECT id, stock, price FROM products WHERE stock >= 3 ORDER BY id'
  product = selectOne(app.world, sql) as typeof product
})

const line = (change: object = {}) => orderLine(product.id, { price: String(product.price), ...change })
/** Places an order for copies of the product. */
const place = (quantity: number, change: Partial<PlaceBody> = {}, headers: Record<string, string> = {}) => {
  const fields = { order_amount: product.price * quantity, cart: [line({ quantity })], ...change }
  return call('POST /customer/order/place', { body: orderPayload(product.id, fields), headers })
}
/** Returns the customer's newest order. */
const newest = async () => (await call('GET /customer/order/list')).at(-1)
const stock = () =>
  selectOne<{ stock: number }>(app.world, 'SELECT stock FROM products WHERE id = ?', product.id)?.stock
const countOrders = () => selectOne<{ n: number }>(app.world, 'SELECT count(*) AS n FROM orders')?.n ?? 0

test('an order lowers the stock, in the database and in every response', async () => {
  await place(2)
  expect(stock()).toBe(product.stock - 2)
  const details = await call('GET /products/details/{id}', { params: { id: String(product.id) } })
  expect(details).toMatchObject({ product: { total_stock: product.stock - 2 } })
})

test('a cash order is pending and unpaid, and offers no online payment', async () => {
  const { redirectUrl } = await place(1, { payment_method: 'cash_on_delivery' })
  expect(redirectUrl).toBeNull()
  expect(await newest()).toMatchObject({ order_status: 'pending', payment_status: 'unpaid' })
})

test('the store lists its payment methods, and an order with any of them is confirmed and paid', async () => {
  const { active_payment_method_list: offered } = await call('GET /config')
  expect(offered).toMatchObject([{ gateway: 'flutterwave' }])
  for (const { gateway } of offered) {
    await place(1, { payment_method: gateway })
    expect(await newest()).toMatchObject({ order_status: 'confirmed', payment_status: 'paid' })
  }
})

test.each([
  [{ branch_id: undefined }, 'The branch id field is required.'],
  [{ branch_id: null }, 'The branch id field is required.'],
])('refuses an order with %o', async (change, message) => {
  const before = countOrders()
  const refusal = await place(1, change as never).catch((error: ApiError) => error.body)
  expect(refusal).toMatchObject({ errors: [{ message }] })
  expect(countOrders()).toBe(before)
})

test('lists the order as confirmed and paid, with copies of name and price', async () => {
  const { order_id: id } = await place(2)
  app.world.db.prepare('UPDATE products SET price = 1, name = ? WHERE id = ?').run('Renamed', product.id)
  const placed = await newest()
  const paid = { order_status: 'confirmed', payment_status: 'paid', delivery_address: null }
  expect(placed).toMatchObject({ id, ...paid, details: [{ price: product.price, quantity: 2 }] })
  const stored = JSON.parse(placed?.details[0]?.product_details as string)
  expect(stored.name).not.toBe('Renamed')
  expect(JSON.parse(stored.image)).toBeInstanceOf(Array)
})

test('refuses numbers that exceed their columns without a message, as the host does', async () => {
  const before = countOrders()
  for (const change of [
    { order_amount: 9.3e18 },
    { order_amount: -9.3e18 },
    { distance: 1e308, delivery_address_id: 1 },
  ])
    await expect(place(1, change)).rejects.toMatchObject({
      status: 403,
      body: [{ errorInfo: ['22003', 1264, expect.any(String)] }],
    })
  expect([stock(), countOrders()]).toEqual([product.stock, before])
})

test.each([
  ['order_note', { order_note: 'x'.repeat(70_000) }],
  ['payment_method', { payment_method: 'x'.repeat(31) }],
  ['transaction_reference', { transaction_reference: 'x'.repeat(31) }],
  ['variant', { cart: [orderLine(1, { variant: 'x'.repeat(300) })] }],
  ['variation', { cart: [orderLine(1, { variation: ['x'.repeat(300)] })] }],
])(
  'refuses a text that is longer than the column %s with the message of the database',
  async (column, change) => {
    const errorInfo = ['22001', 1406, `Data too long for column '${column}' at row 1`]
    await expect(place(1, change)).rejects.toMatchObject({ status: 403, body: [{ errorInfo }] })
    expect(stock()).toBe(product.stock)
  },
)

test('limits the length of an Idempotency-Key', async () => {
  expect(await refusalOf(place(1, {}, { 'Idempotency-Key': 'x'.repeat(256) }))).toEqual([403, 'idempotency'])
})

test('sells the last copy, and refuses the next order without side effects', async () => {
  await place(product.stock)
  const before = countOrders()
  await expect(place(1)).rejects.toMatchObject({
    status: 403,
    body: { errors: [{ code: 'stock', message: 'One or more product stock is insufficient!' }] },
  })
  expect([stock(), countOrders()]).toEqual([0, before])
})

test('changes nothing if one product is sold out, or two lines together exceed the stock', async () => {
  const { id = 0 } = selectOne<{ id: number }>(app.world, 'SELECT id FROM products WHERE stock = 0') ?? {}
  for (const cart of [
    [line(), orderLine(id)],
    [line({ quantity: product.stock }), line()],
  ])
    expect(await refusalOf(place(1, { cart }))).toEqual([403, 'stock'])
  expect(stock()).toBe(product.stock)
})

test('stores a copy of the address', async () => {
  const [home] = await call('GET /customer/address/list')
  const { id = 0, address } = home ?? {}
  await place(1, { delivery_address_id: id, distance: 4 })
  await call('DELETE /customer/address/delete', { body: { address_id: id } })
  expect(await newest()).toMatchObject({ delivery_address: { address }, delivery_charge: 6000 })
})

test("ignores a different customer's address, and marks the order in the journal", async () => {
  const sql = 'SELECT id FROM addresses WHERE customer_id <> 1'
  const { id = 0 } = selectOne<{ id: number }>(app.world, sql) ?? {}
  expect(id).toBeGreaterThan(0)
  await place(1, { delivery_address_id: id })
  expect((await newest())?.delivery_address).toBeNull()
  const { entries } = await app.control('GET /journal', { query: { path: '/order/place' } })
  expect(entries.map(({ note }) => note)).toEqual(['without address'])
})

test('stores only the payment reference of the payload', async () => {
  const references = () =>
    app.world.db.prepare('SELECT transaction_reference FROM orders ORDER BY id DESC LIMIT 2').pluck().all()
  await place(1, { transaction_reference: '900000001' })
  await place(1, {}, { 'Idempotency-Key': 'kitabo-1' })
  expect(references()).toEqual([null, '900000001'])
})

const key = { 'Idempotency-Key': 'kitabo-1' }

test('an Idempotency-Key creates one order and lowers the stock once for repeated and concurrent requests', async () => {
  const orders = await Promise.all(Array.from({ length: 8 }, () => place(1, {}, key)))
  orders.push(await place(1, {}, key))
  for (const order of orders) expect(order).toEqual(orders[0])
  expect(stock()).toBe(product.stock - 1)
})

test('refuses a different order with the same key', async () => {
  await place(1, {}, key)
  await expect(place(2, {}, key)).rejects.toMatchObject({ status: 409 })
  expect(stock()).toBe(product.stock - 1)
})

test('accepts the key of a refused order again', async () => {
  expect(await refusalOf(place(product.stock + 1, {}, key))).toEqual([403, 'stock'])
  await place(1, {}, key)
  expect(stock()).toBe(product.stock - 1)
})
