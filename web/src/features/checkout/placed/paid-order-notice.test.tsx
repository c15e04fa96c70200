import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { PaidOrder } from '../payment/payments.ts'
import { PaidOrderNotice } from './paid-order-notice.tsx'

const posted = { tx_ref: 'order-1', amount: 25_000, isPosted: true } as PaidOrder

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
