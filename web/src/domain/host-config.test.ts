import { describe, expect, test } from 'vitest'
import { buildWith } from '../../test/settings.ts'
import { store } from '../config/store.ts'
import { explainRefusal, mapLink, readHostConfig } from './host-config.ts'

const branch = { id: 1, status: 1, address: 'Plot 14, Yusuf Lule Road', latitude: '0.32', longitude: '32.59' }

describe('the settings of the host', () => {
  test('restrict nothing if a field is missing or of another type', () => {
    const open = readHostConfig({})
    expect(open).toMatchObject({
      rate: null,
      minimumOrder: 0,
      isInMaintenance: false,
      allowsPickup: true,
      allowsOnlinePayment: true,
      pickupPoint: { address: store.location, point: null },
    })
    for (const value of [null, '', 'x', {}, [], 'true', '5000', -1]) {
      const config = readHostConfig({
        minimum_order_value: value,
        maintenance_mode: value,
        self_pickup: value,
        digital_payment: value,
        digital_payment_status: value,
        branches: value,
        ecommerce_address: {},
        delivery_management: value,
      })
      expect(config, JSON.stringify(value)).toEqual(open)
    }
    for (const body of [null, 5, 'text', []]) expect(readHostConfig(body)).toEqual(open)
  })

  test.each([
    [{ minimum_order_value: 20_000 }, { minimumOrder: 20_000 }],
    [{ maintenance_mode: true }, { isInMaintenance: true }],
    [{ self_pickup: 0 }, { allowsPickup: false }],
    [{ digital_payment: 'false' }, { allowsOnlinePayment: false }],
    [{ digital_payment_status: 0 }, { allowsOnlinePayment: false }],
    [{ delivery_management: { shipping_per_km: '1500.00' } }, { rate: 1_500 }],
  ])('are read from %o', (body, expected) => {
    expect(readHostConfig(body)).toMatchObject(expected)
  })

  test('contain no rate below 0, which would lower the total', () => {
    expect(readHostConfig({ delivery_management: { shipping_per_km: -1_500 } }).rate).toBeNull()
  })

  test.each([
    ['the first open branch', { branches: [{ ...branch, status: 0, address: 'Closed' }, branch] }],
    ['a branch without a status', { branches: [{ ...branch, status: undefined }] }],
  ])('name %s as the place to collect', (_, body) => {
    expect(readHostConfig({ ...body, ecommerce_address: 'Head office' }).pickupPoint).toEqual({
      address: 'Plot 14, Yusuf Lule Road',
      point: { lat: 0.32, lng: 32.59 },
    })
  })

  test('name the address of the shop if no branch has one', () => {
    const body = { branches: [{ ...branch, address: null }], ecommerce_address: ' Head office ' }
    expect(readHostConfig(body).pickupPoint).toEqual({ address: 'Head office', point: null })
  })
})

describe('an order that the host would refuse', () => {
  const config = { ...readHostConfig({}), minimumOrder: 20_000 }
  const order = { subtotal: 25_000, total: 30_000, mode: 'home' } as const

  test.each([
    ['maintenance', { isInMaintenance: true }, order, /^We're not taking orders right now/],
    ['online payment', { allowsOnlinePayment: false }, order, /^Online payment isn't available/],
    [
      'the minimum',
      {},
      { ...order, subtotal: 15_000 },
      /^Orders start at UGX 20,000, without delivery. Add UGX 5,000 more to continue.$/,
    ],
    ['pickup', { allowsPickup: false }, { ...order, mode: 'pickup' as const }, /^Collecting your order/],
  ])('is explained: %s', (_, change, order, sentence) => {
    expect(explainRefusal({ ...config, ...change }, order)).toMatch(sentence)
  })

  test('is not found at the minimum, for pickup, at home without pickup, or if the settings are unknown', () => {
    expect(explainRefusal(config, { ...order, subtotal: 20_000 })).toBeNull()
    expect(explainRefusal(config, { ...order, mode: 'pickup' })).toBeNull()
    expect(explainRefusal({ ...config, allowsPickup: false }, order)).toBeNull()
    expect(explainRefusal(undefined, { ...order, subtotal: 0, mode: 'pickup' })).toBeNull()
  })

  test('is found if only the rounded or only the exact subtotal reaches the minimum', () => {
    expect(explainRefusal(config, { ...order, subtotal: 19_960 })).toMatch('Add UGX 40 more')
    expect(explainRefusal({ ...config, minimumOrder: 20_020 }, { ...order, subtotal: 20_040 })).toMatch(
      'UGX 20',
    )
  })
})

describe('a limit of the host on totals', () => {
  const order = { subtotal: 1_000_000, total: 1_000_000, mode: 'home' } as const

  async function limitedTo(amount: string) {
    buildWith({ VITE_MAX_ORDER_AMOUNT: amount })
    return (await import('./host-config.ts')).explainRefusal
  }

  test('refuses a larger total, also if the settings of the host are unknown', async () => {
    const refusal = await limitedTo('999999')
    expect(refusal(undefined, order)).toMatch(
      /^Online orders go up to UGX 999,999, with delivery. Split this order in two, or call us on /,
    )
    expect(refusal(undefined, { ...order, total: 999_900 })).toBeNull()
  })

  test('includes the limit itself, and does not exist by default', async () => {
    expect(explainRefusal(undefined, { ...order, total: 99_000_000 })).toBeNull()
    const refusal = await limitedTo('1000000')
    expect(refusal(undefined, order)).toBeNull()
  })
})

test('links to a map', () => {
  expect(mapLink({ lat: 0.32, lng: 32.59 })).toBe(
    'https://www.google.com/maps/search/?api=1&query=0.32,32.59',
  )
})
