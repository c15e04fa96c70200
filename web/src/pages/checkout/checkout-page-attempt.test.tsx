import { act, screen, waitFor, within } from '@testing-library/react'
import type { PaymentResult } from 'contracts/payments'
import { update } from 'mock-server/world/queries'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import {
  changeProduct,
  findPageError,
  PLACE,
  payWithoutOrder,
  placeOrder,
  placeOrderButton,
  prepareCheckout,
  startAgain,
  startPayment,
  waitForShopPage,
} from '../../../test/checkout.tsx'
import { fillStorage } from '../../../test/full-storage.ts'
import { clearToken, logOut } from '../../api/session.ts'
import { addToCart } from '../../features/cart/cart-store.ts'
import { paidOrders } from '../../features/checkout/payment/payments.ts'

/** Opens a payment window and closes it without a result. */
async function leaveAttempt(options: Parameters<typeof startPayment>[0] = {}) {
  const started = await startPayment(options)
  await act(async () => started.payments[0]?.onclose(true))
  await screen.findByRole('button', { name: 'Start again' })
  return started
}

describe('an attempt', () => {
  test('is continued with Place Order, the only button that pays, unless the shopper starts again', async () => {
    const { shop, ...prepared } = await leaveAttempt()
    expect(await placeOrderButton()).toHaveAccessibleDescription(
      "Place Order continues this payment: you can't be charged twice.",
    )
    expect(screen.queryByRole('button', { name: /check again|pay again/i })).toBeNull()
    await shop.user.click(screen.getByRole('button', { name: 'Start again' }))
    await shop.user.click(await screen.findByRole('button', { name: 'Keep this payment' }))
    expect(localStorage.getItem('paymentAttempts')).not.toBeNull()
    await placeOrder(shop)
    await waitFor(() => expect(prepared.payments).toHaveLength(2))
    expect(prepared.payments[1]?.tx_ref).toBe(prepared.payments[0]?.tx_ref)
  })

  test('says that what was added since is not part of it', async () => {
    const { line } = await leaveAttempt()
    expect(screen.queryByText(/^Your earlier order/)).toBeNull()
    act(() => void addToCart({ ...line, id: 900, name: 'Added since' }))
    expect(await screen.findByText('Your earlier order. Newer items stay in your cart.')).toBeVisible()
  })

  test('says after the log-in has expired that the shopper must log in, and hides the unknown payer', async () => {
    await leaveAttempt()
    expect(screen.getByRole('heading', { name: 'Billing details' })).toBeVisible()
    act(clearToken)
    const note = await screen.findByText(/^You're not logged in any more/)
    expect(within(note).getByRole('link', { name: 'Log in' })).toBeVisible()
    expect(screen.queryByRole('heading', { name: 'Billing details' })).toBeNull()
    expect(screen.getByRole('button', { name: 'Start again' })).toBeVisible()
  })

  test('opens no window if the price has risen, and can be started again', async () => {
    const { shop, ...prepared } = await leaveAttempt()
    changeProduct(prepared, { price: 99_000 })
    await placeOrder(shop)
    const alert = await findPageError()
    expect(alert).toHaveTextContent("You can't continue this payment, because the order has changed.")
    expect(alert).toHaveTextContent(/UGX 99,000 \(was UGX/)
    expect(alert).toHaveTextContent("If you weren't charged, start again.")
    expect(within(alert).queryByRole('button')).toBeNull()
    expect(screen.getByText('Nothing is ordered yet. See the message above.')).toBeVisible()
    expect(prepared.payments).toHaveLength(1)
    await startAgain(shop)
    expect(localStorage.getItem('paymentAttempts')).toBeNull()
    expect(await placeOrderButton()).toHaveFocus()
  })

  test('of a customer who has logged in again is continued only once the account has loaded', async () => {
    const { shop: before, emulator, open, payments } = await leaveAttempt()
    before.unmount()
    let isDown = true
    const shop = await open({
      token: emulator.tokenOf(),
      refuse: (request) => (isDown && request === 'GET /customer/info' ? 503 : undefined),
    })
    await placeOrder(shop)
    expect(await findPageError()).toHaveTextContent('An earlier payment on this device may be yours.')
    expect(payments).toHaveLength(1)
    isDown = false
    await placeOrder(shop)
    await waitFor(() => expect(payments).toHaveLength(2))
    expect(payments[1]?.tx_ref).toBe(payments[0]?.tx_ref)
  })

  test('is kept while its window is open in another tab', async () => {
    const { shop } = await leaveAttempt()
    const locks = { request: async (_: string, __: object, respond: (lock: null) => void) => respond(null) }
    Object.defineProperty(navigator, 'locks', { configurable: true, value: locks })
    onTestFinished(() => void Reflect.deleteProperty(navigator, 'locks'))
    await startAgain(shop)
    expect(await screen.findByText('A payment is open in another tab.')).toBeVisible()
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(localStorage.getItem('paymentAttempts')).toContain('tx_ref')
  })

  test('is kept if its window does not open again, because it may have been charged', async () => {
    const { shop } = await leaveAttempt()
    window.FlutterwaveCheckout = () => {
      throw new Error('The window broke.')
    }
    await placeOrder(shop)
    await findPageError()
    expect(await screen.findByRole('button', { name: 'Start again' })).toBeVisible()
    expect(localStorage.getItem('paymentAttempts')).toContain('tx_ref')
  })
})

/**
 * Opens the payment window, and waits until the shop asks whether it has opened.
 * @param prepare called after it opened
 */
async function waitForWindow(prepare = () => {}) {
  const prepared = await prepareCheckout()
  const close = vi.fn()
  window.FlutterwaveCheckout = (config) => {
    prepared.payments.push(config)
    return { close }
  }
  const shop = await prepared.open()
  await placeOrderButton()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
  await placeOrder(shop)
  await waitFor(() => expect(prepared.payments).toHaveLength(1))
  prepare()
  await act(() => vi.advanceTimersByTimeAsync(15_000))
  return { prepared, shop, close }
}

/** Focuses a frame, like a tap into the vendor's window. */
function focusFrame(): void {
  const frame = document.createElement('iframe')
  frame.tabIndex = 0
  document.body.append(frame)
  onTestFinished(() => frame.remove())
  frame.focus()
}

describe('a payment window that may not have opened', () => {
  test('is not asked for while the shopper uses it', async () => {
    await waitForWindow(focusFrame)
    expect(screen.queryByText(/^Has the payment window not opened/)).toBeNull()
    vi.useRealTimers()
  })

  test('is not asked for any more once the shopper taps into it', async () => {
    await waitForWindow()
    expect(await screen.findByText(/^Has the payment window not opened/)).toBeVisible()
    focusFrame()
    window.dispatchEvent(new Event('blur'))
    await waitFor(() => expect(screen.queryByText(/^Has the payment window not opened/)).toBeNull())
    vi.useRealTimers()
  })

  test('can be closed after a while, and a late payment still counts', async () => {
    const { prepared, shop, close } = await waitForWindow()
    await shop.user.click(await screen.findByRole('button', { name: 'Close the payment window' }))
    vi.useRealTimers()
    expect(close).toHaveBeenCalledOnce()
    expect(await screen.findByText(/^We don't know yet whether your UGX/)).toBeVisible()
    await prepared.pay('successful')
    await waitForShopPage()
    expect(shop.requests.filter((request) => request === PLACE)).toHaveLength(1)
  })
})

/** Delays the vendor's script. @returns the script elements that are added, and a function that completes the last one */
function delayPaymentScript() {
  const vendor = window.FlutterwaveCheckout
  Reflect.deleteProperty(window, 'FlutterwaveCheckout')
  const scripts: Node[] = []
  vi.spyOn(document.head, 'append').mockImplementation((...nodes) => void scripts.push(nodes[0] as Node))
  const load = () => {
    Object.assign(window, { FlutterwaveCheckout: vendor })
    scripts.at(-1)?.dispatchEvent(new Event('load'))
  }
  return { scripts, load }
}

test('a payment that follows one given up while the script was loading opens its window', async () => {
  const prepared = await prepareCheckout()
  const shop = await prepared.open()
  await waitFor(() => expect(screen.getByLabelText('First name')).toHaveValue('Amina'))
  const { scripts, load } = delayPaymentScript()
  vi.useFakeTimers({ shouldAdvanceTime: true })
  await placeOrder(shop)
  await waitFor(() => expect(scripts).toHaveLength(1))
  await act(() => vi.advanceTimersByTimeAsync(12_000))
  await shop.user.click(await screen.findByRole('button', { name: 'Close the payment window' }))
  await placeOrder(shop)
  expect(await screen.findByRole('button', { name: 'Opening payment...' })).toBeVisible()
  vi.useRealTimers()
  load()
  await waitFor(() => expect(prepared.payments).toHaveLength(1))
  expect(screen.queryByText(/^Failed to load payment modal/)).toBeNull()
})

test('no window opens for a customer who logs out while its script loads', async () => {
  const prepared = await prepareCheckout()
  const shop = await prepared.open()
  await waitFor(() => expect(screen.getByLabelText('First name')).toHaveValue('Amina'))
  const { load } = delayPaymentScript()
  await placeOrder(shop)
  await screen.findByRole('button', { name: 'Opening payment...' })
  act(clearToken)
  load()
  expect(await screen.findByRole('button', { name: 'Place Order' })).toBeVisible()
  expect(prepared.payments).toHaveLength(0)
  // The order has not changed.
  expect(within(screen.getByRole('main')).queryByRole('group', { name: 'Error' })).toBeNull()
})

test('the page is inert while the payment window is open, and then its button has the focus again', async () => {
  const root = document.createElement('div')
  root.id = 'root'
  document.body.append(root)
  onTestFinished(() => root.remove())
  const { payments } = await startPayment()
  const button = await placeOrderButton()
  expect(button).toHaveAttribute('aria-disabled', 'true')
  expect(root.inert).toBe(true)
  // Browsers remove the focus from inert elements; happy-dom does not.
  act(() => button.blur())
  await act(async () => payments[0]?.onclose(true))
  expect(root.inert).toBe(false)
  expect(button).toHaveFocus()
  expect(button).toHaveAttribute('aria-disabled', 'false')
})

describe('a browser that stores nothing', () => {
  test('says that the page must stay open before the payment window opens', async () => {
    const prepared = await prepareCheckout()
    const shop = await prepared.open()
    await placeOrderButton()
    fillStorage('localStorage')
    fillStorage('sessionStorage')
    vi.spyOn(window.history, 'replaceState').mockImplementation(() => {
      throw new DOMException('too many', 'SecurityError')
    })
    await placeOrder(shop)
    expect(await findPageError()).toHaveTextContent('Keep this page open until your order is placed.')
    expect(prepared.payments).toHaveLength(0)
    expect(screen.queryByRole('button', { name: 'Start again' })).toBeNull()
    await placeOrder(shop)
    await waitFor(() => expect(prepared.payments).toHaveLength(1))
  })
})

test('a log-out in another tab while the window is open does not hide that the payment is safe', async () => {
  const { pay } = await startPayment()
  await act(async () => {
    logOut()
    localStorage.removeItem('cart')
    window.dispatchEvent(new Event('cartUpdated'))
  })
  await pay('successful')
  expect(await findPageError()).toHaveTextContent(
    'This payment is safe. Log in as the customer who paid to send the order.',
  )
})

test('the order number survives if another tab has placed the order', async () => {
  const { recover, shop } = await payWithoutOrder()
  recover()
  // The other tab places the order and stores its number.
  const paid = localStorage.getItem('paidOrders')
  const button = await placeOrderButton()
  localStorage.setItem('placedOrder', '{"id":100099,"amount":500,"items":[]}')
  localStorage.setItem('acceptedOrders', JSON.stringify([100_099, paidOrders.get()[0]?.tx_ref]))
  localStorage.removeItem('paidOrders')
  await shop.user.click(button)
  expect(paid).not.toBeNull()
  await waitForShopPage()
  expect(JSON.parse(localStorage.getItem('placedOrder') ?? '{}').id).toBe(100_099)
})

test('a URL for another payment opens the dialog in the shop once, and again from the confirmation', async () => {
  const { open, pay } = await prepareCheckout()
  const body = { success: true, message: 'Placed', order_id: 100_010, redirectUrl: 'https://pay.example/1' }
  const shop = await open({ faults: [{ path: '/customer/order/place', effect: { status: 200, body } }] })
  await placeOrder(shop)
  await pay('successful')
  await waitForShopPage()
  const dialog = await screen.findByRole('dialog', { name: 'Payment URL' })
  expect(await within(dialog).findByRole('link', { name: 'Complete Payment' })).toHaveAttribute(
    'href',
    'https://pay.example/1',
  )
  await shop.user.click(within(dialog).getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const notice = screen.getByRole('region', { name: 'Order #100010 is placed' })
  expect(notice).toHaveTextContent(/^Order #100010 is placedTotal UGX [\d,]+[.,]/)
  await shop.user.click(within(notice).getByRole('button', { name: 'Complete your payment' }))
  expect(await screen.findByRole('dialog', { name: 'Payment URL' })).toBeVisible()

  shop.unmount()
  await open({ path: '/shop', state: null })
  expect(await screen.findByRole('button', { name: 'Complete your payment' })).toBeVisible()
  expect(screen.queryByRole('dialog')).toBeNull()
})

describe('an order that the host would refuse', () => {
  test.each([
    ['below the minimum', { minimum_order_value: 9_000_000 }, /^Orders start at UGX 9,000,000/],
    ['without pickup', { self_pickup: 0 }, /^Collecting your order isn't possible/],
  ])('opens no payment: %s', async (_, change, sentence) => {
    const prepared = await prepareCheckout()
    const shop = await prepared.open()
    await placeOrderButton()
    update(
      prepared.emulator.world,
      'settings',
      "SET value = json_patch(value, ?) WHERE name = 'config'",
      JSON.stringify(change),
    )
    await placeOrder(shop)
    expect(within(await findPageError()).getByText(sentence)).toBeVisible()
    expect(prepared.payments).toHaveLength(0)
  })
})

describe('a late result of an attempt, while the window of another one is open', () => {
  /** Closes the window of an attempt, discards it, and opens the window of another one. */
  async function openSecond() {
    const { payments, ...started } = await leaveAttempt()
    const [first] = payments
    await startAgain(started.shop)
    const close = vi.fn()
    window.FlutterwaveCheckout = (config) => {
      payments.push(config)
      return { close }
    }
    await placeOrder(started.shop)
    await waitFor(() => expect(payments).toHaveLength(2))
    const report = (status: string) =>
      act(async () => first?.callback({ status, tx_ref: first.tx_ref, transaction_id: 5 } as PaymentResult))
    return { ...started, payments, close, report }
  }

  test('closes that window if it is a payment, and posts its order', async () => {
    const { close, report, shop } = await openSecond()
    await report('successful')
    await waitForShopPage()
    expect(close).toHaveBeenCalledOnce()
    expect(shop.requests.filter((request) => request === PLACE)).toHaveLength(1)
  })

  test('changes nothing if it is a failure', async () => {
    const { close, payments, report } = await openSecond()
    await report('failed')
    expect(screen.queryByText(/Payment was not successful/)).toBeNull()
    expect(screen.queryByRole('button', { name: 'Start again' })).toBeNull()
    expect(close).not.toHaveBeenCalled()
    expect(localStorage.getItem('paymentAttempts')).toContain(payments[1]?.tx_ref)
  })
})
