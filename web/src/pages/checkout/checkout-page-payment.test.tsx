import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import {
  findPageError,
  PLACE,
  placeOrder,
  placeOrderButton,
  prepareCheckout,
  startAgain,
  waitForShopPage,
} from '../../../test/checkout.tsx'
import { expectOnConsole } from '../../../test/console.ts'
import { enter, lateResponse, leaveFor } from '../../../test/render.tsx'
import { buildWith } from '../../../test/settings.ts'

describe('paying', () => {
  test('requests a payment of the total in UGX by card, mobile money or USSD', async () => {
    const { line, open, payments } = await prepareCheckout()
    const shop = await open()
    await waitFor(() => expect(screen.getByLabelText('Email')).toHaveValue('demo@kitabo.example'))
    await placeOrder(shop)
    await waitFor(() => expect(payments).toHaveLength(1))
    expect(payments[0]).toMatchObject({
      amount: Math.round((line.price * 2) / 100) * 100,
      currency: 'UGX',
      payment_options: 'card,mobilemoney,ussd',
      customer: { email: 'demo@kitabo.example', name: 'Amina Nakato' },
    })
  })

  test('opens one payment window after a double click', async () => {
    const { open, payments } = await prepareCheckout()
    const shop = await open()
    await shop.user.dblClick(await placeOrderButton())
    await waitFor(() => expect(payments).toHaveLength(1))
  })

  test('places one order, empties the cart and opens the shop, even if the vendor calls back repeatedly', async () => {
    const { home, open, orders, pay } = await prepareCheckout()
    const before = orders().length
    const shop = await open({ state: home })
    await placeOrder(shop)
    await pay('successful', { times: 3 })
    expect(await screen.findByText('Order placed successfully!')).toBeVisible()
    await waitForShopPage()
    expect(localStorage.getItem('cart')).toBeNull()
    expect(localStorage.getItem('paidOrders')).toBeNull()
    expect(orders()).toHaveLength(before + 1)
    expect(shop.requests.filter((request) => request === PLACE)).toHaveLength(1)
  })

  test('counts as placed if the response is empty', async () => {
    expectOnConsole(/does not match its contract/)
    const { open, pay } = await prepareCheckout()
    await placeOrder(
      await open({ faults: [{ path: '/customer/order/place', effect: { status: 200, body: {} } }] }),
    )
    await pay('successful')
    await waitForShopPage()
    expect(localStorage.getItem('cart')).toBeNull()
  })

  test('keeps the cart and the form, and reuses the reference after a pending payment but not after a failed one', async () => {
    const { open, pay, payments } = await prepareCheckout()
    const shop = await open()
    await enter(shop.user, await screen.findByLabelText('Phone'), '1')
    await placeOrder(shop)
    await pay('pending')
    await within(screen.getByRole('main')).findByText(/is waiting for your approval/)
    const toast = await within(screen.getByRole('region', { name: /Messages/ })).findByText(
      /^Payment was not successful\. It may still arrive: approve UGX [\d,]+ on your phone\.$/,
    )
    expect(toast).toBeVisible()
    await placeOrder(shop)
    await waitFor(() => expect(payments).toHaveLength(2))
    expect(payments[1]?.tx_ref).toBe(payments[0]?.tx_ref)
    await pay('failed', { charge_response_message: 'Insufficient funds' })
    expect(await findPageError()).toHaveTextContent(
      /Payment was not successful\. ?Insufficient funds\. Nothing was charged\./,
    )
    expect(shop.requests).not.toContain(PLACE)
    expect(localStorage.getItem('cart')).not.toBeNull()
    expect(localStorage.getItem('paymentAttempts')).toBeNull()
    expect((screen.getByLabelText('Phone') as HTMLInputElement).value).toMatch(/1$/)
    await placeOrder(shop)
    await waitFor(() => expect(payments).toHaveLength(3))
    expect(payments[2]?.tx_ref).not.toBe(payments[0]?.tx_ref)
  })

  test('allows a retry if opening the payment window throws', async () => {
    const { open, payments } = await prepareCheckout()
    const listening = window.FlutterwaveCheckout
    window.FlutterwaveCheckout = () => {
      throw new Error('The window broke.')
    }
    const shop = await open()
    await placeOrder(shop)
    expect(await screen.findAllByText(/^Failed to load payment modal/)).not.toHaveLength(0)
    expect(localStorage.getItem('paymentAttempts')).toBeNull()
    Object.assign(window, { FlutterwaveCheckout: listening })
    await placeOrder(shop)
    await waitFor(() => expect(payments).toHaveLength(1))
  })

  test('reports a bug as a bug, and not as a lost connection', async () => {
    expectOnConsole(/A bug/)
    const { open, payments } = await prepareCheckout()
    vi.spyOn(crypto, 'getRandomValues').mockImplementation(() => {
      throw new Error('A bug.')
    })
    await placeOrder(await open())
    expect(await findPageError()).toHaveTextContent(/^We couldn't start the payment\.Your cart is safe\./)
    expect(await placeOrderButton()).toHaveTextContent('Place Order')
    expect(payments).toHaveLength(0)
  })

  test('opens no second window if the first one reports a payment while the order is read', async () => {
    const { open, orders, pay, payments } = await prepareCheckout()
    const before = orders().length
    const { response, send } = lateResponse()
    let isLate = false
    const shop = await open({
      file: (request) => (isLate && request === 'GET /customer/info' ? response : undefined),
    })
    await placeOrder(shop)
    await waitFor(() => expect(payments).toHaveLength(1))
    await act(async () => payments[0]?.onclose(true))
    await startAgain(shop)
    isLate = true
    await placeOrder(shop)
    await pay('successful')
    send(new Response('', { status: 500 }))
    await waitForShopPage()
    expect(payments).toHaveLength(1)
    expect(orders()).toHaveLength(before + 1)
  })

  test('opens no payment window if the page is left before the script has loaded', async () => {
    const { open, payments } = await prepareCheckout()
    const listening = window.FlutterwaveCheckout
    Reflect.deleteProperty(window, 'FlutterwaveCheckout')
    const scripts: HTMLScriptElement[] = []
    vi.spyOn(document.head, 'append').mockImplementation((node) => {
      if (node instanceof HTMLScriptElement) scripts.push(node)
    })
    const shop = await open()
    await placeOrder(shop)
    await waitFor(() => expect(scripts).not.toHaveLength(0))
    shop.unmount()
    Object.assign(window, { FlutterwaveCheckout: listening })
    scripts[0]?.dispatchEvent(new Event('load'))
    await new Promise(setImmediate)
    expect(payments).toHaveLength(0)
  })

  test('can start again if the browser was about to leave the page while the order was checked', async () => {
    const held = new Set<string>()
    const locks = {
      async request(name: string, _: object, respond: (lock: object | null) => Promise<void>) {
        if (held.has(name)) return respond(null)
        held.add(name)
        await respond({ name })
        held.delete(name)
      },
    }
    Object.defineProperty(navigator, 'locks', { configurable: true, value: locks })
    onTestFinished(() => void Reflect.deleteProperty(navigator, 'locks'))
    const { open, payments } = await prepareCheckout()
    const { response, send } = lateResponse()
    let isSlow = false
    const shop = await open({
      file: (request) => (isSlow && request === 'GET /customer/info' ? response : undefined),
    })
    await waitFor(() => expect(screen.getByLabelText('Email')).toHaveValue('demo@kitabo.example'))
    isSlow = true
    await placeOrder(shop)
    await screen.findByRole('button', { name: 'Checking stock...' })
    // A link with `tel:` fires it, and leaves no page.
    act(() => void window.dispatchEvent(new Event('beforeunload')))
    isSlow = false
    await placeOrder(shop)
    await waitFor(() => expect(payments).toHaveLength(1))
    send(new Response(null, { status: 503 }))
  })

  test('closes the window when the page is left, and posts the order after a late payment without opening the shop', async () => {
    const { open, orders, pay, payments } = await prepareCheckout()
    const before = orders().length
    const close = vi.fn()
    window.FlutterwaveCheckout = (config) => {
      payments.push(config)
      return { close }
    }
    const shop = await open()
    await placeOrder(shop)
    await waitFor(() => expect(payments).toHaveLength(1))
    leaveFor('/about-us')
    await waitFor(() => expect(close).toHaveBeenCalledOnce())
    await pay('successful')
    await waitFor(() => expect(orders()).toHaveLength(before + 1))
    expect(shop.requests.filter((request) => request === PLACE)).toHaveLength(1)
    expect(await screen.findByText('Order placed successfully!')).toBeVisible()
    expect(localStorage.getItem('cart')).toBeNull()
    expect(window.location.pathname).toBe('/about-us')
  })

  test('asks to log in if the token is missing', async () => {
    const { open } = await prepareCheckout()
    const shop = await open()
    await placeOrderButton()
    localStorage.removeItem('authToken')
    await placeOrder(shop)
    expect(await screen.findByText('Please log in to place an order.')).toBeVisible()
    await waitFor(() => expect(window.location.pathname).toBe('/myaccount'))
  })
})

describe('usage events', () => {
  test('report each opened payment window and its result if the build enables them', async () => {
    buildWith({ VITE_USAGE_EVENTS: '/usage' })
    const checkout = await import('../../../test/checkout.tsx')
    const { open, pay, payments } = await checkout.prepareCheckout()
    const shop = await open({
      file: (request) => (request === 'POST /usage' ? new Response(null, { status: 204 }) : undefined),
    })
    const posted = () => shop.requests.filter((request) => request === 'POST /usage')
    await checkout.placeOrder(shop)
    await waitFor(() => expect(posted()).toHaveLength(1))
    await act(async () => payments[0]?.onclose(true))
    expect(posted()).toHaveLength(2)
    await checkout.placeOrder(shop)
    await waitFor(() => expect(posted()).toHaveLength(3))
    await pay('failed')
    expect(posted()).toHaveLength(4)
    await checkout.placeOrder(shop)
    await waitFor(() => expect(posted()).toHaveLength(5))
    await pay('successful')
    await checkout.waitForShopPage()
    expect(posted()).toHaveLength(6)
  })
})
