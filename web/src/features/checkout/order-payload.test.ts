import { describe, expect, test } from 'vitest'
import { buildWith } from '../../../test/settings.ts'
import { store } from '../../config/store.ts'
import { distanceFromShop } from '../../domain/distance.ts'
import { readDelivery } from './chosen-delivery.ts'
import { orderPayload } from './order-payload.ts'
import { withPaymentReference } from './payment-callbacks.ts'

const atlas = { id: 7, name: 'Atlas', quantity: 2, price: 34_950.4, image: 'atlas.webp', total_stock: 5 }
const pen = { id: 12, name: 'Pen', quantity: 3, price: 1_250, image: 'pen.webp', total_stock: null }
const home = {
  address: { id: 31, address: 'Plot 5, Ntinda', latitude: 0.3476, longitude: 32.5825 },
  distance: 3.26,
  fee: 4_890,
  note: 'Call at the gate',
}
const pickup = { address: null, distance: 0, fee: 0, note: 'A boda comes at four' }

describe('the order payload', () => {
  test('contains exactly the specified fields', () => {
    expect(orderPayload([pen], home)).toEqual({
      order_amount: 8_700,
      delivery_address_id: 31,
      order_type: 'delivery',
      branch_id: 1,
      cart: [
        {
          product_id: '12',
          price: '1250',
          variant: '',
          variation: [],
          discount_amount: 0,
          quantity: 3,
          tax_amount: 0,
        },
      ],
      coupon_discount_amount: 0,
      coupon_discount_title: '',
      payment_method: 'flutterwave',
      order_note: '',
      distance: 3.26,
      coordinates: { lat: 0.3476, lng: 32.5825 },
    })
  })

  test("sends the host's own name of the payment method, which accepts the same payments", async () => {
    buildWith({ VITE_PAYMENT_METHOD: 'mobile' })
    const { orderPayload } = await import('./order-payload.ts')
    expect(orderPayload([pen], home)).toMatchObject({ payment_method: 'mobile' })
    const { onlinePayment } = await import('./online-payment.ts')
    expect(onlinePayment).toMatchObject({ options: 'card,mobilemoney,ussd' })
  })

  test("describes a pickup as a delivery to the shop's coordinates without an address", () => {
    expect(orderPayload([pen], pickup)).toMatchObject({
      order_amount: 3_800,
      order_type: 'delivery',
      delivery_address_id: null,
      distance: 0,
      coordinates: store.origin,
    })
  })

  test("contains a cart line's variant, discount and tax", () => {
    const line = {
      ...pen,
      variant: 'Blue',
      variation: [{ type: 'Blue' }],
      discountAmount: 100,
      taxAmount: 50,
    }
    expect(orderPayload([line], pickup).cart[0]).toMatchObject({
      variant: 'Blue',
      variation: [{ type: 'Blue' }],
      discount_amount: 100,
      tax_amount: 50,
    })
  })
})

describe('the delivery in navigation state', () => {
  const { address } = home
  const read = (state: object) => readDelivery(state as Parameters<typeof readDelivery>[0])

  test.each([
    ['an empty state', {}],
    ['a home delivery without an address', { address: null, deliveryMode: 'home' }],
    ['an unknown fee', { address, distance: 3 }],
    ['a fee that is not a number', { address, distance: 3, deliveryFee: Number.NaN }],
    ['a fee as text', { address, distance: 3, deliveryFee: '5' }],
    ['a negative fee', { address, distance: 3, deliveryFee: -1 }],
    ['an infinite fee', { address, distance: 3, deliveryFee: Number.POSITIVE_INFINITY }],
    ['an invalid address', { address: { ...address, latitude: Number.NaN }, deliveryFee: 0 }],
  ])('is null for %s', (_, state) => {
    expect(read(state)).toBeNull()
  })

  test('is a free pickup if the address is null and the mode is not home delivery', () => {
    const state = { address: null, distance: 9, deliveryFee: 500, deliveryNote: 'At four' }
    const delivery = { address: null, distance: 0, fee: 0, note: 'At four' }
    expect(read(state)).toEqual(delivery)
    expect(read({ ...state, deliveryMode: 'pickup' })).toEqual(delivery)
  })

  test('may contain a fee and a distance of 0, and a computed distance if none is given', () => {
    expect(read({ address, distance: 0, deliveryFee: 0 })).toMatchObject({ distance: 0, fee: 0 })
    expect(read({ address, distance: 41.5, deliveryFee: 20_000 })?.distance).toBe(41.5)
    expect(read({ address, deliveryFee: 4_890 })?.distance).toBeCloseTo(
      distanceFromShop({ lat: 0.3476, lng: 32.5825 }),
      2,
    )
  })

  test('may contain ids and coordinates as strings', () => {
    const text = { id: '7', address: 'Kira', latitude: '0.39', longitude: '32.64' }
    const numbers = { id: 7, address: 'Kira', latitude: 0.39, longitude: 32.64 }
    expect(read({ address: text, deliveryFee: 0 })?.address).toEqual(numbers)
  })
})

describe('the amount of an order', () => {
  test.each([
    [1, 1_249, 0, 1_200],
    [1, 1_250, 0, 1_300],
    [2, 1_225, 50, 2_600],
    [3, 1_250, 4_849.9, 8_600],
    [3, 1_250, 4_850, 8_700],
  ])('for %i units at %i with a fee of %d is %i', (quantity, price, fee, amount) => {
    expect(orderPayload([{ ...pen, quantity, price }], { ...home, fee }).order_amount).toBe(amount)
  })

  test('is rounded after all lines are added up', () => {
    const lines = [1, 2, 3].map((id) => ({ ...pen, id, quantity: 1, price: 1_040 }))
    expect(orderPayload(lines, pickup).order_amount).toBe(3_100)
    expect(orderPayload(lines, pickup).cart.map(({ quantity }) => quantity)).toEqual([1, 1, 1])
  })

  test.each([
    [34_950.49, '34950'],
    [34_950.5, '34951'],
    [0, '0'],
  ])('includes a line price of %d as %s', (price, text) => {
    expect(orderPayload([{ ...atlas, price }], home).cart[0]?.price).toBe(text)
  })
})

describe('the build settings', () => {
  async function built(settings: Record<string, string>) {
    buildWith(settings)
    return import('./order-payload.ts')
  }

  test('omit the pickup address and the payment reference by default', () => {
    const payload = orderPayload([pen], pickup)
    expect(payload.delivery_address_id).toBeNull()
    expect(withPaymentReference(payload, 'kitabo-1', 9)).toBe(payload)
  })

  test('can set the address id of a pickup but not of a home delivery', async () => {
    const { orderPayload } = await built({ VITE_PICKUP_ADDRESS_ID: '17' })
    expect(orderPayload([pen], pickup).delivery_address_id).toBe(17)
    expect(orderPayload([pen], home).delivery_address_id).toBe(31)
  })

  test("can add the vendor's payment id or, without one, the shop's reference", async () => {
    buildWith({ VITE_SEND_PAYMENT_REFERENCE: 'on' })
    const { withPaymentReference } = await import('./payment-callbacks.ts')
    const payload = orderPayload([pen], pickup)
    expect(withPaymentReference(payload, 'kitabo-1', 9)).toEqual({ ...payload, transaction_reference: '9' })
    expect(withPaymentReference(payload, 'kitabo-1', null).transaction_reference).toBe('kitabo-1')
  })

  test('can add the delivery note to the order', async () => {
    const { orderPayload } = await built({ VITE_SEND_DELIVERY_NOTE: 'on' })
    expect(orderPayload([pen], home).order_note).toBe('Call at the gate')
  })

  test('can add chosen options to the note, but not to the cart', async () => {
    const chosen = [{ text: 'Colour: Blue', quantity: 2 }]
    const { orderPayload: sent } = await built({ VITE_SEND_DELIVERY_NOTE: 'on' })
    const payload = sent([{ ...pen, chosen }, atlas], home)
    expect(payload.order_note).toBe('Call at the gate\nPen: 2 × Colour: Blue')
    expect(payload.cart).toEqual(sent([pen, atlas], home).cart)
    expect(sent([{ ...pen, chosen }], { ...home, note: '' }).order_note).toBe('Pen: 2 × Colour: Blue')
    expect(orderPayload([{ ...pen, chosen }], home)).toEqual(orderPayload([pen], home))
  })
})
