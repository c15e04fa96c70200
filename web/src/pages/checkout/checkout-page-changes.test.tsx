import { act, screen, waitFor, within } from '@testing-library/react'
import { remove, update } from 'mock-server/world/queries'
import { describe, expect, test, vi } from 'vitest'
import {
  acceptChanges,
  changeProduct,
  findPageError,
  PLACE,
  placeOrder,
  placeOrderButton,
  prepareCheckout,
  registerOtherCustomer,
  startPayment,
  waitForShopPage,
} from '../../../test/checkout.tsx'
import { enter } from '../../../test/render.tsx'
import { tokenCacheKey } from '../../api/session.ts'
import { store } from '../../config/store.ts'
import type { CartItem } from '../../domain/cart-item.ts'
import { formatMoney, formatSum, orderTotal } from '../../domain/money.ts'
import { getCart, setQuantity } from '../../features/cart/cart-store.ts'

type Prepared = Awaited<ReturnType<typeof prepareCheckout>>

/** Opens the checkout and waits until its products and account have loaded. */
async function openLoaded(prepared: Prepared, options: Parameters<Prepared['open']>[0] = {}) {
  const shop = await prepared.open(options)
  await waitFor(() => expect(screen.getByLabelText('First name')).not.toHaveValue(''))
  await waitFor(() => expect(shop.requests).toContain(`GET /products/details/${prepared.line.id}`))
  return shop
}

const setRate = ({ emulator }: Prepared, rate: number) =>
  update(
    emulator.world,
    'settings',
    "SET value = json_set(value, '$.delivery_management.shipping_per_km', ?) WHERE name = 'config'",
    rate,
  )

const logInElsewhere = (token: string | null) =>
  act(async () => {
    if (token === null) localStorage.removeItem('authToken')
    else localStorage.setItem('authToken', token)
    window.dispatchEvent(new StorageEvent('storage', { key: 'authToken' }))
  })

describe('a value that changed after the delivery step', () => {
  test('is charged and posted only once accepted: a price', async () => {
    const prepared = await prepareCheckout()
    const { line, payments, orders } = prepared
    const shop = await openLoaded(prepared)
    const price = line.price * 2
    changeProduct(prepared, { price })
    await placeOrder(shop)
    const alert = await findPageError()
    expect(alert).toHaveTextContent("Your order has changed. You haven't been charged.")
    expect(alert).toHaveTextContent(`${line.name}: ${formatMoney(price)} (was ${formatMoney(line.price)})`)
    await placeOrder(shop)
    await findPageError()
    expect(payments).toHaveLength(0)

    await acceptChanges(shop)
    expect(within(screen.getByRole('main')).queryByRole('alert')).toBeNull()
    expect(await placeOrderButton()).toHaveFocus()
    expect(window.history.state.usr.totalPrice).toBe(2 * price)
    expect(JSON.parse(localStorage.getItem('cart') ?? '')).toMatchObject([{ id: line.id, price }])
    await placeOrder(shop)
    await waitFor(() => expect(payments).toHaveLength(1))
    expect(payments[0]?.amount).toBe(orderTotal(2 * price, 0))
    const [attempt] = JSON.parse(localStorage.getItem('paymentAttempts') ?? '')
    expect(attempt.payload.cart).toMatchObject([{ price: String(price) }])
    await prepared.pay('successful')
    await waitForShopPage()
    expect(orders().at(-1)?.order_amount).toBe(payments[0]?.amount)
  })

  test('is charged and posted only once accepted: the rate and the address', async () => {
    const prepared = await prepareCheckout()
    const { home, payments, emulator } = prepared
    const shop = await openLoaded(prepared, { state: home })
    setRate(prepared, 3_000)
    update(emulator.world, 'addresses', "SET address = 'Plot 21' WHERE id = ?", home.address.id)
    await placeOrder(shop)
    const alert = await findPageError()
    const fee = home.distance * 3_000
    expect(alert).toHaveTextContent(`Address: Plot 21 (was ${home.address.address})`)
    expect(alert).toHaveTextContent(`Delivery Fee: ${formatSum(fee)} (was ${formatSum(home.deliveryFee)})`)
    await acceptChanges(shop)
    expect(screen.getByLabelText('Address')).toHaveValue('Plot 21')
    await placeOrder(shop)
    await waitFor(() => expect(payments).toHaveLength(1))
    expect(payments[0]?.amount).toBe(orderTotal(home.totalPrice, fee))
    await prepared.pay('successful')
    await waitForShopPage()
  })

  test('is found even if the clock of the device was set back', async () => {
    const prepared = await prepareCheckout()
    const shop = await openLoaded(prepared)
    changeProduct(prepared, { price: 77_000 })
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 86_400_000 })
    await placeOrder(shop)
    expect(await findPageError()).toHaveTextContent(`${prepared.line.name}: UGX 77,000`)
    expect(prepared.payments).toHaveLength(0)
  })

  test('is found in the stored cart even if the page has not been notified', async () => {
    const prepared = await prepareCheckout()
    const shop = await openLoaded(prepared)
    localStorage.setItem('cart', JSON.stringify([{ ...prepared.line, quantity: 3 }]))
    await placeOrder(shop)
    expect(await findPageError()).toHaveTextContent(`${prepared.line.name}: 3 (was 2)`)
    expect(prepared.payments).toHaveLength(0)
    await acceptChanges(shop)
    expect(screen.getByText('× 3', { exact: false })).toBeVisible()
  })

  test('was last read in this visit if the host fails now', async () => {
    const prepared = await prepareCheckout()
    changeProduct(prepared, { price: 77_000 })
    let isDown = false
    const shop = await openLoaded(prepared, {
      state: prepared.home,
      refuse: (request) => (isDown && request.startsWith('GET ') ? 503 : undefined),
    })
    const summary = within(screen.getByRole('region', { name: 'Order summary' }))
    await summary.findByText(/^Price is now UGX 77,000/)
    isDown = true
    await placeOrder(shop)
    expect(await findPageError()).toHaveTextContent(`${prepared.line.name}: UGX 77,000`)
    expect(summary.queryByText(/^Price is now/)).toBeNull()
    await acceptChanges(shop)
    await placeOrder(shop)
    await waitFor(() => expect(prepared.payments).toHaveLength(1))
    isDown = false
    await prepared.pay('successful')
    await waitForShopPage()
  })
})

describe('a delivery address', () => {
  test('that was deleted leads back to the delivery step', async () => {
    const prepared = await prepareCheckout()
    const { home, emulator, payments } = prepared
    const shop = await openLoaded(prepared, { state: home })
    remove(emulator.world, 'addresses', 'WHERE id = ?', home.address.id)
    await placeOrder(shop)
    expect(await screen.findByText(/^We can't find your delivery address any more/)).toBeVisible()
    expect(window.location.pathname).toBe('/pre-check')
    expect(payments).toHaveLength(0)
    expect(localStorage.getItem('paymentAttempts')).toBeNull()
  })

  test('of another customer is not shown or charged', async () => {
    const prepared = await prepareCheckout()
    const { home, payments } = prepared
    const shop = await openLoaded(prepared, { state: home })
    expect(screen.getByLabelText('Address')).toHaveValue(home.address.address)
    const token = await registerOtherCustomer(prepared)
    await logInElsewhere(token)
    await waitFor(() => expect(screen.getByLabelText('First name')).toHaveValue('Moses'))
    expect(screen.queryByLabelText('Address')).toBeNull()
    expect(screen.queryByText('At four')).toBeNull()
    await placeOrder(shop)
    expect(await findPageError()).toHaveTextContent('Please select a delivery address.')

    // Even if the state names the current log-in, the address must belong to the customer.
    shop.unmount()
    const forged = { ...home, session: tokenCacheKey(token) }
    await placeOrder(await prepared.open({ token, state: forged }))
    expect(await screen.findByText(/^We can't find your delivery address any more/)).toBeVisible()
    expect(payments).toHaveLength(0)
  })

  test('is forgotten after logging out and in again', async () => {
    const prepared = await prepareCheckout()
    const shop = await openLoaded(prepared, { state: prepared.home })
    await logInElsewhere(null)
    await logInElsewhere(prepared.emulator.tokenOf())
    expect(screen.queryByLabelText('Address')).toBeNull()
    expect(screen.getByRole('link', { name: 'Choose delivery' })).toBeVisible()
    await placeOrder(shop)
    expect(await findPageError()).toHaveTextContent('Please select a delivery address.')
    expect(prepared.payments).toHaveLength(0)
  })
})

test('a paid order is posted only for the customer who paid', async () => {
  const { shop, ...prepared } = await startPayment({ isHome: true })
  const { emulator, orders, pay, payments } = prepared
  const before = orders().length
  await logInElsewhere(await registerOtherCustomer(prepared))
  await pay('successful')
  expect(await findPageError()).toHaveTextContent('Log in as the customer who paid to send the order.')
  expect(shop.requests).not.toContain(PLACE)

  await logInElsewhere(emulator.tokenOf())
  expect(await screen.findByRole('heading', { name: 'Finish your order' })).toBeVisible()
  await placeOrder(shop)
  await waitForShopPage()
  expect(payments).toHaveLength(1)
  expect(orders()).toHaveLength(before + 1)
})

test('an expired session asks to log in before anything is charged', async () => {
  const prepared = await prepareCheckout()
  const shop = await openLoaded(prepared)
  remove(prepared.emulator.world, 'access_tokens')
  await placeOrder(shop)
  expect(await screen.findByText('Please log in to place an order.')).toBeVisible()
  expect(window.location.pathname).toBe('/myaccount')
  expect(prepared.payments).toHaveLength(0)
})

test('an order that rounds to UGX 0 opens no window, and the next order is unaffected', async () => {
  const prepared = await prepareCheckout()
  changeProduct(prepared, { price: 24 })
  const shop = await openLoaded(prepared)
  await placeOrder(shop)
  await findPageError()
  await acceptChanges(shop)
  await placeOrder(shop)
  expect(await findPageError()).toHaveTextContent(
    `There is nothing to pay for this order. Please call us on ${store.phones[0]}.`,
  )
  expect(prepared.payments).toHaveLength(0)
  expect(localStorage.getItem('paymentAttempts')).toBeNull()
  expect(shop.requests.filter((request) => request.startsWith('POST'))).toEqual([])

  changeProduct(prepared, { price: 8_000 })
  await placeOrder(shop)
  await acceptChanges(shop)
  await placeOrder(shop)
  await waitFor(() => expect(prepared.payments).toHaveLength(1))
  expect(prepared.payments[0]?.amount).toBe(16_000)
})

test('an option that is no longer offered is not ordered unless accepted', async () => {
  const prepared = await prepareCheckout()
  const chosen = [{ text: 'Size: M', quantity: 2 }]
  const cart = [{ ...prepared.line, chosen }]
  changeProduct(prepared, { options: ['M', 'L'] })
  localStorage.setItem('cart', JSON.stringify(cart))
  const shop = await openLoaded(prepared, { state: { ...prepared.pickup, cartItems: cart } })
  expect(await screen.findByText(/^Size: M/)).toHaveTextContent("Size: M. We'll call you to confirm this.")
  changeProduct(prepared, { options: ['L'] })
  await placeOrder(shop)
  expect(await findPageError()).toHaveTextContent(
    `${prepared.line.name}: Option no longer offered (was Size: M)`,
  )
  await acceptChanges(shop)
  expect(screen.queryByText(/to confirm this/)).toBeNull()
  await placeOrder(shop)
  await waitFor(() => expect(prepared.payments).toHaveLength(1))
})

test('the payer is checked at the fields before the window opens, and passed on without separators', async () => {
  const prepared = await prepareCheckout()
  const shop = await openLoaded(prepared)
  const field = (name: string) => screen.getByLabelText(name)
  await shop.user.click(screen.getByRole('button', { name: 'Edit' }))
  expect(field('First name')).toHaveFocus()
  await shop.user.clear(field('First name'))
  await shop.user.clear(field('Email'))
  await enter(shop.user, field('Email'), 'Text')
  await shop.user.clear(field('Phone'))
  await enter(shop.user, field('Phone'), '+256 772 123 456 (MTN)')
  await placeOrder(shop)
  await waitFor(() => expect(field('First name')).toHaveFocus())
  expect(field('First name')).toHaveAccessibleDescription('First name is required')
  expect(field('Email')).toHaveAccessibleDescription(/Invalid email address$/)
  expect(prepared.payments).toHaveLength(0)
  await enter(shop.user, field('First name'), 'Amina')
  await enter(shop.user, field('Email'), '@kitabo.example')
  expect(field('Email')).not.toHaveAttribute('aria-invalid')
  await placeOrder(shop)
  await waitFor(() => expect(prepared.payments).toHaveLength(1))
  expect(prepared.payments[0]?.customer).toEqual({
    email: 'Text@kitabo.example',
    name: 'Amina Nakato',
    phone_number: '+256772123456',
  })
})

test.each([
  ['cart', () => act(() => void setQuantity(getCart()[0] as CartItem, 1))],
  [
    "payer's phone",
    async ({ user }: Awaited<ReturnType<Prepared['open']>>) => {
      await user.click(screen.getByRole('button', { name: 'Edit' }))
      await enter(user, screen.getByLabelText('Phone'), '1')
    },
  ],
])('opens no window if the %s changes while the payment script loads', async (_, change) => {
  const prepared = await prepareCheckout()
  const shop = await openLoaded(prepared)
  const vendor = window.FlutterwaveCheckout
  Reflect.deleteProperty(window, 'FlutterwaveCheckout')
  const scripts: Node[] = []
  vi.spyOn(document.head, 'append').mockImplementation((...nodes) => void scripts.push(nodes[0] as Node))
  await placeOrder(shop)
  expect(await screen.findByRole('button', { name: 'Opening payment...' })).toBeVisible()
  await change(shop)
  Object.assign(window, { FlutterwaveCheckout: vendor })
  scripts.at(-1)?.dispatchEvent(new Event('load'))
  expect(await findPageError()).toHaveTextContent("Your order has changed. You haven't been charged.")
  expect(prepared.payments).toEqual([])
  await placeOrder(shop)
  await waitFor(() => expect(prepared.payments).toHaveLength(1))
})
