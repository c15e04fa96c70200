import type { PaymentResult } from 'contracts/payments'
import { env } from '../../config/env.ts'
import { formatMoney } from '../../domain/money.ts'
import type { CheckoutEvent } from './checkout-machine.ts'
import type { OrderPayload } from './order-payload.ts'
import { isOutcomeUnknown, type PaymentCallbacks, postUsageEvent } from './payment/payment-window.ts'
import { attempts, type PaymentAttempt, storeAsPaid } from './payment/payments.ts'

/**
 * Returns what happens to an attempt when its payment window reports a result.
 * @param isResumed whether the window reopens an earlier attempt
 */
export function paymentCallbacks(
  attempt: PaymentAttempt,
  isResumed: boolean,
  dispatch: (event: CheckoutEvent) => void,
): PaymentCallbacks {
  return {
    onPaid(result) {
      postUsageEvent('paid')
      const transaction_id = result.transaction_id ?? null
      const payload = withPaymentReference(attempt.payload, attempt.tx_ref, transaction_id)
      const order = { ...attempt, payload, transaction_id }
      storeAsPaid(order)
      dispatch({ type: 'paid', order })
    },
    onUnpaid(result) {
      postUsageEvent('unpaid')
      if (isOutcomeUnknown(result)) {
        // A notice with the outcome is shown for the attempt.
        const outcome = result.status === 'pending' ? 'pending' : 'unknown'
        attempts.change(attempt.tx_ref, { outcome })
        dispatch({
          type: 'unpaid',
          toast:
            outcome === 'pending'
              ? `${UNPAID} It may still arrive: approve ${formatMoney(attempt.amount)} on your phone.`
              : UNPAID,
        })
      } else {
        attempts.remove(attempt.tx_ref)
        dispatch({ type: 'unpaid', problem: { text: UNPAID, detail: unpaidAdvice(result) } })
      }
    },
    onClosed() {
      postUsageEvent('closed')
      // Source F4: references are unique, so the vendor may refuse one that was used before, and report nothing to the
      // page.
      if (isResumed) attempts.change(attempt.tx_ref, { outcome: 'unknown' })
      dispatch({ type: 'window-closed' })
    },
  }
}

/**
 * Adds the vendor's transaction id to the order, or the shop's reference if there is none. Only if the settings enable
 * it.
 */
export function withPaymentReference(
  payload: OrderPayload,
  reference: string,
  transactionId: number | string | null,
): OrderPayload {
  return env.sendPaymentReference
    ? { ...payload, transaction_reference: String(transactionId ?? reference) }
    : payload
}

const UNPAID = 'Payment was not successful.'

/** Returns the vendor's reason, if there is one, and what to do. */
function unpaidAdvice({ charge_response_message: reason }: PaymentResult): string {
  const advice = 'Nothing was charged. Try again or pay another way.'
  return reason ? `${reason.replace(/\.?$/, '.')} ${advice}` : advice
}
