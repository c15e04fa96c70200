import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { PaymentLinkDialog } from './payment-link-dialog.tsx'

test('links to a safe URL and can be closed', async () => {
  const onClose = vi.fn()
  render(<PaymentLinkDialog url="https://pay.example/1" onClose={onClose} />)
  expect(await screen.findByRole('dialog', { name: 'Payment URL' })).toBeVisible()
  expect(screen.getByRole('link', { name: 'Complete Payment' })).toHaveAttribute(
    'href',
    'https://pay.example/1',
  )
  const [, close] = screen.getAllByRole('button', { name: 'Close' })
  await userEvent.click(close as HTMLElement)
  expect(onClose).toHaveBeenCalled()
})

test('shows a javascript: URL as text', async () => {
  render(<PaymentLinkDialog url="javascript:alert(1)" onClose={() => {}} />)
  expect(await screen.findByText('javascript:alert(1)')).toBeVisible()
  expect(screen.queryByRole('link')).toBeNull()
})
