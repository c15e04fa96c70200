import { act, renderHook, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import {
  findPageError,
  PLACE,
  payWithoutOrder,
  placeOrder,
  placeOrderButton,
  prepareCheckout,
  registerOtherCustomer,
  startPayment,
  waitForShopPage,
} from '../../../test/checkout.tsx'
import { expectOnConsole } from '../../../test/console.ts'
import { enter, lateResponse, leaveFor } from '../../../test/render.tsx'
import { logOut, setToken } from '../../api/session.ts'
import { store } from '../../config/store.ts'
import { fillDraft } from '../../domain/draft.ts'
import { addToCart, clearCart, getCart } from '../../features/cart/cart-store.ts'
import { paidOrders } from '../../features/checkout/payment/payments.ts'
import { useLocalDetails } from '../../features/checkout/placed/placed-order.ts'
import { SETTLING_MS } from '../../platform/online.ts'

test('shows the placed order in the shop until it is dismissed, but not above search results', async () => {
  const { open, pay, orders, shop, line } = await startPayment()
  let isCartEmpty = false
  new MutationObserver(() => {
    isCartEmpty ||= /Your cart is empty!/.test(shop.container.querySelector('main')?.textContent ?? '')
  }).observe(shop.container, { childList: true, subtree: true, characterData: true })
  await pay('successful')
  await waitForShopPage()
  // The checkout stays visible until the shop has rendered.
  expect(isCartEmpty).toBe(false)
  const order = orders().at(-1)
  const notice = await screen.findByRole('region', { name: `Order #${order?.id} is placed` })
  expect(notice).toHaveTextContent(`UGX ${order?.order_amount.toLocaleString('en-US')}`)
  // The address of the host's branch, as it announces it.
  await within(notice).findByRole('link', { name: store.address })
  expect(notice).toHaveTextContent(`Collect it ${store.hours}, or send your boda, at ${store.address}`)
  const message = new URL(
    screen.getByRole<HTMLAnchorElement>('link', { name: 'Send this note on WhatsApp' }).href,
  )
  expect(message.searchParams.get('text')).toBe(`Order #${order?.id}\nDelivery note: At four`)
  expect(notice).toHaveTextContent('Your delivery note: At four')
  const toOrders = screen.getByRole('link', { name: 'See your order' })
  expect(toOrders).toHaveAttribute('href', `/my-account?tab=orders&order=${order?.id}`)
  expect(toOrders).toHaveFocus()
  const items = within(notice).getAllByRole('listitem')
  expect(items.length).toBeGreaterThan(0)
  expect(items[0]).toHaveTextContent(/^Quantity: × \d+$/)
  const heading = screen.getByRole('heading', { name: 'Shop', level: 1 })
  expect(notice.compareDocumentPosition(heading)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  shop.unmount()

  const search = await open({ path: '/shop?q=atlas', state: null, token: undefined })
  await screen.findByRole('heading', { name: 'Results for “atlas”' })
  expect(screen.queryByRole('region', { name: /is placed/ })).toBeNull()
  search.unmount()

  localStorage.setItem('cart', JSON.stringify([{ ...line, quantity: 1 }]))
  const next = await open({ path: '/shop', state: null, token: undefined })
  const short = await screen.findByRole('region', { name: `Order #${order?.id} is placed` })
  expect(short).toHaveTextContent(
    `#${order?.id} is placedUGX ${order?.order_amount.toLocaleString('en-US')}to collectDetails`,
  )
  await next.user.click(within(short).getByRole('button', { name: 'Details' }))
  expect(await screen.findByText('At four')).toBeVisible()
  expect(screen.getByRole('link', { name: 'See your order' })).toHaveFocus()
  next.unmount()
  localStorage.removeItem('cart')

  // A search for nothing shows the latest products.
  const again = await open({ path: '/shop?q=', state: null, token: undefined })
  const stored = await screen.findByRole('region', { name: `Order #${order?.id} is placed` })
  expect(screen.getByRole('link', { name: 'See your order' })).not.toHaveFocus()
  await again.user.click(screen.getByRole('button', { name: 'Dismiss' }))
  expect(stored).not.toBeInTheDocument()
  await waitFor(() => expect(document.title).toMatch(/^Shop /))
  again.unmount()
  await open({ path: '/shop', state: null, token: undefined })
  await screen.findByRole('heading', { name: 'Shop', level: 1 })
  expect(screen.queryByRole('region', { name: /is placed/ })).toBeNull()
})

test('hides the placed order from another customer, also in the title of the shop', async () => {
  const { open, pay, shop, ...prepared } = await startPayment()
  await pay('successful')
  await waitForShopPage()
  await waitFor(() => expect(document.title).toMatch(/^Order placed /))
  shop.unmount()
  await open({ path: '/shop', state: null, token: await registerOtherCustomer(prepared) })
  await screen.findByRole('heading', { name: 'Shop', level: 1 })
  await waitFor(() => expect(document.title).toMatch(/^Shop /))
  expect(screen.queryByRole('region', { name: /is placed/ })).toBeNull()
})

test('sends a paid order again when the network returns', async () => {
  const { orders, ordersBefore, payments, recover } = await payWithoutOrder('down')
  const alert = await findPageError()
  expect(alert).toHaveTextContent("send the order again. You won't be charged again.")
  // The paid order is stored.
  expect(alert).not.toHaveTextContent('Keep this page open')
  recover()
  await act(async () => void window.dispatchEvent(new Event('online')))
  await waitForShopPage()
  await waitFor(() => expect(orders()).toHaveLength(ordersBefore + 1))
  expect(payments).toHaveLength(1)
})

test('sends nothing when the network returns if another tab has forgotten the payment', async () => {
  const { orders, ordersBefore, recover } = await payWithoutOrder('down')
  recover()
  act(() => paidOrders.remove(paidOrders.get()[0]?.tx_ref ?? ''))
  vi.useFakeTimers()
  act(() => void window.dispatchEvent(new Event('online')))
  await act(() => vi.advanceTimersByTimeAsync(SETTLING_MS))
  vi.useRealTimers()
  expect(await screen.findByRole('button', { name: 'Place Order' })).toBeVisible()
  expect(screen.queryByText('Order placed successfully!')).toBeNull()
  expect(orders()).toHaveLength(ordersBefore)
})

test('shows the progress of an order whose page was left and opened again, and then its confirmation', async () => {
  const late = lateResponse()
  const { pay, shop } = await startPayment({
    file: (request) => (request === PLACE ? late.response : undefined),
  })
  await pay('successful')
  leaveFor('/contact-us')
  await screen.findByRole('heading', { level: 1, name: /Contact/ })
  leaveFor('/checkout')
  expect(await screen.findByRole('heading', { name: 'Placing your order' })).toBeVisible()
  await act(async () => late.send(Response.json({ message: 'ok', order_id: 100777 })))
  expect(await screen.findByRole('heading', { name: 'Order #100777 is placed' })).toBeVisible()
  expect(screen.getAllByText('Order placed successfully!')).toHaveLength(1)
  expect(shop.requests.filter((request) => request === PLACE)).toHaveLength(1)
})

test('confirms an order of unknown number, and stores no details that no order could show', async () => {
  expectOnConsole(/order_id: expected integer, got missing/)
  const { pay } = await startPayment({
    file: (request) => (request === PLACE ? Response.json({ message: 'ok' }) : undefined),
  })
  await pay('successful')
  await waitForShopPage()
  expect(screen.getByText('Order placed successfully!')).toBeVisible()
  expect(localStorage.getItem('orderDetails')).toBeNull()
})

test('stays on the page that the shopper opens while the order is sent, even while its code is loading', async () => {
  const late = lateResponse()
  const { pay, shop } = await startPayment({
    file: (request) => (request === PLACE ? late.response : undefined),
  })
  await pay('successful')
  await waitFor(() => expect(shop.requests).toContain(PLACE))
  leaveFor('/refund-policy')
  await act(async () => late.send(Response.json({ message: 'ok', order_id: 100777 })))
  expect(await screen.findByText('Order placed successfully!')).toBeVisible()
  expect(await screen.findByRole('heading', { level: 1, name: /Refund/ })).toBeVisible()
  expect(window.location.pathname).toBe('/refund-policy')
})

test('requests the payment script once an order is placed, not before', async () => {
  const { open } = await prepareCheckout()
  Reflect.deleteProperty(window, 'FlutterwaveCheckout')
  const requested: string[] = []
  vi.spyOn(document.head, 'append').mockImplementation((added) => {
    if (added instanceof HTMLScriptElement) requested.push(new URL(added.src).pathname)
  })
  const shop = await open()
  await waitFor(() => expect(screen.getByLabelText('First name')).toHaveValue('Amina'))
  await shop.user.hover(await placeOrderButton())
  act(() => screen.getByRole('button', { name: 'Place Order' }).focus())
  expect(requested).toEqual([])
  await placeOrder(shop)
  await waitFor(() => expect(requested).toEqual(['/v3.js']))
})

test.each<[string, (token: string) => void]>([
  ['logs in', (token) => act(() => setToken(token))],
  ['logs in after a log-out', (token) => [logOut, () => setToken(token)].forEach(act)],
])(
  'an order that is accepted after another customer %s stays that of its payer',
  async (_, changeCustomer) => {
    const late = lateResponse()
    const started = await startPayment({
      isHome: true,
      file: (request) => (request === PLACE ? late.response : undefined),
    })
    const other = await registerOtherCustomer(started)
    await started.pay('successful')
    await waitFor(() => expect(started.shop.requests).toContain(PLACE))
    changeCustomer(other)
    await act(async () => late.send(Response.json({ message: 'ok', order_id: 100777 })))
    await waitForShopPage()
    await screen.findByRole('heading', { name: 'Shop', level: 1 })
    expect(screen.queryByText(/Order #100777 is placed/)).toBeNull()
    expect(renderHook(useLocalDetails).result.current.size).toBe(0)
    // They may be the other customer's.
    expect(getCart()).toMatchObject([{ quantity: 2 }])
    act(() => setToken(started.token))
    expect(await screen.findByText(/Order #100777 is placed/)).toBeVisible()
  },
)

test('an order that is accepted after a log-out leaves the cart of the next guest', async () => {
  const late = lateResponse()
  const { line, pay, shop } = await startPayment({
    file: (request) => (request === PLACE ? late.response : undefined),
  })
  await pay('successful')
  await waitFor(() => expect(shop.requests).toContain(PLACE))
  act(() => {
    logOut()
    clearCart()
    addToCart({ ...line, quantity: 1 })
  })
  await act(async () => late.send(Response.json({ message: 'ok', order_id: 100777 })))
  await waitForShopPage()
  expect(getCart()).toMatchObject([{ id: line.id, quantity: 1 }])
})

test('an order that is accepted after another customer logs in deletes nothing that this one has typed', async () => {
  const late = lateResponse()
  const started = await startPayment({ file: (request) => (request === PLACE ? late.response : undefined) })
  const other = await registerOtherCustomer(started)
  await started.pay('successful')
  await waitFor(() => expect(started.shop.requests).toContain(PLACE))
  act(() => {
    setToken(other)
    clearCart()
    fillDraft('deliveryDraft', { note: 'For Moses' })
  })
  await act(async () => late.send(Response.json({ message: 'ok', order_id: 100777 })))
  await waitForShopPage()
  expect(sessionStorage.getItem('deliveryDraft')).toContain('For Moses')
})

test('what was typed for newer items stays when an earlier order is sent', async () => {
  const { line, recover, shop } = await payWithoutOrder(503)
  recover()
  act(() => void addToCart({ ...line, id: 2, name: 'Newer', quantity: 1 }))
  leaveFor('/pre-check')
  await enter(shop.user, await screen.findByLabelText('Delivery Note'), 'For the newer items')
  leaveFor('/checkout')
  await placeOrder(shop)
  await waitForShopPage()
  expect(sessionStorage.getItem('deliveryDraft')).toContain('For the newer items')
})
