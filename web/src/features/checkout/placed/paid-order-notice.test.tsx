import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { type PaidOrder, paidOrders } from '../payment/payments.ts'
import { PaidOrderNotice } from './paid-order-notice.tsx'

const posted = {
  tx_ref: 'order-1',
  amount: 25_000,
  isPosted: true,
  payload: { cart: [] },
} as unknown as PaidOrder

const unposted = { ...posted, isPosted: false }

test.each([
  ['shown after a failure', unposted, { hasFailed: true, isSending: false }, true],
  ['shown after a reload', posted, { hasFailed: false, isSending: false }, true],
  ['hidden while the order is being sent', posted, { hasFailed: false, isSending: true }, false],
  ['hidden before the order was sent', unposted, { hasFailed: false, isSending: false }, false],
])('advice about repeated failures is %s', (_, paidOrder, status, isAdvised) => {
  render(<PaidOrderNotice paidOrder={paidOrder} {...status} isRefused={false} />)
  expect(screen.getByText(/order-1/)).toBeVisible()
  expect(screen.queryAllByText(/^If it keeps failing, call us/)).toHaveLength(isAdvised ? 1 : 0)
})

test('a payment that the host refused is forgotten only after a confirmation', async () => {
  paidOrders.add(posted)
  const isStored = () => paidOrders.get().some(({ tx_ref }) => tx_ref === posted.tx_ref)
  const user = userEvent.setup()
  render(<PaidOrderNotice paidOrder={posted} hasFailed isSending={false} isRefused />)
  for (const [answer, isKept] of [
    ['Keep payment', true],
    ['Forget payment', false],
  ] as const) {
    expect(screen.queryByRole('dialog')).toBeNull()
    await user.click(screen.getByRole('button', { name: "I've settled this with the shop" }))
    await user.click(await screen.findByRole('button', { name: answer }))
    expect(isStored()).toBe(isKept)
  }
})
