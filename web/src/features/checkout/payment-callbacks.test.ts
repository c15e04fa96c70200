import { expect, test } from 'vitest'
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
