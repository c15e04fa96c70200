import { orderLine, orderPayload } from 'contracts/cases/order-payload'
import type { ApiError, Client } from 'contracts/client'
import type { BodyOf } from 'contracts/endpoint'
import type { orders } from 'contracts/resources/orders'
import { beforeEach, expect, test } from 'vitest'
import { app, bearer, refusalOf, removeExtensions, send, useAppPerTest } from '../../test/current-app.ts'
import { findHostedPayment } from '../payments/hosted-payments.ts'
import { selectOne } from '../world/queries.ts'

type PlaceBody = BodyOf<typeof orders.place>

useAppPerTest()
let client: Client
/** A product with at least three in stock. */
let product: { id: number; stock: number; price: number }
beforeEach(() => {
  client = app.client(app.tokenOf())
  const sql = 'SELECT id, stock, price FROM products WHERE stock >= 3 ORDER BY id'
  product = selectOne(app.world, sql) as typeof product
})

const line = (change: object = {}) => orderLine(product.id, { price: String(product.price), ...change })
/** Places an order for copies of the product. */
const place = (quantity: number, change: Partial<PlaceBody> = {}, headers: Record<string, string> = {}) => {
  const fields = { order_amount: product.price * quantity, cart: [line({ quantity })], ...change }
  return client('POST /customer/order/place', { body: orderPayload(product.id, fields), headers })
}
/** Returns the customer's newest order. */
const newest = async () => (await client('GET /customer/order/list')).at(-1)
const stock = () =>
  selectOne<{ stock: number }>(app.world, 'SELECT stock FROM products WHERE id = ?', product.id)?.stock
const countOrders = () => selectOne<{ n: number }>(app.world, 'SELECT count(*) AS n FROM orders')?.n ?? 0

test('an order lowers the stock, in the database and in every response', async () => {
  await place(2)
  expect(stock()).toBe(product.stock - 2)
  const details = await client('GET /products/details/{id}', { params: { id: String(product.id) } })
  expect(details).toMatchObject({ product: { total_stock: product.stock - 2 } })
})

test('a cash order is pending and unpaid, and offers no online payment', async () => {
  const { redirectUrl } = await place(1, { payment_method: 'cash_on_delivery' })
  expect(redirectUrl).toBeNull()
  expect(await newest()).toMatchObject({ order_status: 'pending', payment_status: 'unpaid' })
})

test('the store lists its payment methods, and an order with any of them is confirmed and paid', async () => {
  const { active_payment_method_list: offered } = await client('GET /config')
  expect(offered).toEqual([
    { gateway: 'flutterwave', gateway_title: null, gateway_image: expect.stringMatching(/\.png$/) },
  ])
  for (const { gateway } of offered) {
    await place(1, { payment_method: gateway })
    expect(await newest()).toMatchObject({ order_status: 'confirmed', payment_status: 'paid' })
  }
})

test.each(['constructor', '__proto__'])(
  'the payment method "%s" is stored as paid, like any other that the store does not list',
  async (payment_method) => {
    await place(1, { payment_method })
    expect(await newest()).toMatchObject({ payment_method, payment_status: 'paid' })
  },
)

test('a negative quantity that would raise the stock beyond its column is refused', async () => {
  const cart = [line({ quantity: -(2 ** 52) + 1 }), line({ quantity: -(2 ** 52) + 1 })]
  await expect(place(1, { cart })).rejects.toMatchObject({
    status: 403,
    body: [{ errorInfo: ['22003', 1264, "Out of range value for column 'total_stock' at row 1"] }],
  })
  expect(stock()).toBe(product.stock)
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

test('an Idempotency-Key has at most 255 characters', async () => {
  expect(await refusalOf(place(1, {}, { 'Idempotency-Key': 'x'.repeat(255) }))).toBe(200)
  await expect(place(1, {}, { 'Idempotency-Key': 'x'.repeat(256) })).rejects.toMatchObject({
    status: 403,
    body: { errors: [{ code: 'idempotency', message: expect.stringContaining('at most 255 characters') }] },
  })
})

/** A response of the host whose software has failed. */
const CRASH = { status: 500 }
/** The response to an exception other than a database error. */
const EXCEPTION = { status: 403, body: [{}] }
/** The response to a value that the type of its column excludes. */
const incorrectValue = (type: string, column: string, value: string) => ({
  status: 403,
  body: [
    { errorInfo: ['22007', 1366, `Incorrect ${type} value: '${value}' for column '${column}' at row 1`] },
  ],
})
const NO_STOCK = { status: 403, body: { errors: [{ code: 'stock' }] } }

test.each<[what: string, change: object, refusal: object]>([
  ['a cart of text', { cart: 'x' }, CRASH],
  ['a cart whose line is text', { cart: ['x'] }, CRASH],
  ['a line with a list of products', { cart: [{ ...orderLine(1), product_id: [40] }] }, CRASH],
  ['a line without a quantity', { cart: [{ product_id: 40 }] }, CRASH],
  ['a line for an unknown product', { cart: [orderLine(987_654)] }, CRASH],
  ['a list of quantities', { cart: [{ ...orderLine(40), quantity: [1] }] }, NO_STOCK],
  [
    'a quantity of text that sorts after the stock',
    { cart: [{ ...orderLine(40), quantity: 'two' }] },
    NO_STOCK,
  ],
  [
    'a quantity of text that sorts before the stock',
    { cart: [{ ...orderLine(40), quantity: '!' }] },
    EXCEPTION,
  ],
  [
    'a quantity of null',
    { cart: [{ ...orderLine(40), quantity: null }] },
    { status: 403, body: [{ errorInfo: ['23000', 1048, "Column 'quantity' cannot be null"] }] },
  ],
  [
    'a discount of null',
    { coupon_discount_amount: null },
    { status: 403, body: [{ errorInfo: ['23000', 1048, "Column 'coupon_discount_amount' cannot be null"] }] },
  ],
  ['an amount of text', { order_amount: 'much' }, incorrectValue('decimal', 'order_amount', 'much')],
  ['a branch of text', { branch_id: 'first' }, incorrectValue('integer', 'branch_id', 'first')],
  ['a distance of text', { distance: 'far' }, CRASH],
  ['a list of distances', { distance: [1] }, CRASH],
  ['a distance that begins with a number', { distance: '5 km' }, EXCEPTION],
  ['a distance that begins with a sign and a point', { distance: '-.5 km' }, EXCEPTION],
  ['a distance that contains a number', { distance: 'x5' }, CRASH],
  ['no order type', { order_type: undefined }, { body: { errors: [{ code: 'order_type' }] } }],
  ['no amount', { order_amount: undefined }, { body: { errors: [{ code: 'order_amount' }] } }],
])('an order with %s is refused as by the host, and takes no stock', async (_, change, refusal) => {
  const before = countOrders()
  await expect(place(1, change)).rejects.toMatchObject(refusal)
  expect([stock(), countOrders()]).toEqual([product.stock, before])
})

test('an order without a payment method is refused by build 7.7 only', async () => {
  await app.control('POST /worlds', { body: { name: 'later', profile: '7.7' } })
  const change = { payment_method: undefined } as never
  expect(await refusalOf(place(1, change, { 'X-Emulator-World': 'later' }))).toEqual([403, 'payment_method'])
  expect(await refusalOf(place(1, change))).toBe(200)
})

test.each<[delivery: object, charge: number]>([
  [{ order_type: 'delivery', distance: 4 }, 6000],
  [{ order_type: 'delivery', distance: null }, 0],
  [{ order_type: 'delivery', distance: undefined }, 0],
  [{ order_type: 'self_pickup', distance: 4 }, 0],
])('an order with %o is charged %d shillings for its delivery', async (delivery, charge) => {
  await place(1, delivery)
  expect(await newest()).toMatchObject({ delivery_charge: charge })
})

test('build 7.7 charges the same for each distance', async () => {
  await app.control('POST /worlds', { body: { name: 'later', profile: '7.7' } })
  const later = { 'X-Emulator-World': 'later' }
  for (const distance of [0, 4]) await place(1, { distance }, later)
  const charges = (await client('GET /customer/order/list', { headers: later })).map(
    ({ delivery_charge: charge }) => charge,
  )
  expect(new Set(charges.slice(-2)).size).toBe(1)
})

test.each([
  ['', null],
  [null, null],
  ['0', null],
  ['Opening week', 'coupon_discount_title'],
])('the title %o of a discount is stored as %o', async (title, stored) => {
  await place(1, { coupon_discount_title: title, coupon_code: 'OPEN' } as never)
  const sql = 'SELECT coupon_discount_title AS title, coupon_code AS code FROM orders ORDER BY id DESC'
  expect(selectOne(app.world, sql)).toEqual({ title: stored, code: 'OPEN' })
})

test('only an order that is refused after its checks, or lacks its address, is marked in the journal', async () => {
  await place(1)
  await place(product.stock + 1, { delivery_address_id: 9999 }).catch(() => {})
  const [home] = await client('GET /customer/address/list')
  await place(1, { delivery_address_id: home?.id ?? null })
  const { entries } = await app.control('GET /journal', { query: { path: '/order/place' } })
  expect(entries.map(({ note }) => note)).toEqual([null, null, null])
})

test('an online order offers the customer a payment of its amount, unless it is free', async () => {
  const { order_id: id, redirectUrl } = await place(1)
  const { pathname, searchParams } = new URL(redirectUrl as string)
  const reference = decodeURIComponent(pathname.split('/').at(-1) ?? '')
  expect(reference).toMatch(new RegExp(`^order-${id}-`))
  expect(findHostedPayment(app.world, reference)).toEqual({
    key: searchParams.get('key'),
    request: {
      public_key: 'hosted',
      tx_ref: reference,
      amount: product.price,
      currency: 'UGX',
      payment_options: 'card, mobilemoney, ussd',
      customer: {
        email: 'demo@kitabo.example',
        phone_number: expect.stringMatching(/^\+256\d{9}$/),
        name: 'Amina Nakato',
      },
      redirect_url: '/my-account',
    },
  })
  expect((await place(1, { order_amount: 1 })).redirectUrl).not.toBeNull()
  expect((await place(1, { order_amount: 0 })).redirectUrl).toBeNull()
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
    // Both quantities are stored rounded up.
    [line({ quantity: product.stock - 0.5 }), line({ quantity: 0.5 })],
  ])
    expect(await refusalOf(place(1, { cart }))).toEqual([403, 'stock'])
  expect(stock()).toBe(product.stock)
})

test('stores a copy of the address', async () => {
  const [home] = await client('GET /customer/address/list')
  const { id = 0, address } = home ?? {}
  await place(1, { delivery_address_id: id, distance: 4 })
  await client('DELETE /customer/address/delete', { body: { address_id: id } })
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

test('the order of the fields does not make a different order', async () => {
  const fields = { ...orderPayload(product.id), cart: [line()] }
  const reversed = Object.fromEntries(Object.entries(fields).reverse()) as typeof fields
  reversed.cart = [Object.fromEntries(Object.entries(line()).reverse()) as ReturnType<typeof line>]
  const repeat = (body: typeof fields) => client('POST /customer/order/place', { body, headers: key })
  expect(await repeat(reversed)).toEqual(await repeat(fields))
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

test('without pickupWithoutAddress, an order requires an address', async () => {
  const pickup = { order_type: 'self_pickup' as const, delivery_address_id: null }
  expect(await refusalOf(place(1, pickup))).toBe(200)
  await removeExtensions('pickupWithoutAddress')
  expect(await refusalOf(place(1, pickup))).toEqual([403, 'delivery_address_id'])
})

test("without ownAddresses, an order shows a different customer's address", async () => {
  const sql = 'SELECT id FROM addresses WHERE customer_id <> 1'
  const { id = 0 } = selectOne<{ id: number }>(app.world, sql) ?? {}
  const shown = async () => {
    const { order_id } = await place(1, { delivery_address_id: id })
    const orders = await client('GET /customer/order/list')
    return orders.find((order) => order.id === order_id)?.delivery_address?.id
  }
  expect(await shown()).toBeUndefined()
  await removeExtensions('ownAddresses')
  expect(await shown()).toBe(id)
})

test('without largeTotals, a total of a million exceeds its column', async () => {
  expect(await refusalOf(place(1, { order_amount: 1_000_000 }))).toBe(200)
  await removeExtensions('largeTotals')
  expect(await refusalOf(place(1, { order_amount: 999_999 }))).toBe(200)
  const body = orderPayload(product.id, { order_amount: 1_000_000 })
  const refused = await send('POST', '/api/v1/customer/order/place', body, bearer())
  expect(refused.status).toBe(403)
  const errorInfo = ['22003', 1264, "Out of range value for column 'order_amount' at row 1"]
  expect(refused.body).toEqual([{ errorInfo, connectionName: 'mysql' }])
})

test('without orderRedirect, an order is confirmed with its id only', async () => {
  await removeExtensions('orderRedirect')
  expect(Object.keys(await place(1))).toEqual(['message', 'order_id'])
})

test('without idempotencyKeys, a repeated order is a second one', async () => {
  const repeat = async () => {
    const headers = { 'Idempotency-Key': 'same' }
    return [await place(1, {}, headers), await place(1, {}, headers)].map(({ order_id }) => order_id)
  }
  const [first, repeated] = await repeat()
  expect(repeated).toBe(first)
  await removeExtensions('idempotencyKeys')
  const [, second] = await repeat()
  expect(second).not.toBe(first)
})
