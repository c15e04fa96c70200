import { screen, waitFor, within } from '@testing-library/react'
import { update } from 'mock-server/world/queries'
import { expect, test } from 'vitest'
import {
  acceptChanges,
  findPageError,
  placeOrder,
  placeOrderButton,
  prepareCheckout,
  waitForShopPage,
} from '../../../test/checkout.tsx'
import { inToast } from '../../../test/render.tsx'

const SHORTAGE = "Part of your order is no longer in stock. You haven't been charged."

type Prepared = Awaited<ReturnType<typeof prepareCheckout>>

/** Sets the stock of the product in the cart. */
function setStock({ emulator, line }: Prepared, stock: number) {
  const json = `json_set(json, '$.total_stock', ${stock}, '$.variations', json('[]'))`
  update(emulator.world, 'products', `SET stock = ?, json = ${json} WHERE id = ?`, stock, line.id)
}

const summary = () => within(screen.getByRole('region', { name: 'Order summary' }))

test('marks a sold-out line, which Update removes', async () => {
  const prepared = await prepareCheckout()
  setStock(prepared, 0)
  const { user } = await prepared.open()
  await placeOrderButton()
  expect(await summary().findByText('Sold out')).toBeVisible()
  await user.click(summary().getByRole('button', { name: `Update ${prepared.line.name}` }))
  expect(await screen.findByText(inToast(`${prepared.line.name} removed from your cart.`))).toBeVisible()
  expect(screen.getByText(/^Your cart is empty!/)).toBeVisible()
})

test('opens no payment window until the shopper accepts the current stock', async () => {
  const prepared = await prepareCheckout()
  const shop = await prepared.open()
  await waitFor(() => expect(shop.requests).toContain(`GET /products/details/${prepared.line.id}`))
  setStock(prepared, 1)
  await placeOrder(shop)
  expect(await screen.findAllByText(SHORTAGE)).not.toHaveLength(0)
  expect(await findPageError()).toHaveTextContent(`${prepared.line.name}: Only 1 left (was 2)`)
  expect(prepared.payments).toHaveLength(0)

  await acceptChanges(shop)
  await placeOrder(shop)
  await waitFor(() => expect(prepared.payments).toHaveLength(1))
  expect(prepared.payments[0]?.amount).toBe(Math.round(prepared.line.price / 100) * 100)
  await prepared.pay('successful')
  await waitForShopPage()
})

test.each([
  [200, { errors: { code: 'product-001', message: 'Product not found!' } }],
  [404, { errors: [{ code: 'product-001', message: 'Product not found!' }] }],
])('treats a removed product as sold out (%s %j)', async (status, body) => {
  const { open, payments, line } = await prepareCheckout()
  const shop = await open({ faults: [{ path: '/products/details/*', effect: { status, body } }] })
  await placeOrder(shop)
  expect(await findPageError()).toHaveTextContent(`${line.name}: Sold out (was 2)`)
  expect(payments).toHaveLength(0)
  await acceptChanges(shop)
  expect(screen.getByText(/^Your cart is empty!/)).toBeVisible()
})

test.each([404, 'down'] as const)('allows the payment if the stock is unknown (%s)', async (response) => {
  const { open, payments } = await prepareCheckout()
  const shop = await open({
    refuse: (request) => (request.includes('/products/details/') ? response : undefined),
  })
  await placeOrder(shop)
  await waitFor(() => expect(payments).toHaveLength(1))
})

test('delays the payment by at most three seconds if the host does not respond', async () => {
  const { emulator, open, payments } = await prepareCheckout()
  const response = emulator.fetch
  emulator.fetch = (input, init) =>
    String(input).includes('/products/details/') ? new Promise(() => {}) : response(input, init)
  const shop = await open()
  const start = performance.now()
  await placeOrder(shop)
  expect(await placeOrderButton()).toHaveTextContent('Checking stock...')
  await waitFor(() => expect(payments).toHaveLength(1), { timeout: 30_000 })
  expect(performance.now() - start).toBeGreaterThan(2_900)
})
