import { orderLine, orderPayload } from 'contracts/cases/order-payload'
import type { Client } from 'contracts/client'
import type { BodyOf } from 'contracts/endpoint'
import type { orders } from 'contracts/resources/orders'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../test/test-app.ts'
import { selectOne } from '../world/world.ts'

type PlaceBody = BodyOf<typeof orders.place>

let app: TestApp
let call: Client
/** A product with at least three in stock. */
let product: { id: number; stock: number; price: number }

beforeEach(async () => {
  app = await createTestApp()
  call = app.client(app.tokenOf())
  product = selectOne(
    app.world,
    'SELECT id, stock, price FROM products WHERE stock >= 3 ORDER BY id LIMIT 1',
  ) as typeof product
})
afterEach(async () => {
  expect(app.broken).toEqual([])
  await app.close()
})

function order(quantity: number, change: Partial<PlaceBody> = {}): PlaceBody {
  return orderPayload(product.id, {
    order_amount: product.price * quantity,
    cart: [orderLine(product.id, { price: String(product.price), quantity })],
    ...change,
  })
}

const stock = () =>
  selectOne<{ stock: number }>(app.world, 'SELECT stock FROM products WHERE id = ?', product.id)?.stock
const countOrders = () => selectOne<{ n: number }>(app.world, 'SELECT count(*) AS n FROM orders')?.n ?? 0

describe('placing an order', () => {
  test('lowers the stock, in the database and in every response', async () => {
    await call('POST /customer/order/place', { body: order(2) })
    expect(stock()).toBe(product.stock - 2)
    const details = await call('GET /products/details/{id}', { params: { id: String(product.id) } })
    expect(details).toMatchObject({ product: { total_stock: product.stock - 2 } })
  })

  test('lists the order as confirmed and paid, with copies of name and price', async () => {
    const { order_id } = await call('POST /customer/order/place', { body: order(2) })
    app.world.db.prepare('UPDATE products SET price = 1, name = ? WHERE id = ?').run('Renamed', product.id)
    const list = await call('GET /customer/order/list')
    const placed = list.find((each) => each.id === order_id)
    expect(placed).toMatchObject({
      order_status: 'confirmed',
      payment_status: 'paid',
      delivery_address: null,
    })
    expect(placed?.details[0]).toMatchObject({ price: product.price, quantity: 2 })
    const stored = JSON.parse(placed?.details[0]?.product_details as string)
    expect(stored.name).not.toBe('Renamed')
    expect(JSON.parse(stored.image)).toBeInstanceOf(Array)
  })

  test.each([
    ['an amount', { order_amount: 9.3e18 }],
    ['a negative amount', { order_amount: -9.3e18 }],
    ['a distance', { distance: 1e308, delivery_address_id: 1 }],
  ])('refuses %s that exceeds its column without a message, as the host does', async (_, change) => {
    const before = countOrders()
    await expect(call('POST /customer/order/place', { body: order(1, change) })).rejects.toMatchObject({
      status: 403,
      body: [{}],
    })
    expect(stock()).toEqual(product.stock)
    expect(countOrders()).toEqual(before)
  })

  test.each([
    ['order_note', { order_note: 'x'.repeat(900_000) }],
    ['coupon_discount_title', { coupon_discount_title: 'x'.repeat(300) }],
    ['cart', { cart: [orderLine(1, { variant: 'x'.repeat(300) })] }],
    ['cart', { cart: [orderLine(1, { variation: ['x'.repeat(6000)] })] }],
  ])('limits the length of %s', async (code, change) => {
    await expect(call('POST /customer/order/place', { body: order(1, change) })).rejects.toMatchObject({
      status: 403,
      body: { errors: [{ code, message: expect.stringMatching(/characters/) }] },
    })
    const headers = { 'Idempotency-Key': 'x'.repeat(256) }
    await expect(call('POST /customer/order/place', { body: order(1), headers })).rejects.toMatchObject({
      body: { errors: [{ code: 'idempotency' }] },
    })
  })

  test('sells the last copy, and refuses the next order without side effects', async () => {
    await call('POST /customer/order/place', { body: order(product.stock) })
    expect(stock()).toBe(0)
    const before = countOrders()
    await expect(call('POST /customer/order/place', { body: order(1) })).rejects.toMatchObject({
      status: 403,
      body: { errors: [{ code: 'stock', message: 'One or more product stock is insufficient!' }] },
    })
    expect(stock()).toBe(0)
    expect(countOrders()).toEqual(before)
  })

  test('adds up the quantities of a product on two lines', async () => {
    const [line] = order(product.stock).cart
    await expect(
      call('POST /customer/order/place', { body: order(1, { cart: [line!, { ...line!, quantity: 1 }] }) }),
    ).rejects.toMatchObject({ status: 403 })
    expect(stock()).toBe(product.stock)
  })

  test('changes nothing if one of several products is out of stock', async () => {
    const [line] = order(1).cart
    const soldOut = selectOne<{ id: number }>(app.world, 'SELECT id FROM products WHERE stock = 0 LIMIT 1')
    const cart = [line!, { ...line!, product_id: String(soldOut?.id) }]
    await expect(call('POST /customer/order/place', { body: order(1, { cart }) })).rejects.toMatchObject({
      status: 403,
    })
    expect(stock()).toBe(product.stock)
  })

  test('stores a copy of the address', async () => {
    const [address] = await call('GET /customer/address/list')
    const { order_id } = await call('POST /customer/order/place', {
      body: order(1, { delivery_address_id: address!.id, distance: 4 }),
    })
    await call('DELETE /customer/address/delete', { body: { address_id: address!.id } })
    const list = await call('GET /customer/order/list')
    expect(list.find((each) => each.id === order_id)).toMatchObject({
      delivery_address: { address: address!.address },
      delivery_charge: 6000,
    })
  })

  test("ignores a different customer's address, and marks the order in the journal", async () => {
    const foreign = selectOne<{ id: number }>(
      app.world,
      'SELECT id FROM addresses WHERE customer_id <> (SELECT min(id) FROM customers) LIMIT 1',
    )
    if (!foreign) {
      app.world.db.exec(
        `INSERT INTO addresses (id, customer_id, address_type, contact_person_name, contact_person_number, address, created_at, updated_at)
         SELECT 9999, max(id), 'Home', 'X', '0700000000', 'Elsewhere', 0, 0 FROM customers`,
      )
    }
    const { order_id } = await call('POST /customer/order/place', {
      body: order(1, { delivery_address_id: foreign?.id ?? 9999 }),
    })
    const list = await call('GET /customer/order/list')
    expect(list.find((each) => each.id === order_id)?.delivery_address).toBeNull()
    const { entries } = await app.control('GET /journal', { query: { path: '/order/place' } })
    expect(entries.map(({ note }) => note)).toEqual(['without address'])
  })
})

describe('the payment reference', () => {
  const reference = (id: number) =>
    selectOne<{ transaction_reference: string | null }>(
      app.world,
      'SELECT transaction_reference FROM orders WHERE id = ?',
      id,
    )?.transaction_reference

  test('reads the payment reference from the payload', async () => {
    const body = order(1, { transaction_reference: '900000001' })
    const { order_id } = await call('POST /customer/order/place', { body })
    expect(reference(order_id)).toBe('900000001')
  })

  test('stores no payment reference if the payload contains none', async () => {
    const headers = { 'Idempotency-Key': 'kitabo-1' }
    const { order_id } = await call('POST /customer/order/place', { body: order(1), headers })
    expect(reference(order_id)).toBeNull()
  })
})

describe('one order per Idempotency-Key', () => {
  const headers = { 'Idempotency-Key': 'kitabo-1' }

  test('creates one order and lowers the stock once for a repeated request', async () => {
    const first = await call('POST /customer/order/place', { body: order(1), headers })
    const second = await call('POST /customer/order/place', { body: order(1), headers })
    expect(second).toEqual(first)
    expect(stock()).toBe(product.stock - 1)
  })

  test('creates one order for concurrent requests', async () => {
    const responses = await Promise.all(
      Array.from({ length: 8 }, () => call('POST /customer/order/place', { body: order(1), headers })),
    )
    expect(new Set(responses.map((each) => each.order_id)).size).toBe(1)
    expect(stock()).toBe(product.stock - 1)
  })

  test('refuses a different order with the same key', async () => {
    await call('POST /customer/order/place', { body: order(1), headers })
    await expect(call('POST /customer/order/place', { body: order(2), headers })).rejects.toMatchObject({
      status: 409,
    })
    expect(stock()).toBe(product.stock - 1)
  })

  test('accepts the key of a refused order again', async () => {
    const tooMany = product.stock + 1
    await expect(call('POST /customer/order/place', { body: order(tooMany), headers })).rejects.toMatchObject(
      { status: 403 },
    )
    await call('POST /customer/order/place', { body: order(1), headers })
    expect(stock()).toBe(product.stock - 1)
  })
})
