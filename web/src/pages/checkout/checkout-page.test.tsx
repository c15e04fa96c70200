import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'

import { findPageError, placeOrder, prepareCheckout, waitForShopPage } from '../../../test/checkout.tsx'
import { enter, lateResponse, renderShop } from '../../../test/render.tsx'
import { addToCart, clearCart } from '../../features/cart/cart-store.ts'

describe('opening the checkout', () => {
  test('shows a message and redirects to the log-in if the shopper is logged out', async () => {
    const { emulator } = await prepareCheckout()
    await renderShop({ path: '/checkout', emulator })
    expect(await screen.findByText('Please log in to view account details.')).toBeVisible()
    expect(window.location.pathname).toBe('/myaccount')
    expect(window.history.state.usr).toEqual({ fromCheckout: true })
    expect(await screen.findByText('Log in to continue with your order. Your cart is safe.')).toBeVisible()
  })

  test('says at the log-in why it is there if the cart is empty, too', async () => {
    await renderShop({ path: '/checkout' })
    expect(await screen.findByText('Log in to continue.')).toBeVisible()
  })

  test('shows the steps, the billing form with the account, the read-only address and the accepted payments', async () => {
    const { home, open } = await prepareCheckout()
    await open({ state: home })
    expect(await screen.findByLabelText('First name')).toHaveValue('Amina')
    expect(screen.getByLabelText('Last name')).toHaveValue('Nakato')
    expect(screen.getByLabelText('Email')).toHaveValue('demo@kitabo.example')
    expect(screen.getByLabelText('Address')).toHaveAttribute('readonly')
    expect((screen.getByLabelText('Address') as HTMLInputElement).value).toBe(home.address.address)
    const steps = within(screen.getByRole('list', { name: 'Checkout steps' })).getAllByRole('listitem')
    expect(steps.map(({ textContent }) => textContent)).toEqual(['Delivery, completed', '2Payment', '3Done'])
    expect(steps[1]).toHaveAttribute('aria-current', 'step')
    const marks = within(screen.getByRole('list', { name: 'Accepted payments' }))
    expect(marks.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'Mobile money',
      'Visa',
      'Mastercard',
      'USSD',
    ])
    expect(screen.getByText('Delivery note').parentElement).toHaveTextContent('Delivery note At four')
    expect(screen.getByText(/^Payments are processed by/)).toHaveTextContent(/ by Flutterwave\./)
    expect(screen.getByRole('link', { name: 'How refunds work' })).toHaveAttribute('href', '/refund-policy')
  })

  test('shows no error if the account fails to load, but a button that loads it again', async () => {
    const { open } = await prepareCheckout()
    let isDown = true
    const { user } = await open({
      refuse: (request) => (isDown && request === 'GET /customer/info' ? 500 : undefined),
    })
    expect(await screen.findByLabelText('First name')).toHaveValue('')
    expect(screen.queryByRole('alert')).toBeNull()
    await enter(user, screen.getByLabelText('Last name'), 'Ssali')
    isDown = false
    await user.click(screen.getByRole('button', { name: 'Load my details' }))
    expect(await screen.findByLabelText('First name')).toHaveValue('Amina')
    expect(screen.getByLabelText('Last name')).toHaveValue('Ssali')
    expect(screen.getByRole('button', { name: 'Edit' })).toHaveFocus()
  })

  test('shows no empty lines while the account loads, and can be filled in', async () => {
    const { open } = await prepareCheckout()
    const { user } = await open({
      file: (request) => (request === 'GET /customer/info' ? new Promise(() => {}) : undefined),
    })
    const edit = await screen.findByRole('button', { name: 'Edit' })
    expect(screen.queryByLabelText('First name')).toBeNull()
    await user.click(edit)
    expect(screen.getByLabelText('First name')).toHaveFocus()
  })

  test('says on Place Order that the account still loads, and pays once it has loaded', async () => {
    const { open, emulator, token, payments } = await prepareCheckout()
    const late = lateResponse()
    const shop = await open({
      file: (request) => (request === 'GET /customer/info' ? late.response : undefined),
    })
    for (const _ of ['first', 'second']) {
      await placeOrder(shop)
      await screen.findByRole('button', { name: 'Checking stock...' })
      await screen.findByRole('button', { name: /Place Order/ }, { timeout: 5_000 })
      expect(await findPageError()).toHaveTextContent(
        "We couldn't load your account. You haven't been charged.",
      )
    }
    expect(shop.requests.filter((request) => request === 'GET /customer/info')).toHaveLength(1)
    const info = await emulator.fetch(`${emulator.origin}/api/v1/customer/info`, {
      headers: { Authorization: `Bearer ${token}` },
    })
    await act(async () => late.send(info))
    expect(await screen.findByLabelText('First name')).toHaveValue('Amina')
    await placeOrder(shop)
    await waitFor(() => expect(payments).toHaveLength(1))
  })

  test('marks the delivery as completed only once it is chosen', async () => {
    const { open } = await prepareCheckout()
    await open({ state: null })
    const steps = await screen.findByRole('list', { name: 'Checkout steps' })
    expect(within(steps).getAllByRole('listitem')[0]).toHaveAttribute('aria-current', 'step')
    expect(steps).not.toHaveTextContent('completed')
  })

  test('shows items, rounding, subtotal, fee and a total rounded to 100', async () => {
    const prepared = await prepareCheckout()
    const { home, open } = prepared
    const line = { ...prepared.line, price: 12_925 }
    await open({ state: { ...home, cartItems: [line], totalPrice: 25_850 } })
    const summary = await screen.findByRole('region', { name: 'Order summary' })
    const subtotal = Math.round((line.price * 2) / 100) * 100
    const fee = Math.round(home.deliveryFee / 100) * 100
    expect(within(summary).getByText(line.name, { exact: false })).toBeVisible()
    expect(within(summary).getByText(`UGX ${fee.toLocaleString('en-US')}`)).toBeVisible()
    expect(within(summary).getByText('Rounding').closest('div')).toHaveTextContent('RoundingUGX 50')
    const total = `UGX ${(subtotal + fee).toLocaleString('en-US')}`
    expect(within(summary).getByText(total)).toBeVisible()
  })

  test('counts the items in a link next to the heading, and collapses those of a longer order, unless one has changed', async () => {
    const { emulator, home, line, open } = await prepareCheckout()
    const lines = [1, 2, 3, 4].map((at) => ({ ...line, quantity: 1, name: `Line ${at}` }))
    localStorage.setItem('cart', JSON.stringify(lines))
    const short = await open({ emulator, state: { ...home, cartItems: lines } })
    expect(await screen.findByText('Line 4', { exact: false })).toBeVisible()
    short.unmount()
    for (const [cartItems, isOpen] of [
      [[...lines, { ...line, quantity: 1, name: 'Line 5' }], false],
      [[...lines, { ...line, quantity: 1, name: 'Line 5', price: line.price + 100 }], true],
    ] as const) {
      localStorage.setItem('cart', JSON.stringify(cartItems))
      const shop = await open({ emulator, state: { ...home, cartItems } })
      const summary = within(await screen.findByRole('region', { name: 'Order summary' }))
      const glance = screen.getByRole('button', { name: '5 items' })
      expect(glance.querySelectorAll('img')).toHaveLength(3)
      const scroll = vi.spyOn(Element.prototype, 'scrollIntoView')
      glance.click()
      expect(scroll.mock.contexts).toEqual([screen.getByRole('heading', { name: 'Order summary' })])
      scroll.mockRestore()
      const toggle = summary.getByText('2 more items')
      await waitFor(() => expect(toggle.closest('details')?.open).toBe(isOpen))
      const last = summary.getByText('Line 5', { exact: false })
      if (isOpen) expect(last).toBeVisible()
      else expect(last).not.toBeVisible()
      shop.unmount()
    }
  })

  test('requires a delivery and links to the delivery step', async () => {
    const { open, payments } = await prepareCheckout()
    const shop = await open({ state: null })
    await placeOrder(shop)
    expect(await screen.findAllByText('Please select a delivery address.')).not.toHaveLength(0)
    expect(payments).toHaveLength(0)
    expect(screen.queryByLabelText('Address')).toBeNull()
    expect(screen.getByRole('button', { name: 'Place Order' })).not.toHaveClass('btn-primary')
    const choose = screen.getByRole('link', { name: 'Choose delivery' })
    expect(choose).toHaveClass('btn-primary')
    await shop.user.click(choose)
    expect(window.location.pathname).toBe('/pre-check')
  })

  test('shows a message if the cart is empty', async () => {
    const { open } = await prepareCheckout()
    localStorage.removeItem('cart')
    await open({ state: null })
    const main = screen.getByRole('main')
    expect(await within(main).findByText(/^Your cart is empty!/)).toBeVisible()
    expect(screen.queryByRole('list', { name: 'Checkout steps' })).toBeNull()
  })
})

describe('the lines of the checkout', () => {
  test('change together with the cart', async () => {
    const { line, open } = await prepareCheckout()
    await open()
    const summary = await screen.findByRole('region', { name: 'Order summary' })
    await act(async () => {
      localStorage.setItem('cart', JSON.stringify([{ ...line, id: 2, name: 'Later' }]))
      window.dispatchEvent(new Event('cartUpdated'))
    })
    expect(within(summary).getByText(/^Later/)).toBeVisible()
    expect(within(summary).queryByText(line.name, { exact: false })).toBeNull()
  })

  test('are read from navigation state if the browser has never stored a cart', async () => {
    const { line, open } = await prepareCheckout()
    localStorage.removeItem('cart')
    await open()
    const summary = await screen.findByRole('region', { name: 'Order summary' })
    expect(within(summary).getByText(line.name, { exact: false })).toBeVisible()
  })

  test('are not read from navigation state once an order has emptied the cart', async () => {
    const { open, line } = await prepareCheckout()
    addToCart(line)
    clearCart()
    await open()
    const main = screen.getByRole('main')
    expect(await within(main).findByText(/^Your cart is empty!/)).toBeVisible()
  })
})

describe('the billing form', () => {
  test('keeps changes after a reload until the order is accepted', async () => {
    const { open, pay } = await prepareCheckout()
    const first = await open()
    const phone = () => screen.getByLabelText('Phone')
    await waitFor(() => expect(screen.getByLabelText('First name')).toHaveValue('Amina'))
    expect(phone()).toHaveAttribute('readonly')
    await first.user.click(screen.getByRole('button', { name: 'Edit' }))
    await first.user.clear(phone())
    await enter(first.user, phone(), '0700111222')
    first.unmount()

    const second = await open()
    await waitFor(() => expect(screen.getByLabelText('First name')).toHaveValue('Amina'))
    expect(phone()).toHaveValue('0700111222')
    await placeOrder(second)
    await pay('successful')
    await waitForShopPage()
    expect(sessionStorage.getItem('billingDraft')).toBeNull()
  })
})

test.each([
  [300, true],
  [500, false],
  [5_000_000, false],
  [5_200_000, true],
])('a total of UGX %i points to the card: %s', async (price, isOutside) => {
  const prepared = await prepareCheckout()
  const line = { ...prepared.line, quantity: 1, price }
  localStorage.setItem('cart', JSON.stringify([line]))
  await prepared.open({ state: { ...prepared.pickup, cartItems: [line], totalPrice: price } })
  await screen.findByRole('list', { name: 'Accepted payments' })
  const advice = 'Mobile money takes payments from UGX 500 to UGX 5,000,000. Pay this total by card.'
  if (isOutside) expect(screen.getByText(advice)).toBeVisible()
  else expect(screen.queryByText(advice)).toBeNull()
})
