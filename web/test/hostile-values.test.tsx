// Reads generated responses and stored values: the readers never throw, and return what their types promise.
import { renderHook } from '@testing-library/react'
import { api } from 'contracts/api'
import { describeSchema, type SchemaNode } from 'contracts/describe-schema'
import type { Endpoint } from 'contracts/endpoint'
import fc from 'fast-check'
import { afterEach, expect, test } from 'vitest'
import { readId, readList, readListField, readObject, readString } from '../src/api/read-values.ts'
import { storedListOptions } from '../src/api/response-cache.ts'
import { getToken } from '../src/api/session.ts'
import { countItems, totalPrice } from '../src/domain/cart-item.ts'
import { readCustomer } from '../src/domain/customer.ts'
import { readLocalOrderDetails } from '../src/domain/local-details.ts'
import { orderTotal } from '../src/domain/money.ts'
import { readProductDetails, readProducts, type ShopProduct } from '../src/domain/product.ts'
import { getCart, setQuantity, updateLines } from '../src/features/cart/cart-store.ts'
import { categoryTree, readCategories } from '../src/features/catalogue/category/category.ts'
import { billingOf, readBilling } from '../src/features/checkout/billing.ts'
import { orderPayload } from '../src/features/checkout/order-payload.ts'
import { attempts, paidOrders } from '../src/features/checkout/payment/payments.ts'
import { usePlacedOrder } from '../src/features/checkout/placed/placed-order.ts'
import { readAddresses } from '../src/features/delivery/address.ts'
import { readAddressForm } from '../src/features/delivery/address-draft.ts'
import { readBanners, readSections, sectionsMessage } from '../src/features/homepage/queries.ts'
import { readOrders } from '../src/features/orders/order.ts'
import { readSpecialOrderDraft, toSpecialOrder } from '../src/features/special-order/special-order-draft.ts'
import { readDeliveryDraft } from '../src/pages/pre-check/pre-check-page.tsx'

/** The same values in each run. */
const RUNS = { seed: 54, numRuns: 150 }

/** Values that a type does not allow, or that a language treats specially. */
const EDGES: unknown[] = [
  ...[null, true, 0, -1, 1.5, -1e308, 1e308, Number.POSITIVE_INFINITY, 2 ** 53],
  ...'| 7 |7|1e308|NaN|__proto__|\u0000\uD800\u202E|[{"id":7}]|{"a":|<img src=x onerror=a>'.split('|'),
  ...['W'.repeat(200_000), [], {}, [null, [], {}], JSON.parse(`${'['.repeat(300)}${']'.repeat(300)}`)],
  JSON.parse('{"__proto__":{"price":1},"constructor":{"prototype":{"price":1}},"toString":7,"valueOf":null}'),
]
const edge = fc.constantFrom(...EDGES)
const anything = fc.oneof(edge, fc.jsonValue({ maxDepth: 3 }))

/** Generates values of a schema in which any place may have another type. */
function valuesOf(node: SchemaNode): fc.Arbitrary<unknown> {
  return fc.oneof({ weight: 9, arbitrary: valid(node) }, { weight: 1, arbitrary: anything })
}

function valid(node: SchemaNode): fc.Arbitrary<unknown> {
  switch (node.kind) {
    case 'object':
      return fc.record(
        Object.fromEntries(node.fields.map(({ name, schema }) => [name, valuesOf(describeSchema(schema))])),
        { requiredKeys: [], noNullPrototype: true },
      )
    case 'array':
      return fc.array(valuesOf(describeSchema(node.element)), { maxLength: 3 })
    case 'union':
      return fc.oneof(...node.members.map(valid))
    case 'enum':
    case 'literal':
      return fc.constantFrom(...node.values)
    case 'string':
      return fc.oneof(fc.string(), fc.constant('2026-11-20T09:00:00Z'))
    case 'number':
      return fc.oneof(fc.nat(), fc.double())
    default:
      return anything
  }
}

const responsesOf = ({ responses }: Endpoint) => valuesOf(describeSchema(responses[200] as never))

const check = (values: fc.Arbitrary<unknown>, holds: (value: unknown) => void) =>
  fc.assert(
    fc.property(values, (value) => void holds(value)),
    RUNS,
  )

afterEach(() => {
  expect(({} as { price?: number }).price).toBeUndefined()
})

const isText = (value: unknown) => typeof value === 'string'
const isMoney = (value: unknown) => value === null || Math.abs(Number(value)) <= Number.MAX_SAFE_INTEGER
const isProduct = ({ id, name, images, price, original_price, total_stock, choice_options }: ShopProduct) =>
  [price, original_price, total_stock].every(isMoney) &&
  (id === null || (Number.isInteger(id) && id > 0)) &&
  name.trim() !== '' &&
  images.every(isText) &&
  choice_options.every(({ title, options }) => title !== '' && options.every(isText))

type Read = [name: string, declared: Endpoint, holds: (body: unknown) => boolean]
const { products, categories, banners, homepage, orders, addresses, customer, wishlist } = api

test.each<Read>([
  ['products', products.latest, (body) => readProducts(body).every(isProduct)],
  ['found products', products.search, (body) => readProducts(body).every(isProduct)],
  ['wishes', wishlist.list, (body) => readProducts(body).every(isProduct)],
  ['the products of a category', categories.products, (body) => readProducts(body).every(isProduct)],
  [
    'a product',
    products.details,
    (body) => {
      const product = readProductDetails(body)
      return product === null || isProduct(product)
    },
  ],
  [
    'categories',
    categories.list,
    (body) => {
      const rows = readCategories(body)
      return rows.every(({ id, name }) => id > 0 && isText(name)) && categoryTree(rows).length <= rows.length
    },
  ],
  ['banners', banners.list, (body) => readBanners(body).every(({ id, title }) => id !== 0 && title !== '')],
  [
    'sections',
    homepage.sections,
    (body) => {
      try {
        return readSections(body).every(({ items }) => items.every(isProduct))
      } catch (error) {
        // The home page shows the reason instead of sections.
        return sectionsMessage(error as Error) !== 'Failed to load sections'
      }
    },
  ],
  ['orders', orders.list, (body) => readOrders(body).every(({ amount }) => isMoney(amount))],
  ['addresses', addresses.list, (body) => readAddresses(body).every(({ address }) => isText(address))],
  ['a customer', customer.info, (body) => isText(readCustomer(body)?.email ?? '')],
])('%s are read from any response', (_, declared, holds) => {
  check(fc.oneof(responsesOf(declared), anything), (body) => expect(holds(body)).toBe(true))
})

test('lists, fields, ids and texts are read from any value', () => {
  check(anything, (value) => {
    expect(readList(value).some((row) => row == null || Array.isArray(row))).toBe(false)
    expect(readListField(value).some((row) => row === null || row === '')).toBe(false)
    const id = readId(value)
    expect(id === null || (Number.isInteger(id) && id > 0)).toBe(true)
    expect(readString(value).length).toBeLessThanOrEqual(10_000)
    expect(readLocalOrderDetails(value).note.length).toBeLessThanOrEqual(2_000)
  })
})

/** Generates JSON of an object with the given fields, of which each may have any value. */
const entryOf = (fields: Record<string, unknown>) =>
  fc.record(
    Object.fromEntries(
      Object.entries(fields).map(([key, value]) => [
        key,
        fc.oneof({ weight: 4, arbitrary: fc.constant(value) }, anything),
      ]),
    ),
    { requiredKeys: [], noNullPrototype: true },
  )
const LINE = {
  id: 7,
  name: 'Atlas',
  quantity: 2,
  price: 25_000,
  image: 'a.webp',
  total_stock: 9,
  variant: '',
  variation: [],
  discountAmount: 0,
  taxAmount: 0,
  chosen: [{ text: 'Size: M', quantity: 2 }],
}
const line = entryOf(LINE)

test('a cart with any stored content has valid sums and can be changed', () => {
  check(fc.oneof(anything, fc.array(fc.oneof(line, anything), { maxLength: 4 })), (stored) => {
    localStorage.setItem('cart', JSON.stringify(stored))
    const items = getCart()
    expect(Number.isSafeInteger(countItems(items))).toBe(true)
    expect(isMoney(orderTotal(totalPrice(items), 0))).toBe(true)
    for (const { id, quantity, name } of items)
      expect(Number.isInteger(id) && quantity >= 1 && name !== '').toBe(true)
    JSON.stringify(orderPayload(items, { address: null, distance: 0, fee: 0, note: '' }))
    if (items[0]) setQuantity(items[0], 3)
    updateLines(7, { price: 1, total_stock: 1 })
  })
})

test('a cart is limited to 500 lines', () => {
  localStorage.setItem('cart', JSON.stringify(Array(100_000).fill({ id: 7, quantity: 1, price: 1 })))
  expect(getCart()).toHaveLength(500)
})

test('drafts contain only text of limited length', () => {
  for (const read of [readDeliveryDraft, readAddressForm, readSpecialOrderDraft]) {
    const empty = read({})
    check(fc.oneof(entryOf(empty), anything), (stored) => {
      const draft = read(readObject(stored))
      expect(Object.keys(draft)).toEqual(Object.keys(empty))
      const { isOpen = false, isCopy = false, ...texts } = draft as Record<string, unknown>
      expect([typeof isOpen, typeof isCopy]).toEqual(['boolean', 'boolean'])
      for (const value of Object.values(texts)) expect(isText(value) && value.length <= 10_000).toBe(true)
    })
  }
  check(fc.oneof(entryOf({ f_name: '', email: '', phone: '' }), anything), (stored) => {
    expect(Object.values(billingOf(readBilling(readObject(stored)), null)).every(isText)).toBe(true)
    toSpecialOrder(readSpecialOrderDraft(readObject(stored)))
  })
})

test('invalid cached lists never throw', () => {
  const cached = fc.record({
    timestamp: fc.oneof(fc.constant(Date.now()), anything),
    data: responsesOf(categories.list),
  })
  check(fc.oneof(cached, anything), (stored) => {
    localStorage.setItem('categories', JSON.stringify(stored))
    const options = storedListOptions('categories', (categories) => readCategories(categories).length > 0)
    options.initialData()
    options.initialDataUpdatedAt()
  })
})

test('invalid payments and attempts never hide a valid payment', () => {
  const payload = orderPayload([], { address: null, distance: 0, fee: 0, note: '' })
  const valid = { tx_ref: 'kitabo-2', transaction_id: 9, amount: 3800, payload }
  const shown = {
    payer: { email: 'a@b.c' },
    items: [LINE],
    delivery: { address: null },
    owner: { id: 4, session: 'a' },
    started_at: 5,
  }
  check(fc.oneof(entryOf({ ...valid, ...shown, tx_ref: 'kitabo-1' }), anything), (stored) => {
    for (const [list, key] of [
      [paidOrders, 'paidOrders'],
      [attempts, 'paymentAttempts'],
    ] as const) {
      localStorage.setItem(key, JSON.stringify([stored, valid]))
      expect(list.get().at(-1)?.tx_ref).toBe('kitabo-2')
      expect(list.get()[0]?.payload.cart.map(({ product_id }) => product_id)).toBeDefined()
    }
  })
})

test('a token with characters that are invalid in headers is ignored', () => {
  for (const token of ['', 'a\nb', 'Ünlaut', 'two words', 'x'.repeat(9_000)]) {
    localStorage.setItem('authToken', token)
    expect(getToken()).toBeNull()
  }
  localStorage.setItem('authToken', 'eyJ0.eyJ1.c2ln')
  expect(getToken()).toBe('eyJ0.eyJ1.c2ln')
})

test.each([
  ['an infinite amount', '{"amount":-1e999}', null],
  [
    'an infinite fee',
    '{"amount":500,"delivery":{"address":null,"fee":1e999}}',
    { id: null, amount: 500, delivery: null, items: [], paymentUrl: null },
  ],
])('a placed order is read without %s', (_, stored, shown) => {
  localStorage.setItem('placedOrder', stored)
  expect(renderHook(usePlacedOrder).result.current).toEqual(shown)
})
