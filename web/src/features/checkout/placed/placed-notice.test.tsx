import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { PaymentLinkDialog, paymentLink } from './placed-notice.tsx'

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
