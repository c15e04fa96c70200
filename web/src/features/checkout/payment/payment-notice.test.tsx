import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import {
  PLACE,
  payWithoutOrder,
  placeOrder,
  placeOrderButton,
  prepareCheckout,
  registerOtherCustomer,
  startAgain,
  startPayment,
  waitForShopPage,
} from '../../../../test/checkout.tsx'
import { enter } from '../../../../test/render.tsx'

const WAITING = /is waiting for your approval|payment of.* isn't finished|don't know yet whether your/
const PAID = /, but we don't have your order yet/

const inPage = () => within(screen.getByRole('main'))

/** Starts a payment that stays pending and closes the tab. */
async function leavePending() {
  const { shop, ...prepared } = await startPayment()
  await prepared.pay('pending')
  await inPage().findByText(WAITING)
  shop.unmount()
  sessionStorage.clear()
  return prepared
}

describe('a payment with an unknown outcome', () => {
  test('is resumed with its reference and its payer in a new tab', async () => {
    const prepared = await leavePending()
    const shop = await prepared.open()
    expect(await inPage().findByText(WAITING)).toBeVisible()
    await waitFor(() => expect(screen.getByLabelText('First name')).toHaveValue('Amina'))
    expect(screen.getByLabelText('First name')).toHaveAttribute('readonly')
    expect(screen.queryByRole('button', { name: 'Edit' })).toBeNull()
    await placeOrder(shop)
    await waitFor(() => expect(prepared.payments).toHaveLength(2))
    const [first, second] = prepared.payments
    expect(second).toMatchObject({
      tx_ref: first?.tx_ref,
      amount: first?.amount,
      currency: first?.currency,
      customer: first?.customer,
    })
    await prepared.pay('successful')
    await waitForShopPage()
    expect(localStorage.getItem('paymentAttempts')).toBeNull()
  })

  test('shows its payer, whose details differ from those of the account', async () => {
    const prepared = await prepareCheckout()
    const { user, unmount } = await prepared.open()
    await user.click(await screen.findByRole('button', { name: 'Edit' }))
    for (const [label, text] of [
      ['First name', 'Mary Jane'],
      ['Email', 'mary@kitabo.example'],
    ] as const) {
      await user.clear(screen.getByLabelText(label))
      await enter(user, screen.getByLabelText(label), text)
    }
    await user.click(await placeOrderButton())
    await prepared.pay('pending')
    await inPage().findByText(WAITING)
    unmount()
    sessionStorage.clear()
    await prepared.open()
    expect(await inPage().findByText(WAITING)).toBeVisible()
    await waitFor(() => expect(screen.getByLabelText('Email')).toHaveValue('mary@kitabo.example'))
    expect(screen.getByLabelText('First name')).toHaveValue('Mary')
    expect(screen.getByLabelText('Last name')).toHaveValue('Jane Nakato')
  })

  test('pays for the original order even if the cart has changed', async () => {
    const prepared = await leavePending()
    const { line, open, orders, pay, payments } = prepared
    const before = orders().length
    localStorage.setItem('cart', JSON.stringify([{ ...line, quantity: 3 }]))
    const shop = await open({ state: { ...prepared.pickup, cartItems: [{ ...line, quantity: 3 }] } })
    const summary = await screen.findByRole('region', { name: 'Order summary' })
    expect(within(summary).getByText('× 2')).toBeVisible()
    await placeOrder(shop)
    await waitFor(() => expect(payments).toHaveLength(2))
    expect(payments[1]).toMatchObject({ tx_ref: payments[0]?.tx_ref, amount: payments[0]?.amount })
    await pay('successful')
    await waitForShopPage()
    expect(orders()).toHaveLength(before + 1)
    expect(orders().at(-1)?.order_amount).toBe(payments[0]?.amount)
    expect(JSON.parse(localStorage.getItem('cart') ?? '[]')).toMatchObject([{ id: line.id, quantity: 1 }])
  })

  test('can be continued without a cart or a delivery', async () => {
    const prepared = await leavePending()
    const before = prepared.orders().length
    localStorage.removeItem('cart')
    const shop = await prepared.open({ path: '/', state: null })
    await inPage().findByText(WAITING)
    await shop.user.click(inPage().getByRole('link', { name: 'Continue this payment' }))
    await placeOrder(shop)
    await waitFor(() => expect(prepared.payments).toHaveLength(2))
    await prepared.pay('successful')
    await waitForShopPage()
    expect(prepared.orders()).toHaveLength(before + 1)
    expect(shop.requests.filter((request) => request === PLACE)).toHaveLength(1)
  })

  test('is kept after a failure without a transaction id, and never paid again without a statement', async () => {
    const { shop, ...prepared } = await startPayment()
    await prepared.pay('failed', { transaction_id: null })
    expect(await screen.findByText('Payment was not successful.')).toBeVisible()
    await inPage().findByText(WAITING)
    const unknown =
      /We don't know yet .* went through\. If your phone or bank has confirmed it, you have paid\./
    expect(inPage().getByText(WAITING).parentElement).toHaveTextContent(unknown)
    expect(inPage().queryByRole('alert')).toBeNull()
    expect(inPage().getByRole('link', { name: /^Call \+/ })).toHaveAttribute(
      'href',
      expect.stringMatching(/^tel:/),
    )

    await placeOrder(shop)
    await waitFor(() => expect(prepared.payments).toHaveLength(2))
    expect(prepared.payments[1]?.tx_ref).toBe(prepared.payments[0]?.tx_ref)
    // A window that refuses the reference calls back nothing; it can only be closed.
    await act(async () => prepared.payments[1]?.onclose(true))
    expect((await inPage().findByText(WAITING)).parentElement).toHaveTextContent(unknown)
    expect(prepared.payments).toHaveLength(2)

    await startAgain(shop)
    await waitFor(async () => expect(await placeOrderButton()).toHaveFocus())
    expect(inPage().queryByRole('alert')).toBeNull()
    expect(inPage().queryByText(WAITING)).toBeNull()
    await placeOrder(shop)
    await waitFor(() => expect(prepared.payments).toHaveLength(3))
    expect(prepared.payments[2]?.tx_ref).not.toBe(prepared.payments[0]?.tx_ref)
  })

  test('is kept and shown if the window is closed, with what is known about the charge', async () => {
    const { shop, ...prepared } = await startPayment()
    expect(inPage().queryByText(WAITING)).toBeNull()
    await act(async () => prepared.payments[0]?.onclose(true))
    expect((await inPage().findByText(WAITING)).parentElement).toHaveTextContent(
      /^Your payment of UGX [\d,]+ isn't finished\. You paid nothing, unless your phone or bank has confirmed it\./,
    )
    expect(inPage().queryByRole('alert')).toBeNull()
    expect(shop.requests).not.toContain(PLACE)
  })

  test('is shown in one box that waits while the payment is pending, also after a reload', async () => {
    const prepared = await leavePending()
    await prepared.open()
    const box = (await inPage().findByText(WAITING)).closest('.notice')
    expect(box).toHaveTextContent(
      /^Your UGX [\d,]+ is waiting for your approval\. Approve it on your phone, then come back here to finish your order\./,
    )
    expect(inPage().queryByRole('alert')).toBeNull()
  })

  test('is hidden from other customers', async () => {
    const prepared = await leavePending()
    const shop = await prepared.open({ token: await registerOtherCustomer(prepared) })
    await waitFor(() => expect(screen.getByLabelText('First name')).toHaveValue('Moses'))
    expect(inPage().queryByText(WAITING)).toBeNull()
    await placeOrder(shop)
    await waitFor(() => expect(prepared.payments).toHaveLength(2))
    expect(prepared.payments[1]?.tx_ref).not.toBe(prepared.payments[0]?.tx_ref)
    await prepared.pay('successful')
    await waitForShopPage()
    shop.unmount()
    await prepared.open({ path: '/my-account?tab=orders', state: null })
    expect(await inPage().findByText(WAITING)).toBeVisible()
  })

  test('blocks new payments while the customer is unknown', async () => {
    const prepared = await leavePending()
    localStorage.removeItem('customer')
    const stored = localStorage.getItem('paymentAttempts') ?? ''
    localStorage.setItem('paymentAttempts', stored.replace(/"session":"\w+"/, '"session":"earlier"'))
    const shop = await prepared.open({
      refuse: (request) => (request === 'GET /customer/info' ? 500 : undefined),
    })
    await placeOrder(shop)
    await inPage().findByText(/couldn't load your account/)
    expect(prepared.payments).toHaveLength(1)
  })

  test('is shown on other pages, with one button that leads to the checkout, and in the cart', async () => {
    const prepared = await leavePending()
    for (const path of ['/my-account?tab=orders', '/pre-check', '/']) {
      const shop = await prepared.open({ path, state: null })
      const notice = (await inPage().findByText(WAITING)).closest('.notice') as HTMLElement
      const button = within(notice).getByRole('link', { name: 'Continue this payment' })
      expect(button).toHaveAttribute('href', '/checkout')
      expect(within(notice).queryAllByRole('button')).toEqual([])
      shop.unmount()
    }
    const shop = await prepared.open({ path: '/about-us', state: null })
    await shop.user.click(await screen.findByRole('button', { name: /^Cart, / }))
    const panel = within(await screen.findByRole('dialog', { name: 'Cart Items' }))
    expect(await panel.findByText(WAITING)).toBeVisible()
    await shop.user.click(panel.getByRole('link', { name: 'Continue this payment' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  test('is hidden after logging out', async () => {
    const prepared = await leavePending()
    const shop = await prepared.open({ path: '/my-account', state: null })
    await shop.user.click(await screen.findByRole('tab', { name: 'Logout' }))
    await waitFor(() => expect(window.location.pathname).toBe('/'))
    expect(inPage().queryByText(WAITING)).toBeNull()
    expect(localStorage.getItem('paymentAttempts')).not.toBeNull()
  })
})

describe('a paid order that was not sent', () => {
  async function leavePaid() {
    const paid = await payWithoutOrder(503, true)
    paid.shop.unmount()
    sessionStorage.clear()
    paid.recover()
    return paid
  }

  test('is shown on other pages and in the cart', async () => {
    const { open } = await leavePaid()
    const shop = await open({ path: '/', state: null })
    expect(await inPage().findByText(PAID)).toBeVisible()
    expect(inPage().getByRole('link', { name: 'Finish your order' })).toHaveAttribute('href', '/checkout')
    await shop.user.click(await screen.findByRole('button', { name: /^Cart, / }))
    const panel = await screen.findByRole('dialog', { name: 'Cart Items' })
    expect(await within(panel).findByText(PAID)).toBeVisible()
  })

  test('is shown and confirmed as it was paid, regardless of the navigation state', async () => {
    const { home, line, open, orders, payments } = await leavePaid()
    localStorage.setItem('cart', JSON.stringify([{ ...line, id: 2, name: 'Later', price: 90_000 }]))
    const shop = await open({ state: null })
    const fee = `UGX ${(Math.round(home.deliveryFee / 100) * 100).toLocaleString('en-US')}`
    const summary = await screen.findByRole('region', { name: 'Order summary' })
    await waitFor(() => expect(within(summary).getByText(line.name, { exact: false })).toBeVisible())
    expect(within(summary).getByText(fee)).toBeVisible()
    expect(within(summary).getByText(`UGX ${payments[0]?.amount.toLocaleString('en-US')}`)).toBeVisible()
    expect(within(summary).queryByText(/Later/)).toBeNull()
    expect((screen.getByLabelText('Address') as HTMLInputElement).value).toBe(home.address.address)
    expect(screen.getByLabelText('First name')).toHaveAttribute('readonly')
    expect(screen.queryByRole('link', { name: /delivery$/ })).toBeNull()
    expect(screen.queryByRole('list', { name: 'Accepted payments' })).toBeNull()
    expect(document.querySelector('[data-total]')).toHaveAttribute('data-label', 'Paid')

    await placeOrder(shop)
    await waitForShopPage()
    const notice = await screen.findByRole('region', { name: `Order #${orders().at(-1)?.id} is placed` })
    expect(notice).toHaveTextContent(`to ${home.address.address}`)
    expect(notice).toHaveTextContent(fee)
    expect(notice).not.toHaveTextContent('Collect it at the shop')
  })

  test('is not treated as a pickup if its delivery is unknown', async () => {
    const { open } = await leavePaid()
    const [{ delivery: _, ...paid }] = JSON.parse(localStorage.getItem('paidOrders') ?? '[]')
    localStorage.setItem('paidOrders', JSON.stringify([paid]))
    const shop = await open({ state: null })
    await screen.findByRole('heading', { name: 'Finish your order' })
    expect(screen.getByText('Unknown')).toBeVisible()
    expect(screen.queryByRole('link', { name: 'Choose delivery' })).toBeNull()
    await placeOrder(shop)
    await waitForShopPage()
    const notice = await screen.findByRole('region', { name: /is placed/ })
    expect(notice).not.toHaveTextContent('Collect it')
  })
})
