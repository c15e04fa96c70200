import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter } from 'react-router-dom'
import { expect, test, vi } from 'vitest'
import { PaymentLinkDialog, PlacedNotice, paymentLink } from './placed-notice.tsx'
import { storePlacedOrder } from './placed-order.ts'

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
