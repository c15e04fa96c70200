import { store } from '../../config/store.ts'
import type { CheckoutEvent } from './checkout-machine.ts'
import type { AttemptProblem, OrderToPay } from './order-to-pay.ts'

/** Returns the event of a payment that can't start. */
export const stopped = (text: string, detail: string | null = null): CheckoutEvent => ({
  type: 'stopped',
  problem: { text, detail },
})

/** Returns the event that shows why the order may not be charged. */
export function explainRefusal(order: Exclude<OrderToPay, { kind: 'order' }>): CheckoutEvent {
  switch (order.kind) {
    case 'changed':
      return { ...stopped(order.hasShortage ? SHORTAGE : CHANGED), type: 'stopped', changed: order }
    case 'refused':
      return stopped(order.reason, "You haven't been charged.")
    case 'logged-out':
      return { type: 'stopped', next: 'log-in' }
    case 'no-delivery':
      return stopped('Please select a delivery address.', 'Tap Choose delivery, below your billing details.')
    case 'address-gone':
      return { type: 'stopped', next: 'choose-delivery' }
    case 'nothing-to-pay':
      return stopped(NOTHING_TO_PAY)
    case 'invalid-billing':
      return { type: 'stopped', next: 'correct-billing' }
  }
}

/** Returns the event that shows why an attempt can't be continued. Whether it was charged is unknown. */
export function explainAttempt(problem: AttemptProblem): CheckoutEvent {
  switch (problem.kind) {
    case 'changed':
      return { ...stopped(ATTEMPT_CHANGED, ATTEMPT_ADVICE), type: 'stopped', changed: problem }
    case 'refused':
      return stopped(problem.reason, ATTEMPT_ADVICE)
    case 'logged-out':
      return { type: 'stopped', next: 'log-in' }
    case 'address-gone':
      return stopped(ATTEMPT_ADDRESS_GONE, ATTEMPT_ADVICE)
    case 'unknown-order':
      return stopped(ATTEMPT_UNKNOWN, ATTEMPT_ADVICE)
  }
}

const CHANGED = "Your order has changed. You haven't been charged."

const NOTHING_TO_PAY = `There is nothing to pay for this order. Please call us on ${store.phones[0]}.`

const ATTEMPT_CHANGED = "You can't continue this payment, because the order has changed."

const ATTEMPT_ADDRESS_GONE = "You can't continue this payment, because its delivery address was deleted."

const ATTEMPT_UNKNOWN = "You can't continue this payment, because we can't check its order."

const ATTEMPT_ADVICE = `If you weren't charged, start again. Otherwise call us on ${store.phones[0]}.`

/** Shown if the stock of an item is too low. No payment is started. */
const SHORTAGE = "Part of your order is no longer in stock. You haven't been charged."
