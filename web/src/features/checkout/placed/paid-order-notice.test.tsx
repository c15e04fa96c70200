import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { PaidOrder } from '../payment/payments.ts'
import { PaidOrderNotice } from './paid-order-notice.tsx'

const posted = { tx_ref: 'order-1', amount: 25_000, isPosted: true } as PaidOrder

const show = (paidOrder: PaidOrder, status: { hasFailed?: boolean; isSending?: boolean } = {}) =>
  render(
    <PaidOrderNotice
      {...{ hasFailed: false, isSending: false, ...status }}
      paidOrder={paidOrder}
      isRefused={false}
    />,
  )
const findAdvice = () => screen.queryByText(/^If it keeps failing, call us/)

test('says what to do if sending keeps failing after a failure, and after a reload', () => {
  show({ ...posted, isPosted: false }, { hasFailed: true }).unmount()
  show(posted)
  expect(findAdvice()).toBeVisible()
})

test('gives no advice about failures while the order is being sent, or before it was', () => {
  show(posted, { isSending: true }).unmount()
  expect(findAdvice()).toBeNull()
  show({ ...posted, isPosted: false })
  expect(findAdvice()).toBeNull()
})
