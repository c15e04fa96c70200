import { describe, expect, test } from 'vitest'
import { buildWith } from '../../../test/settings.ts'
import { store } from '../../config/store.ts'
import { pickupAddress } from '../../domain/pickup-address.ts'
import { productColour, readProducts } from '../../domain/product.ts'
import { readOrders, type ShopOrder, sumInvoice, withLocalDetails } from './order.ts'

const product = {
  name: 'Kintu',
  image: '["kintu.webp","back.webp"]',
  image_fullpath: ['https://host.example/storage/product/kintu.webp'],
}
const line = { id: 1, price: 35_000, quantity: 2, product_details: JSON.stringify(product) }
const order = {
  id: 100_001,
  updated_at: '2026-03-02T22:30:00.000000Z',
  order_status: 'confirmed',
  order_amount: 74_900,
  payment_method: 'flutterwave',
  delivery_address: { address: 'Plot 5, Ntinda' },
  details: [line],
}
const only = (change: object) => readOrders([{ ...order, ...change }])[0]

describe('orders', () => {
  test("are sorted newest first, regardless of the host's order", () => {
    expect(
      readOrders([order, { ...order, id: 100_003 }, { ...order, id: 100_002 }]).map(({ id }) => id),
    ).toEqual([100_003, 100_002, 100_001])
  })

  test("contain the date in Kampala's time zone", () => {
    expect(only({})?.updatedOn).toBe('3 Mar 2026')
    expect(only({ updated_at: 'yesterday' })?.updatedOn).toBe('N/A')
  })

  test('contain N/A if there is no delivery address, or no payment method', () => {
    expect(only({ delivery_address: null })?.address).toBe('N/A')
    expect(['mobile_money', '', null].map((payment_method) => only({ payment_method })?.method)).toEqual([
      'Mobile money',
      'N/A',
      'N/A',
    ])
  })

  test('are pickups without an address if they were posted to the pickup point', () => {
    const { address } = pickupAddress('Wandegeya', { name: 'Ada', phone: '0772123456' })
    const delivery_address = { ...store.origin, address }
    expect(only({ delivery_address, delivery_address_id: 9 })).toMatchObject({
      isPickup: true,
      address: 'N/A',
    })
  })

  test('are pickups if they have no customer address', () => {
    expect(only({ delivery_address_id: 3 })?.isPickup).toBe(false)
    expect(only({})?.isPickup).toBe(false)
    expect(only({ delivery_address: null, delivery_address_id: null })?.isPickup).toBe(true)
    expect(only({ order_type: 'self_pickup' })?.isPickup).toBe(true)
  })

  test("are pickups if their address is the one of the build's settings", async () => {
    buildWith({ VITE_PICKUP_ADDRESS_ID: '17' })
    const { readOrders } = await import('./order.ts')
    const orders = ['17', 3].map((delivery_address_id) => ({ ...order, delivery_address_id }))
    expect(orders.map((each) => readOrders([each])[0]?.isPickup)).toEqual([true, false])
  })

  test('have the same cover colours as the products of the catalogue', () => {
    const products = [8, 9, 10].map((id) => ({
      ...product,
      id,
      category_ids: [{ id: `${id}`, position: 1 }],
    }))
    const details = products.map((product_details) => ({ ...line, product_details }))
    expect(only({ details })?.lines.map(({ tint }) => tint)).toEqual(
      readProducts(products).map(productColour),
    )
  })

  test('contain the id, the image and the name of each product, or a text in place of the name', () => {
    const details = [
      { ...line, product_id: '7' },
      { ...line, product_details: { id: 8, image: 'pen.webp' } },
      { ...line, product_details: { name: 'Loose' } },
    ]
    expect(only({ details })?.lines.map(({ productId, file, name }) => [productId, file, name])).toEqual([
      [7, 'kintu.webp', 'Kintu'],
      [8, 'pen.webp', 'Unnamed Product'],
      [null, null, 'Loose'],
    ])
  })

  test('contain an unknown status unchanged', () => {
    expect(only({ order_status: 'lost_in_space' })?.status).toBe('lost_in_space')
    expect(only({ order_status: null })?.status).toBe('unknown')
  })

  test('are read from a wrapped list and with ids and amounts as text', () => {
    expect(readOrders({ data: [{ ...order, id: '100002', order_amount: '74900.00' }] })).toMatchObject([
      { id: 100_002, amount: 74_900 },
    ])
  })

  test('may contain the delivery address as JSON text', () => {
    expect(only({ delivery_address: '{"address":"Plot 5, Ntinda"}' })?.address).toBe('Plot 5, Ntinda')
  })

  test('are empty if the response contains no list', () => {
    expect(readOrders({ message: 'no' })).toEqual([])
    expect(readOrders([null, 'x', {}])).toEqual([])
  })
})

describe('the lines of an invoice', () => {
  const details = (...product_details: unknown[]) =>
    only({ details: product_details.map((one, id) => ({ ...line, id, product_details: one })) })

  test('are read from JSON text and from an object', () => {
    expect(details(JSON.stringify(product), product)?.lines.map(({ name }) => name)).toEqual([
      'Kintu',
      'Kintu',
    ])
  })

  test('are skipped and counted if they cannot be parsed', () => {
    const shown = details('{"name":', null, '7', product)
    expect(shown?.lines).toHaveLength(1)
    expect(shown?.skipped).toBe(3)
  })

  test('are read even if they shadow properties of Object.prototype', () => {
    const hostile = JSON.parse('{"toString":1,"valueOf":1,"__proto__":{"name":"Other"}}')
    const lines = only({ details: [{ ...line, id: hostile, quantity: hostile, price: hostile }] })?.lines
    expect(lines).toMatchObject([{ name: 'Kintu', quantity: 0, price: null }])
  })

  test('contain the URL of the listed image, then two storage URLs', () => {
    expect(details(product)?.lines[0]?.images).toEqual([
      'https://host.example/storage/product/kintu.webp',
      '/storage/product/kintu.webp',
      '/storage/app/public/product/kintu.webp',
    ])
  })

  test('end with the URL on the admin host if the build has one', async () => {
    buildWith({ VITE_ADMIN_HOST: 'https://admin.example' })
    const anew = await import('./order.ts')
    const [shown] = anew.readOrders([
      { ...order, details: [{ ...line, product_details: { image: 'kintu.webp' } }] },
    ])
    expect(shown?.lines[0]?.images).toEqual([
      '/storage/product/kintu.webp',
      'https://admin.example/storage/product/kintu.webp',
    ])
  })

  test('contain each URL of an image once', () => {
    const images = details({ ...product, image_fullpath: ['/storage/product/kintu.webp'] })?.lines[0]?.images
    expect(images).toEqual(['/storage/product/kintu.webp', '/storage/app/public/product/kintu.webp'])
  })

  test('never contain a script as an image URL', () => {
    expect(
      details({ ...product, image: '[]', image_fullpath: ['javascript:alert(1)'] })?.lines[0]?.images,
    ).toEqual([])
  })

  test('contain the storage URLs if the image is a plain file name', () => {
    expect(details({ name: 'Kintu', image: 'kintu.webp' })?.lines[0]?.images).toEqual([
      '/storage/product/kintu.webp',
      '/storage/app/public/product/kintu.webp',
    ])
  })
})

test.each([
  ['the lines and the fee', {}, { items: 70_000, fee: 4_900 }],
  ['no fee for a pickup', { order_amount: 70_000 }, { items: 70_000, fee: 0 }],
  [
    'the rounding of the lines as a part of the fee',
    { details: [{ ...line, price: 35_020 }] },
    { items: 70_040, fee: 4_900 },
  ],
  ['only a total if the order cost less than its lines', { order_amount: 69_900 }, null],
  ['only a total if a price is unknown', { details: [line, { ...line, price: null }] }, null],
  ['only a total if the amount is unknown', { order_amount: null }, null],
  ['only a total if there are no lines', { details: [] }, null],
  ['only a total if a line is unreadable', { details: [line, { ...line, product_details: '7' }] }, null],
  ['only a total if a quantity is unknown', { details: [{ ...line, quantity: 'two' }] }, null],
])('invoices show %s', (_, change, sums) => {
  const [shown] = readOrders([{ ...order, ...change }])
  expect(shown && sumInvoice(shown)).toEqual(sums)
})

test('an order has the note of this browser, or else that of the host, and options for its own units only', () => {
  const shown = only({
    order_note: 'Blue gate',
    details: [{ ...line, product_id: 7, quantity: 1 }],
  }) as ShopOrder
  const choice = { id: 7, name: 'Shirt', quantity: 3, chosen: [{ text: 'Size: S', quantity: 3 }] }
  expect(withLocalDetails(shown, undefined)).toBe(shown)
  expect(withLocalDetails(shown, { note: '', choices: [choice] })).toMatchObject({
    note: 'Blue gate',
    lines: [{ chosen: [{ text: 'Size: S', quantity: 1 }] }],
  })
  expect(withLocalDetails(shown, { note: 'Red gate', choices: [] })).toEqual({ ...shown, note: 'Red gate' })
})

test('two lines of one product have their own options, as they were ordered', () => {
  const choice = (text: string, quantity: number) => ({
    id: 7,
    name: 'Shirt',
    quantity,
    chosen: [{ text, quantity }],
  })
  const optionsOf = (first: number, second: number, chosen = [1, 2]) => {
    const details = [first, second].map((quantity) => ({ ...line, product_id: 7, quantity }))
    const choices = [choice('Size: S', chosen[0] ?? 0), choice('Size: M', chosen[1] ?? 0)]
    return withLocalDetails(only({ details }) as ShopOrder, { note: '', choices }).lines.map(
      ({ chosen }) => chosen?.[0]?.text,
    )
  }
  expect(optionsOf(1, 2)).toEqual(['Size: S', 'Size: M'])
  expect(optionsOf(2, 1)).toEqual(['Size: M', 'Size: S'])
  expect(optionsOf(1, 1, [1, 1])).toEqual(['Size: S', 'Size: M'])
})
