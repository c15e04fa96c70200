import { fireEvent, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter } from 'react-router-dom'
import { expect, test, vi } from 'vitest'
import { PaymentLinkDialog, PlacedNotice, paymentLink } from './placed-notice.tsx'
import { type OrderConfirmation, storeLocalDetails, storePlacedOrder } from './placed-order.ts'

test.each([
  [3, ['× 1', '× 2', '× 3']],
  [5, ['× 1', '× 2', '× 3', 'and 2 more']],
])('shows the covers of at most three of %i items', (count, shown) => {
  const items = Array.from({ length: count }, (_, index) => ({
    id: index + 1,
    name: 'Atlas',
    price: 5000,
    quantity: index + 1,
    image: 'a.webp',
    total_stock: 9,
  }))
  storePlacedOrder({
    id: 7,
    amount: 40_000,
    delivery: { address: 'Plot 5', fee: 3000 },
    items,
    paymentUrl: null,
  })
  render(<PlacedNotice inCart={0} />, { wrapper: MemoryRouter })
  const notice = within(screen.getByRole('region', { name: 'Order #7 is placed' }))
  expect(notice.getAllByRole('listitem').map((item) => item.textContent.replace('Quantity: ', ''))).toEqual(
    shown,
  )
  expect(notice.getByText(/paid, including/)).toHaveTextContent(
    /^UGX 40,000 paid, including UGX 3,000 for delivery. We'll deliver it .*, to Plot 5.$/,
  )
})

test('links to a safe URL and can be closed', async () => {
  const onClose = vi.fn()
  render(<PaymentLinkDialog url="https://pay.example/1" onClose={onClose} />)
  // The lazy-loaded dialog replaces its placeholder, which has the same name.
  const link = await screen.findByRole('link', { name: 'Complete Payment' })
  expect(link).toHaveAttribute('href', 'https://pay.example/1')
  expect(screen.getByRole('dialog', { name: 'Payment URL' })).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Close' }))
  expect(onClose).toHaveBeenCalled()
})

test('shows a javascript: URL as text', async () => {
  render(<PaymentLinkDialog url="javascript:alert(1)" onClose={() => {}} />)
  expect(await screen.findByText('javascript:alert(1)')).toBeVisible()
  expect(screen.queryByRole('link')).toBeNull()
})

test('links to an ordinary URL', () => {
  expect(paymentLink('https://pay.example/checkout?ref=1')).toBe('https://pay.example/checkout?ref=1')
})

test.each(['javascript:alert(1)', 'data:text/html,hi', '/relative', 'pay.example', '', 'https://'])(
  'does not link to %j',
  (text) => expect(paymentLink(text)).toBeNull(),
)

test('does not link to a URL that imitates a different host', () => {
  expect(paymentLink('https://kitabo.example@evil.example/')).toBeNull()
  expect(paymentLink('https://kitaƅo.example/')).toBeNull()
})

/** Stores an order that this visit has placed, with or without a number. */
function storeOrder(change: Partial<OrderConfirmation>) {
  const delivery = { address: 'Plot 5', fee: 3000 }
  storePlacedOrder({ id: 7, amount: 40_000, delivery, items: [], paymentUrl: null, ...change })
}
const notice = (name: string) => within(screen.getByRole('region', { name }))

test('shows an order without a number, and links to the list of orders', () => {
  storeOrder({ id: null, delivery: null })
  render(<PlacedNotice inCart={0} />, { wrapper: MemoryRouter })
  const shown = notice('Your order is placed')
  expect(shown.getByText(/paid/)).toHaveTextContent(/^UGX 40,000 paid\.$/)
  expect(shown.getByRole('link', { name: 'See your order' })).toHaveAttribute(
    'href',
    '/my-account?tab=orders',
  )
  expect(shown.queryByRole('link', { name: /WhatsApp/ })).toBeNull()
})

const choices = [{ id: 3, name: 'Shirt', quantity: 1, chosen: [{ text: 'Size: M', quantity: 1 }] }]

test.each([
  [{ note: 'Blue gate', choices: [] }, 'Send this note on WhatsApp'],
  [{ note: '', choices }, 'Send your options on WhatsApp'],
  [{ note: 'Blue gate', choices }, 'Send this note and your options on WhatsApp'],
])('offers to send what the host does not store: %j', (details, link) => {
  storeOrder({})
  storeLocalDetails(7, details)
  render(<PlacedNotice inCart={0} />, { wrapper: MemoryRouter })
  expect(notice('Order #7 is placed').getByRole('link', { name: link })).toBeVisible()
  expect(screen.queryByText('Your delivery note:') !== null).toBe(details.note !== '')
})

test('is shortened to a line once the shopper adds something to the cart, and can be dismissed', () => {
  storeOrder({})
  // In the cart, but not ordered.
  const { rerender } = render(<PlacedNotice inCart={2} />, { wrapper: MemoryRouter })
  expect(screen.queryByRole('button', { name: 'Details' })).toBeNull()
  rerender(<PlacedNotice inCart={1} />)
  rerender(<PlacedNotice inCart={2} />)
  expect(screen.getByRole('region', { name: 'Order #7 is placed' })).toHaveTextContent(
    /^Order #7 is placedUGX 40,000to Plot 5Details$/,
  )
  fireEvent.click(screen.getByRole('button', { name: 'Dismiss' }))
  expect(screen.queryByRole('region')).toBeNull()
})

test('stays in full while a payment is due, and opens its link again', async () => {
  storeOrder({ paymentUrl: 'https://pay.example/1' })
  const { rerender } = render(<PlacedNotice inCart={0} />, { wrapper: MemoryRouter })
  await userEvent.click(await screen.findByRole('button', { name: 'Close' }))
  rerender(<PlacedNotice inCart={3} />)
  expect(screen.getByText(/^Total/)).toHaveTextContent(/^Total UGX 40,000, including/)
  expect(screen.queryByRole('dialog')).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Complete your payment' }))
  expect(await screen.findByRole('link', { name: 'Complete Payment' })).toBeVisible()
})
