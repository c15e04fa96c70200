import { describe, expect, test } from 'vitest'
import { pointNearShop } from '../../../test/point-near-shop.ts'
import type { CartItem } from '../../domain/cart-item.ts'
import { distanceFromShop } from '../../domain/distance.ts'
import { type HostConfig, readHostConfig } from '../../domain/host-config.ts'
import { type Offer, offerOf } from '../../domain/offer.ts'
import {
  type CurrentValueReaders,
  checkAttempt,
  checkOrderToPay,
  type OrderCheck,
  type ReviewedOrder,
} from './check-order.ts'

const atlas: CartItem = { id: 7, name: 'Atlas', quantity: 2, price: 21_000, image: 'a.webp', total_stock: 9 }
const shirt: CartItem = { ...atlas, id: 8, name: 'Shirt', quantity: 1, price: 15_000 }
const inSize = { ...shirt, chosen: [{ text: 'Size: M', quantity: 1 }] }
const product = { price: 21_000, total_stock: 9, options: [], variations: [] }
const sizes = (...options: string[]) => ({ ...product, price: 15_000, options: [{ title: 'Size', options }] })

const point = pointNearShop(0.0342, 0.0201)
const distance = distanceFromShop(point)
const saved = { id: 3, address: 'Plot 12, Kiira Road', point }
const home = {
  address: { id: 3, address: saved.address, latitude: point.lat, longitude: point.lng },
  distance,
  fee: distance * 1_500,
  note: 'At four',
}
const pickup = { address: null, distance: 0, fee: 0, note: 'At four' }
const profile = { f_name: 'Amina', l_name: 'Nakato', email: 'amina@kitabo.example', phone: '0772123456' }

/** The reviewed order, and the values that are read at the moment of payment. */
type Case = {
  items?: CartItem[]
  delivery?: ReviewedOrder['delivery']
  cart?: CartItem[]
  offers?: [number, Offer][]
  /** In shillings per kilometre. */
  rate?: number | null
  config?: Partial<HostConfig> | undefined
} & Partial<
  Omit<
    { [K in keyof CurrentValueReaders]: Awaited<ReturnType<CurrentValueReaders[K]>> },
    'cart' | 'offers' | 'config'
  >
>

/** Returns a function that reads what the case gives, even if that is undefined, or else the usual value. */
const readerOf =
  (values: Case) =>
  <K extends keyof Case>(key: K, value: Case[K]) =>
    key in values ? values[key] : value

function pay(values: Case): Promise<OrderCheck> {
  const { items = [atlas], cart = items, offers = [[7, product]] } = values
  const read = readerOf(values)
  const shown: ReviewedOrder = {
    items,
    delivery: read('delivery', home) ?? null,
    session: 'one',
    billing: {},
  }
  return checkOrderToPay(shown, {
    session: () => read('session', 'one') ?? null,
    cart: () => cart,
    offers: async () => new Map(offers),
    customer: async () => read('customer', profile),
    addresses: async () => read('addresses', [saved]),
    config: async () =>
      'config' in values && values.config === undefined
        ? undefined
        : { ...readHostConfig({}), rate: read('rate', 1_500) ?? null, ...values.config },
  })
}

/** Returns the changes in short, such as `Atlas: 2 → Sold out`. */
const inShort = (order: OrderCheck) =>
  'changes' in order ? order.changes.map(({ label, before, after }) => `${label}: ${before} → ${after}`) : []

test('says in the order which options are not chosen', async () => {
  const order = await pay({ items: [shirt], offers: [[8, sizes('M', 'L')]] })
  expect(order).toMatchObject({
    kind: 'order',
    attempt: { items: [{ ...shirt, chosen: [{ text: 'Size: not chosen', quantity: 1 }] }] },
  })
  const attempt = { items: [inSize, { ...shirt, chosen: [{ text: 'Size: not chosen', quantity: 1 }] }] }
  const again = await pay({ ...attempt, offers: [[8, sizes('M', 'L')]] })
  expect(again).toMatchObject({ kind: 'order', attempt })
})

test('returns an attempt to pay for the unchanged order, by the customer', async () => {
  expect(await pay({})).toMatchObject({
    kind: 'order',
    attempt: { amount: 48_600, items: [atlas], delivery: home, payer: { email: profile.email } },
  })
})

test('a line without a price is ordered only once its price is known, and accepted', async () => {
  const items = [{ ...atlas, price: null }, shirt]
  const unknown = await pay({ items, offers: [] })
  expect(unknown).toMatchObject({ kind: 'changed', hasShortage: true, items: [shirt] })
  expect(inShort(unknown)).toEqual(['Atlas: 2 → Price not available'])
  const known = await pay({ items })
  expect(known).toMatchObject({ kind: 'changed', hasShortage: false, items: [atlas, shirt] })
  expect(inShort(known)).toEqual([
    'Atlas: Price not available → UGX 21,000',
    'Total: UGX 21,600 → UGX 63,600',
  ])
})

describe('lists what has changed', () => {
  test.each<[string, Case, string[]]>([
    [
      'a higher price',
      { offers: [[7, { ...product, price: 30_000 }]] },
      ['Atlas: UGX 21,000 → UGX 30,000', 'Total: UGX 48,600 → UGX 66,600'],
    ],
    [
      'a lower price',
      { offers: [[7, { ...product, price: 10_000 }]] },
      ['Atlas: UGX 21,000 → UGX 10,000', 'Total: UGX 48,600 → UGX 26,600'],
    ],
    [
      'a price of 0',
      { offers: [[7, { ...product, price: 0 }]] },
      ['Atlas: UGX 21,000 → UGX 0', 'Total: UGX 48,600 → UGX 6,600'],
    ],
    [
      'low stock',
      { offers: [[7, { ...product, total_stock: 1 }]] },
      ['Atlas: 2 → Only 1 left', 'Total: UGX 48,600 → UGX 27,600'],
    ],
    [
      'low stock for two lines of a product',
      { items: [atlas, atlas], offers: [[7, { ...product, total_stock: 3 }]] },
      ['Atlas: 4 → Only 3 left', 'Total: UGX 90,600 → UGX 69,600'],
    ],
    [
      'a removed product',
      { offers: [[7, { price: null, total_stock: 0 }]] },
      ['Atlas: 2 → Sold out', 'Total: UGX 48,600 → UGX 0'],
    ],
    [
      'an option that is no longer offered',
      { items: [inSize], offers: [[8, sizes('L')]] },
      ['Shirt: Size: M → Option no longer offered'],
    ],
    [
      'a variation that no longer exists',
      { items: [{ ...shirt, variation: [{ type: 'M' }] }], offers: [[8, sizes('L')]] },
      ['Shirt: M → Option no longer offered'],
    ],
    [
      'the price of an option',
      {
        items: [{ ...shirt, variation: [{ type: 'M', price: 15_000 }] }],
        offers: [[8, { ...sizes('M'), variations: [{ type: 'M', price: 18_000 }] }]],
      },
      ['Shirt: UGX 15,000 → UGX 18,000', 'Total: UGX 21,600 → UGX 24,600'],
    ],
    [
      'a higher rate',
      { rate: 3_000 },
      ['Delivery Fee: UGX 6,600 → UGX 13,200', 'Total: UGX 48,600 → UGX 55,200'],
    ],
    [
      'a moved address',
      { addresses: [{ ...saved, point: pointNearShop(0.0802, 0.0081) }] },
      [
        'Distance: 4.41 km → 8.96 km',
        'Delivery Fee: UGX 6,600 → UGX 13,400',
        'Total: UGX 48,600 → UGX 55,400',
      ],
    ],
    [
      'a corrected address',
      { addresses: [{ ...saved, address: 'Plot 21, Kiira Road' }] },
      ['Address: Plot 12, Kiira Road → Plot 21, Kiira Road'],
    ],
    [
      'a cart that was changed in another tab',
      { items: [atlas, shirt], cart: [{ ...atlas, quantity: 3 }], offers: [[7, product]] },
      ['Atlas: 2 → 3', 'Shirt: 1 → Removed from your cart', 'Total: UGX 63,600 → UGX 69,600'],
    ],
    [
      'the distance of an address that cannot be read',
      { delivery: { ...home, distance: 0.01, fee: 15 }, addresses: undefined },
      ['Distance: 0.01 km → 4.41 km', 'Delivery Fee: UGX 0 → UGX 6,600', 'Total: UGX 42,000 → UGX 48,600'],
    ],
  ])('%s', async (_, values, changes) => {
    expect(inShort(await pay(values))).toEqual(changes)
  })

  test('and has nothing to list once the changes are accepted', async () => {
    const offers: Case['offers'] = [
      [7, { ...product, price: 30_000, total_stock: 1 }],
      [8, sizes('L')],
    ]
    const now = { offers, rate: 3_000, addresses: [{ ...saved, address: 'Plot 21' }] }
    const changed = await pay({ items: [atlas, inSize], ...now })
    if (changed.kind !== 'changed') throw new Error('nothing has changed')
    const { items, delivery } = changed
    expect(items).toEqual([{ ...atlas, quantity: 1, price: 30_000, total_stock: 1 }, { ...shirt }])
    expect(await pay({ items: [...items], delivery, ...now })).toMatchObject({
      kind: 'order',
      attempt: { items, delivery },
    })
  })
})

test.each<[string, Case, OrderCheck]>([
  ['no delivery was chosen', { delivery: null }, { kind: 'no-delivery' }],
  [
    'the address was deleted or belongs to another customer',
    { addresses: [{ ...saved, id: 4 }] },
    { kind: 'address-gone' },
  ],
  ['the address has no coordinates', { addresses: [{ ...saved, point: null }] }, { kind: 'address-gone' }],
  ['another customer has logged in', { session: 'two' }, { kind: 'no-delivery' }],
  ['the customer has logged out or the session has expired', { session: null }, { kind: 'logged-out' }],
  [
    'the total is 0',
    { items: [{ ...atlas, price: 0 }], offers: [[7, { ...product, price: 0 }]], delivery: pickup },
    { kind: 'nothing-to-pay' },
  ],
  [
    'the total rounds to 0',
    { items: [{ ...atlas, price: 24 }], offers: [[7, { ...product, price: 24 }]], delivery: pickup },
    { kind: 'nothing-to-pay' },
  ],
  ['the cart is empty', { items: [] }, { kind: 'nothing-to-pay' }],
  [
    'the payer has no name and no valid e-mail address',
    { customer: { ...profile, f_name: ' ', email: 'Text' } },
    { kind: 'invalid-billing', errors: { f_name: 'First name is required', email: 'Invalid email address' } },
  ],
])('charges nothing if %s', async (_, values, expected) => {
  expect(await pay(values)).toEqual(expected)
})

test.each<[string, Case]>([
  ['a price that differs by less than a shilling', { offers: [[7, { ...product, price: 20_999.7 }]] }],
  [
    'an unknown price and unknown stock',
    { items: [{ ...atlas, total_stock: null }], offers: [[7, { price: null, total_stock: null }]] },
  ],
  ['products that cannot be read', { offers: [] }],
  ['addresses that cannot be read', { addresses: undefined }],
  ['settings that cannot be read', { config: undefined }],
  ['a host without a rate', { rate: null }],
  ['a variation without a name', { items: [{ ...shirt, variation: ['M'] }], offers: [[8, sizes('M')]] }],
  [
    'a variation without a valid price',
    {
      items: [{ ...shirt, price: 18_000, variation: [{ type: 'M', price: 18_000 }] }],
      offers: [[8, { ...sizes('M'), variations: [{ type: 'M', price: null }] }]],
    },
  ],
  ['an option that is still offered', { items: [inSize], offers: [[8, sizes('M')]] }],
])('charges the shown order despite %s', async (_, values) => {
  const items: readonly CartItem[] = values.items ?? [atlas]
  expect(await pay(values)).toMatchObject({ kind: 'order', attempt: { items, delivery: home } })
})

describe('an attempt', () => {
  const paid = { items: [atlas], delivery: home, amount: 48_600 }

  /** Reads what has become of the attempt's order. The cart is not part of it. */
  function resume(values: Case, attempt: Parameters<typeof checkAttempt>[0] = paid) {
    const read = readerOf(values)
    const config = { ...readHostConfig({}), rate: read('rate', 1_500) ?? null }
    return checkAttempt(attempt, {
      session: () => read('session', 'one') ?? null,
      offers: async () => new Map(values.offers ?? [[7, product]]),
      addresses: async () => read('addresses', [saved]),
      config: async () => ({ ...config, ...values.config }),
    })
  }

  test('cannot be continued if the log-in changes while the values are read', async () => {
    let session = 'one'
    const problem = checkAttempt(paid, {
      session: () => session,
      offers: async () => {
        session = 'two'
        return new Map([[7, product]])
      },
      addresses: async () => [saved],
      config: async () => readHostConfig({}),
    })
    expect(await problem).toEqual({ kind: 'logged-out' })
  })

  test.each<[string, Case]>([
    ['nothing has changed', {}],
    ['the products cannot be read', { offers: [] }],
    ['the addresses cannot be read', { addresses: undefined }],
    ['a price differs by less than a shilling', { offers: [[7, { ...product, price: 20_999.7 }]] }],
  ])('can be continued if %s', async (_, values) => {
    expect(await resume(values)).toBeNull()
  })

  test.each<[string, Case, object]>([
    ['sold out', { offers: [[7, { ...product, total_stock: 0 }]] }, { kind: 'changed', hasShortage: true }],
    ['run short', { offers: [[7, { ...product, total_stock: 1 }]] }, { kind: 'changed', hasShortage: true }],
    ['become dearer', { offers: [[7, { ...product, price: 99_000 }]] }, { kind: 'changed' }],
    ['become cheaper', { offers: [[7, { ...product, price: 9_000 }]] }, { kind: 'changed' }],
    ['been withdrawn', { offers: [[7, offerOf(null)]] }, { kind: 'changed' }],
    ['got an invalid price', { offers: [[7, { price: null, total_stock: 0 }]] }, { kind: 'changed' }],
    ['lost its address', { addresses: [] }, { kind: 'address-gone' }],
    [
      'got an address at another place',
      { addresses: [{ ...saved, point: pointNearShop(0.1802, 0.0081) }] },
      { kind: 'changed' },
    ],
    ['got another address text', { addresses: [{ ...saved, address: 'Plot 1' }] }, { kind: 'changed' }],
    ['got a higher delivery rate', { rate: 3_000 }, { kind: 'changed' }],
    ['fallen below the minimum', { config: { minimumOrder: 50_000 } }, { kind: 'refused' }],
    ['met maintenance', { config: { isInMaintenance: true } }, { kind: 'refused' }],
    ['lost online payment', { config: { allowsOnlinePayment: false } }, { kind: 'refused' }],
    ['lost its customer, who logged out', { session: null }, { kind: 'logged-out' }],
  ])('cannot be continued if its order has %s', async (_, values, expected) => {
    expect(await resume(values)).toMatchObject(expected)
  })

  test('cannot be continued if the option is no longer offered, or if pickup is no longer possible', async () => {
    const shirtOrder = { items: [inSize], delivery: pickup, amount: 15_000 }
    expect(await resume({ offers: [[8, sizes('L')]] }, shirtOrder)).toMatchObject({ kind: 'changed' })
    const atShop = { items: [atlas], delivery: pickup, amount: 42_000 }
    expect(await resume({}, atShop)).toBeNull()
    expect(await resume({ config: { allowsPickup: false } }, atShop)).toMatchObject({ kind: 'refused' })
  })

  test.each([
    ['delivery', { ...paid, delivery: null }],
    ['items', { ...paid, items: [] }],
    ['amount', { ...paid, amount: paid.amount - 1 }],
    ['amount', { ...paid, amount: paid.amount + 1 }],
  ])('cannot be continued if its %s is unknown or contradicts the rest', async (_, attempt) => {
    expect(await resume({}, attempt)).toMatchObject({ kind: 'unknown-order' })
  })
})

test('a cart that was emptied meanwhile is a change of the order, and not a refusal for its low amount', async () => {
  const order = await pay({ cart: [], config: { minimumOrder: 1_000 } })
  expect(order.kind).toBe('changed')
  expect(inShort(order)).toContain('Atlas: 2 → Removed from your cart')
})
