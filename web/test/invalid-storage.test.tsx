import { renderHook } from '@testing-library/react'
import { expect, test } from 'vitest'
import { cachedQueryOptions } from '../src/api/cached-response.ts'
import { readObject } from '../src/api/read-values.ts'
import { getToken } from '../src/api/session.ts'
import { countItems, totalPrice } from '../src/domain/cart-item.ts'
import { orderTotal } from '../src/domain/money.ts'
import { readProducts } from '../src/domain/product.ts'
import { getCart, setQuantity, updateLines } from '../src/features/cart/cart-store.ts'
import { readCategories } from '../src/features/catalogue/category/category.ts'
import { billingOf, readBillingDraft } from '../src/features/checkout/billing.ts'
import { orderPayload } from '../src/features/checkout/order-payload.ts'
import { attempts, paidOrders } from '../src/features/checkout/payments.ts'
import { usePlacedOrder } from '../src/features/checkout/placed-order.ts'
import { readAddressForm } from '../src/features/delivery/address.ts'
import { readSections } from '../src/features/homepage/queries.ts'
import {
  readSpecialOrderDraft,
  specialOrderRequest,
} from '../src/features/special-order/special-order-form.tsx'
import { readDeliveryDraft } from '../src/pages/pre-check-page.tsx'

const deep = `${'['.repeat(50_000)}${']'.repeat(50_000)}`

/** JSON values of each type, sign and magnitude. */
const VALUES = [
  ...['null', 'true', '0', '-1', '1.5', '-1e308', '1e308', '1e999', '9007199254740993'],
  ...['""', '"7"', '"NaN"', '"1e308"', '"\\u0000\\uD800"', `"${'x'.repeat(200_000)}"`],
  ...['[]', '{}', '[null,[],{}]', '{"__proto__":{"price":1}}', '{"constructor":{"prototype":{}}}'],
  ...[deep, `[${'0,'.repeat(50_000)}0]`],
]

const LINE: Record<string, string> = {
  ...{ id: '7', name: '"Atlas"', quantity: '2', price: '25000', image: '"a.webp"', total_stock: '9' },
  ...{ variant: '""', variation: '[]', discountAmount: '0', taxAmount: '0' },
  chosen: '[{"text":"Size: M","quantity":2}]',
}

/** Yields the object's JSON once per field and value, with that field replaced by the value. */
function* withInvalidFields(fields: Record<string, string>) {
  for (const field of [...Object.keys(fields), '__proto__', 'toString']) {
    for (const value of VALUES) {
      const changed = Object.entries({ ...fields, [field]: value }).map(([key, text]) => `"${key}":${text}`)
      yield `{${field === '__proto__' ? [...changed, `"__proto__":${value}`] : changed}}`
    }
  }
}

test('a cart with any stored content has valid sums and can be changed', () => {
  const texts = [
    ...VALUES,
    ...VALUES.map((value) => `[${value}]`),
    ...[...withInvalidFields(LINE)].map((line) => `[${line}]`),
  ]
  expect(texts.length).toBeGreaterThan(200)
  for (const text of texts) {
    localStorage.setItem('cart', text)
    const items = getCart()
    const note = text.slice(0, 80)
    expect(Number.isSafeInteger(countItems(items)), note).toBe(true)
    const total = orderTotal(totalPrice(items), 0)
    expect(total >= 0 && Number.isSafeInteger(total), note).toBe(true)
    for (const item of items) {
      expect(Number.isInteger(item.id) && item.quantity >= 1 && item.name !== '', note).toBe(true)
    }
    const payload = orderPayload(items, { address: null, distance: 0, fee: 0, note: '' })
    expect(() => JSON.stringify(payload), note).not.toThrow()
    setQuantity(7, 3)
    updateLines(7, { price: 1, total_stock: 1 })
  }
  expect(({} as { price?: number }).price).toBeUndefined()
})

test('a cart is limited to 500 lines', () => {
  const line = `{${Object.entries({ id: '7', quantity: '1', price: '1' }).map(([key, text]) => `"${key}":${text}`)}}`
  localStorage.setItem('cart', `[${Array(100_000).fill(line)}]`)
  expect(getCart()).toHaveLength(500)
})

test('drafts contain only text of limited length', () => {
  const drafts = [readDeliveryDraft, readAddressForm, readSpecialOrderDraft]
  for (const read of drafts) {
    const empty = read({})
    const fields = Object.fromEntries(Object.keys(empty).map((key) => [key, '""']))
    for (const text of [...VALUES, ...withInvalidFields(fields)]) {
      const draft = read(readObject(JSON.parse(text)))
      expect(Object.keys(draft)).toEqual(Object.keys(empty))
      for (const [field, value] of Object.entries<unknown>(draft)) {
        expect(typeof value).toBe(field === 'isOpen' ? 'boolean' : 'string')
        expect(String(value).length).toBeLessThanOrEqual(10_000)
      }
    }
  }
  for (const text of [...VALUES, ...withInvalidFields({ f_name: '""', email: '""' })]) {
    const billing = billingOf(readBillingDraft(readObject(JSON.parse(text))), null)
    expect(Object.values(billing).map((value) => typeof value)).toEqual(Array(4).fill('string'))
  }
  expect(() => specialOrderRequest(readSpecialOrderDraft({ quantity: -1, item_name: [] }))).not.toThrow()
})

test('invalid cached responses never throw', () => {
  const parsers = [readCategories, readProducts, (data: unknown) => readSections({ data })]
  const timestamp = Date.now()
  for (const read of parsers) {
    for (const value of VALUES) {
      for (const data of [value, `[${value}]`, `[{"id":${value},"name":${value},"items":${value}}]`]) {
        for (const time of [timestamp, value]) {
          localStorage.setItem('cached', `{"timestamp":${time},"data":${data}}`)
          const stored = cachedQueryOptions('cached', (found) => read(found).length > 0)
          expect(() => stored.initialData()).not.toThrow()
          expect(() => stored.initialDataUpdatedAt()).not.toThrow()
        }
      }
    }
  }
})

test('invalid payments and attempts never hide a valid payment', () => {
  const payload = orderPayload([], { address: null, distance: 0, fee: 0, note: '' })
  const fields = {
    tx_ref: '"kitabo-1"',
    transaction_id: '9',
    amount: '3800',
    payload: JSON.stringify(payload),
  }
  const valid = `{${Object.entries(fields).map(([key, text]) => `"${key}":${text}`)},"customer_id":null}`
  const shown = {
    payer: '{"email":"a@b.c"}',
    items: `[${JSON.stringify(LINE)}]`,
    delivery: '{"address":null}',
  }
  for (const text of [
    ...VALUES,
    ...withInvalidFields({ ...fields, ...shown, customer_id: '4', started_at: '5' }),
  ]) {
    for (const [list, key] of [
      [paidOrders, 'paidOrders'],
      [attempts, 'paymentAttempts'],
    ] as const) {
      localStorage.setItem(key, `[${text},${valid.replace('kitabo-1', 'kitabo-2')}]`)
      expect(list.get().at(-1)?.tx_ref).toBe('kitabo-2')
      expect(list.get()[0]?.payload.cart.map((line) => line.product_id)).toBeDefined()
    }
  }
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
