import { act, screen, waitFor } from '@testing-library/react'
import type { ExtensionChanges } from 'mock-server/provider/extensions'
import { remove, selectAll, update } from 'mock-server/world/queries'
import { describe, expect, test } from 'vitest'
import {
  findPageError,
  PLACE,
  placeOrder,
  placeOrderButton,
  prepareCheckout,
  registerOtherCustomer,
  TRANSACTION_ERROR,
  waitForShopPage,
} from '../../../test/checkout.tsx'
import { renderShop } from '../../../test/render.tsx'
import { hostTraits } from '../../api/host-traits.ts'
import { store } from '../../config/store.ts'

const ADD = 'POST /customer/address/add'
const LIST = 'GET /customer/address/list'

type Prepared = Awaited<ReturnType<typeof prepareCheckout>>

/** Prepares a pickup on a host that refuses orders without an address. */
async function prepareStrict(extensions: ExtensionChanges = { createdAddress: false }) {
  const prepared = await prepareCheckout()
  prepared.emulator.world.changeExtensions({ pickupWithoutAddress: false, ...extensions })
  return prepared
}

const collections = ({ emulator }: Prepared) =>
  selectAll<{ id: number; address: string; user_id: number }>(
    emulator.world,
    "SELECT * FROM addresses WHERE address LIKE 'Collect at %'",
  )

const lastOrder = (prepared: Prepared) =>
  prepared.orders().at(-1) as unknown as { delivery_address_id: number }

/** Makes the emulator process a request, but lose its response. */
function loseResponses({ emulator }: Prepared, path: string) {
  const reply = emulator.fetch
  let isLosing = true
  emulator.fetch = async (input, init) => {
    const response = await reply(input, init)
    if (isLosing && String(input).endsWith(path)) throw new TypeError('The response was lost.')
    return response
  }
  return () => {
    isLosing = false
  }
}

async function pay(prepared: Prepared, options = {}) {
  const shop = await prepared.open(options)
  await waitFor(() => expect(screen.getByLabelText('First name')).toHaveValue('Amina'))
  await placeOrder(shop)
  await prepared.pay('successful')
  return shop
}

describe('a pickup on a host that requires an address', () => {
  test.each([
    ['returns the created address', { createdAddress: true }],
    ['returns only a message for a created address', { createdAddress: false }],
    ['lacks all extensions', { createdAddress: false, largeTotals: false, idempotencyKeys: false }],
  ])('is placed with one charge if the host %s', async (_, extensions) => {
    const prepared = await prepareStrict(extensions)
    const before = prepared.orders().length
    const shop = await pay(prepared)
    await waitForShopPage()
    expect(shop.requests.filter((request) => request === PLACE)).toHaveLength(2)
    expect(prepared.payments).toHaveLength(1)
    expect(prepared.orders()).toHaveLength(before + 1)
    expect(collections(prepared)).toEqual([
      expect.objectContaining({
        id: lastOrder(prepared).delivery_address_id,
        contact_person_name: 'Amina Nakato',
        latitude: String(store.origin.lat),
        longitude: String(store.origin.lng),
        road: 'N/A',
        floor: 'N/A',
        house: 'N/A',
      }),
    ])
    expect(localStorage.getItem('paidOrders')).toBeNull()
  })

  test('has the address immediately the next time', async () => {
    const prepared = await prepareStrict()
    const first = await pay(prepared)
    await waitForShopPage()
    first.unmount()
    localStorage.setItem('cart', JSON.stringify([prepared.line]))
    const shop = await pay(prepared)
    await waitForShopPage()
    expect(shop.requests.filter((request) => request === PLACE)).toHaveLength(1)
    expect(shop.requests).not.toContain(ADD)
    expect(collections(prepared)).toHaveLength(1)
    expect(prepared.payments).toHaveLength(2)
  })

  test('has a new address if the customer has deleted the one of an earlier order', async () => {
    const prepared = await prepareStrict()
    hostTraits.set({ requiresPickupAddress: true })
    await pay(prepared)
    await waitForShopPage()
    expect(collections(prepared)).toHaveLength(1)
    expect(lastOrder(prepared).delivery_address_id).toBe(collections(prepared)[0]?.id)
  })

  test('is placed after the address was added and its response was lost', async () => {
    const prepared = await prepareStrict()
    loseResponses(prepared, '/customer/address/add')
    const shop = await pay(prepared)
    await waitForShopPage()
    expect(shop.requests.filter((request) => request === ADD)).toHaveLength(1)
    expect(collections(prepared)).toHaveLength(1)
  })

  test('uses the older of two addresses that two devices have added', async () => {
    const prepared = await prepareStrict()
    await pay(prepared)
    await waitForShopPage()
    const [first] = collections(prepared)
    prepared.emulator.world.db.exec(
      `INSERT INTO addresses SELECT ${(first?.id ?? 0) + 500} AS id, ${Object.keys(first ?? {})
        .filter((column) => column !== 'id')
        .join()} FROM addresses WHERE id = ${first?.id}`,
    )
    localStorage.setItem('cart', JSON.stringify([prepared.line]))
    await pay(prepared)
    await waitFor(() => expect(prepared.orders().at(-1)).toMatchObject({ delivery_address_id: first?.id }))
  })

  test.each([
    ['the address is refused', 403, /^Your payment is safe and you won't be charged again/],
    ['the address fails to be added', 500, /^Your payment is safe. Tap Place Order to send the order again/],
    ['the network fails', 'down', /^Your payment is safe. Tap Place Order to send the order again/],
  ] as const)('stays paid and is finished later if %s', async (_, failure, message) => {
    const prepared = await prepareStrict()
    let isFailing = true
    const shop = await pay(prepared, {
      refuse: (request: string) => (isFailing && request === ADD ? failure : undefined),
    })
    expect(await screen.findAllByText(TRANSACTION_ERROR)).not.toHaveLength(0)
    expect(await findPageError()).toHaveTextContent(new RegExp(message.source.slice(1)))
    expect(JSON.parse(localStorage.getItem('paidOrders') ?? '')).toHaveLength(1)
    isFailing = false
    await placeOrder(shop)
    await waitForShopPage()
    expect(prepared.payments).toHaveLength(1)
    expect(collections(prepared)).toHaveLength(1)
  })

  test.each([
    ['logs out', 'Your payment is safe. Log in again to send the order.'],
    ['is replaced by another one', 'Log in as the customer who paid to send the order.'],
  ])('stays paid and adds no address if the customer %s in between', async (what, advice) => {
    const prepared = await prepareStrict()
    const other = what === 'logs out' ? null : await registerOtherCustomer(prepared)
    const reply = prepared.emulator.fetch
    prepared.emulator.fetch = async (input, init) => {
      const response = await reply(input, init)
      if (String(input).endsWith('/address/list') && prepared.payments.length > 0)
        if (other === null) localStorage.removeItem('authToken')
        else localStorage.setItem('authToken', other)
      return response
    }
    await pay(prepared)
    expect(await screen.findAllByText(TRANSACTION_ERROR)).not.toHaveLength(0)
    expect(await findPageError()).toHaveTextContent(advice)
    expect(collections(prepared)).toHaveLength(0)
    expect(JSON.parse(localStorage.getItem('paidOrders') ?? '')).toHaveLength(1)
  })

  test('is not paid for if the address cannot be added and the host is known to require it', async () => {
    const prepared = await prepareStrict()
    hostTraits.set({ requiresPickupAddress: true })
    const shop = await prepared.open({ refuse: (request: string) => (request === ADD ? 403 : undefined) })
    await waitFor(() => expect(screen.getByLabelText('First name')).toHaveValue('Amina'))
    await placeOrder(shop)
    expect(await findPageError()).toHaveTextContent(
      "We couldn't prepare your collection. You haven't been charged.",
    )
    expect(prepared.payments).toHaveLength(0)
    expect(await placeOrderButton()).toHaveAttribute('aria-disabled', 'false')
  })

  test('is a refusal if the host refuses its own address too', async () => {
    const prepared = await prepareStrict()
    const reply = prepared.emulator.fetch
    prepared.emulator.fetch = async (input, init) =>
      String(input).endsWith('/order/place')
        ? new Response('{"errors":[{"code":"delivery_address_id","message":"No such address."}]}', {
            status: 403,
          })
        : reply(input, init)
    const shop = await pay(prepared)
    expect(await findPageError()).toHaveTextContent('The shop replied: No such address.')
    expect(shop.requests.filter((request) => request === PLACE)).toHaveLength(2)
    expect(collections(prepared)).toHaveLength(1)
  })
})

test('a home delivery that is refused for its address adds no address', async () => {
  const prepared = await prepareStrict()
  remove(prepared.emulator.world, 'addresses')
  const shop = await prepared.open({
    state: prepared.home,
    refuse: (request) => (request === LIST ? 500 : undefined),
  })
  const reply = prepared.emulator.fetch
  prepared.emulator.fetch = async (input, init) =>
    String(input).endsWith('/order/place')
      ? new Response('{"errors":{"delivery_address_id":["No such address."]}}', { status: 422 })
      : reply(input, init)
  await waitFor(() => expect(screen.getByLabelText('First name')).toHaveValue('Amina'))
  await placeOrder(shop)
  await prepared.pay('successful')
  expect(await findPageError()).toHaveTextContent('The shop replied: No such address.')
  expect(shop.requests).not.toContain(ADD)
})

test('the place of collection is never offered for delivery, and the account shows it', async () => {
  const prepared = await prepareStrict()
  const checkout = await pay(prepared)
  await waitForShopPage()
  checkout.unmount()
  const delivery = await renderShop({
    path: '/pre-check',
    token: prepared.token,
    emulator: prepared.emulator,
  })
  localStorage.setItem('cart', JSON.stringify([prepared.line]))
  act(() => void window.dispatchEvent(new Event('cartUpdated')))
  await screen.findByRole('radiogroup', { name: 'Saved addresses' })
  expect(screen.queryByRole('radio', { name: /Collect at/ })).toBeNull()
  delivery.unmount()
  await renderShop({ path: '/my-account?show=addresses', token: prepared.token, emulator: prepared.emulator })
  expect(await screen.findByText('Place of collection:')).toBeVisible()
  expect(screen.queryByRole('radio', { name: /Collect at/ })).toBeNull()
})

test.each([
  [
    'a bare list with errorInfo',
    [{ errorInfo: ['22003', 1264, "Out of range value for column 'order_amount'"] }],
  ],
  [
    'a database text',
    { message: "SQLSTATE[22003]: Numeric value out of range: 1264 for column 'order_amount'" },
  ],
  ['nothing', {}],
])('a paid order that is refused with %s names no database', async (_, body) => {
  const prepared = await prepareCheckout()
  const reply = prepared.emulator.fetch
  prepared.emulator.fetch = async (input, init) =>
    String(input).endsWith('/order/place')
      ? new Response(JSON.stringify(body), { status: 403 })
      : reply(input, init)
  await pay(prepared)
  expect(await findPageError()).toHaveTextContent('The shop could not store this order.')
  expect(document.body).not.toHaveTextContent(/SQLSTATE|column|errorInfo/)
})

test('a resumed pickup keeps the address with which it was paid', async () => {
  const prepared = await prepareStrict()
  hostTraits.set({ requiresPickupAddress: true })
  const shop = await prepared.open()
  await waitFor(() => expect(screen.getByLabelText('First name')).toHaveValue('Amina'))
  await placeOrder(shop)
  await waitFor(() => expect(prepared.payments).toHaveLength(1))
  const [{ payload }] = JSON.parse(localStorage.getItem('paymentAttempts') ?? '')
  expect(payload.delivery_address_id).toBe(collections(prepared)[0]?.id)
  update(
    prepared.emulator.world,
    'addresses',
    "SET address = 'Collect at the new shop' WHERE id = ?",
    payload.delivery_address_id,
  )
  await prepared.pay('successful')
  await waitForShopPage()
  expect(lastOrder(prepared).delivery_address_id).toBe(payload.delivery_address_id)
})
