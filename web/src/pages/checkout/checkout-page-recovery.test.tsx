import { act, screen } from '@testing-library/react'
import { remove, update } from 'mock-server/world/queries'
import { describe, expect, test, vi } from 'vitest'
import {
  findPageError,
  PLACE,
  payWithoutOrder,
  placeOrder,
  prepareCheckout,
  startPayment,
  TRANSACTION_ERROR,
  waitForShopPage,
} from '../../../test/checkout.tsx'

describe('a paid order that was not accepted', () => {
  test('can be finished after a reload without navigation state', async () => {
    const { open, orders, ordersBefore, payments, recover, shop } = await payWithoutOrder(500)
    shop.unmount()
    recover()
    const reloaded = await open({ state: null })
    expect(await screen.findByRole('heading', { name: 'Finish your order' })).toBeVisible()
    await placeOrder(reloaded)
    await waitForShopPage()
    expect(payments).toHaveLength(1)
    expect(orders()).toHaveLength(ordersBefore + 1)
  })

  test('says while it is being sent that the page must stay open, and after ten seconds whom to call', async () => {
    const { emulator, pay, shop } = await startPayment()
    const reply = emulator.fetch
    emulator.fetch = (input, init) =>
      String(input).endsWith('/order/place') ? new Promise(() => {}) : reply(input, init)
    vi.useFakeTimers({ shouldAdvanceTime: true })
    await pay('successful')
    const notice = (await screen.findByRole('heading', { name: 'Placing your order' })).parentElement
    expect(notice).toHaveTextContent(
      /You've already paid .+\. Your order is being sent\. Keep this page open\./,
    )
    expect(notice).not.toHaveTextContent('Tap Place Order')
    await act(() => vi.advanceTimersByTimeAsync(10_000))
    expect(notice).toHaveTextContent(/It's taking long\. If you must leave, call \+/)
    vi.useRealTimers()
    shop.unmount()
  })

  test('is not placed twice if the response is lost', async () => {
    const { emulator, open, orders, pay } = await prepareCheckout()
    const before = orders().length
    let isLost = true
    const reply = emulator.fetch
    emulator.fetch = async (input, init) => {
      const response = await reply(input, init)
      if (isLost && String(input).endsWith('/order/place')) throw new TypeError('The response was lost.')
      return response
    }
    const shop = await open()
    await placeOrder(shop)
    await pay('successful')
    expect(await screen.findAllByText(TRANSACTION_ERROR)).not.toHaveLength(0)
    expect(screen.getByText(/^If it keeps failing, call us and quote the reference\./)).toBeVisible()
    expect(screen.getByRole('link', { name: /^Call \+/ })).toBeVisible()
    expect(orders()).toHaveLength(before + 1)
    isLost = false
    shop.unmount()
    const reloaded = await open()
    expect(await screen.findByRole('link', { name: /^Call \+/ })).toBeVisible()
    await placeOrder(reloaded)
    await waitForShopPage()
    expect(orders()).toHaveLength(before + 1)
  })

  test('is shown with its payment reference if the stock has run out', async () => {
    const { emulator, pay, shop } = await startPayment()
    update(emulator.world, 'products', 'SET stock = 0')
    await pay('successful')
    expect(await screen.findAllByText(TRANSACTION_ERROR)).not.toHaveLength(0)
    expect(await findPageError()).toHaveTextContent(/stock is insufficient/)
    expect(localStorage.getItem('cart')).not.toBeNull()
    expect(screen.getByText(/^Payment reference [a-z0-9]+-/)).toBeVisible()
    await shop.user.click(screen.getByRole('button', { name: "I've settled this with the shop" }))
    await shop.user.click(await screen.findByRole('button', { name: 'Forget payment' }))
    expect(localStorage.getItem('paidOrders')).toBeNull()
  })

  test('is kept if the token has expired', async () => {
    const { emulator, pay, shop } = await startPayment()
    remove(emulator.world, 'access_tokens')
    await pay('successful')
    expect(await screen.findAllByText(TRANSACTION_ERROR)).not.toHaveLength(0)
    expect(await findPageError()).toHaveTextContent('Your payment is safe. Log in again to send the order.')
    expect(localStorage.getItem('paidOrders')).not.toBeNull()
    expect(screen.queryByRole('button', { name: "I've settled this with the shop" })).toBeNull()
    await placeOrder(shop)
    expect(await screen.findByText('Please log in to place an order.')).toBeVisible()
  })

  test('is not sent again by itself after a reconnection if the host cannot list orders', async () => {
    const { pay, shop } = await startPayment({
      refuse: (request) => {
        if (request === PLACE) return 'down'
        return request === 'GET /customer/order/list' ? 500 : undefined
      },
    })
    await pay('successful')
    await screen.findByRole('heading', { name: 'Finish your order' })
    vi.useFakeTimers({ shouldAdvanceTime: true })
    for (const event of ['offline', 'online']) act(() => void window.dispatchEvent(new Event(event)))
    await act(() => vi.advanceTimersByTimeAsync(5000))
    expect(shop.requests).toContain('GET /customer/order/list')
    expect(shop.requests.filter((request) => request === PLACE)).toHaveLength(1)
    vi.useRealTimers()
  })

  test('is sent again on the next click without a second charge, and leaves later products in the cart', async () => {
    const { line, orders, ordersBefore, payments, recover, shop } = await payWithoutOrder('down')
    expect(screen.getAllByText(TRANSACTION_ERROR)).not.toHaveLength(0)
    const later = { ...line, id: 2, name: 'Later' }
    await act(async () => {
      localStorage.setItem('cart', JSON.stringify([line, later]))
      window.dispatchEvent(new Event('cartUpdated'))
    })
    recover()
    await placeOrder(shop)
    await waitForShopPage()
    expect(payments).toHaveLength(1)
    expect(orders()).toHaveLength(ordersBefore + 1)
    expect(JSON.parse(localStorage.getItem('cart') ?? '[]')).toMatchObject([{ id: 2 }])
  })
})
