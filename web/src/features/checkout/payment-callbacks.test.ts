import type { PaymentResult } from 'contracts/payments'
import { expect, test, vi } from 'vitest'
import { paidPens } from '../../../test/payment.ts'
import { attempts } from './payment/payments.ts'
import { paymentCallbacks } from './payment-callbacks.ts'

test.each([
  ['stays as it was after its first window', false, undefined],
  ['has an unknown outcome after its window was opened again', true, 'unknown'],
])('an attempt whose window is closed without a result %s', (_, isResumed, outcome) => {
  attempts.add(paidPens)
  paymentCallbacks(paidPens, isResumed, () => {}).onClosed()
  expect(attempts.get()[0]?.outcome).toBe(outcome)
  attempts.remove(paidPens.tx_ref)
})

test.each([
  ['Declined', 'Declined. Nothing was charged. Try again or pay another way.'],
  ['Declined.', 'Declined. Nothing was charged. Try again or pay another way.'],
  [undefined, 'Nothing was charged. Try again or pay another way.'],
])('a payment that fails with the reason %s is explained, and its attempt removed', (reason, detail) => {
  attempts.add(paidPens)
  const dispatch = vi.fn()
  const result = {
    tx_ref: paidPens.tx_ref,
    status: 'failed',
    transaction_id: 7,
    charge_response_message: reason,
  }
  paymentCallbacks(paidPens, false, dispatch).onUnpaid(result as PaymentResult)
  expect(dispatch.mock.calls).toEqual([
    [{ type: 'unpaid', problem: { text: 'Payment was not successful.', detail } }],
  ])
  expect(attempts.get()).toEqual([])
})
