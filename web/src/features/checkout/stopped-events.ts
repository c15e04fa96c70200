// Explains why a payment may not start. Loaded after the page, because only "Place Order" needs it.
import { store } from '../../config/store.ts'
import type { AttemptProblem, OrderCheck } from './check-order.ts'
import { CHANGED, type CheckoutEvent, stoppedEvent } from './checkout-machine.ts'

/** Returns the event that shows why the order may not be charged. */
export function orderStoppedEvent(order: Exclude<OrderCheck, { kind: 'order' }>): CheckoutEvent {
  switch (order.kind) {
    case 'changed':
      return { ...stoppedEvent(order.hasShortage ? SHORTAGE : CHANGED), type: 'stopped', changedOrder: order }
    case 'refused':
      return stoppedEvent(order.reason, "You haven't been charged.")
    case 'logged-out':
      return { type: 'stopped', step: 'log-in' }
    case 'no-delivery':
      return stoppedEvent('Please select a delivery address.', 'Tap Choose delivery.', true)
    case 'address-gone':
      return { type: 'stopped', step: 'choose-delivery' }
    case 'nothing-to-pay':
      return stoppedEvent(NOTHING_TO_PAY)
    case 'invalid-billing':
      return { type: 'stopped', step: 'correct-billing' }
  }
}

/** Returns the event that shows why an attempt can't be continued. Whether it was charged is unknown. */
export function attemptStoppedEvent(problem: AttemptProblem): CheckoutEvent {
  switch (problem.kind) {
    case 'changed':
      return { ...stoppedEvent(ATTEMPT_CHANGED, ATTEMPT_ADVICE), type: 'stopped', changedOrder: problem }
    case 'refused':
      return stoppedEvent(problem.reason, ATTEMPT_ADVICE)
    case 'logged-out':
      return { type: 'stopped', step: 'log-in' }
    case 'address-gone':
      return stoppedEvent(ATTEMPT_ADDRESS_GONE, ATTEMPT_ADVICE)
    case 'unknown-order':
      return stoppedEvent(ATTEMPT_UNKNOWN, ATTEMPT_ADVICE)
  }
}

/** Returns the event of a pickup order whose address could not be added to the account. */
export const pickupStoppedEvent = (): CheckoutEvent => stoppedEvent(NO_PICKUP, NO_PICKUP_ADVICE)

const NO_PICKUP = "We couldn't prepare your collection. You haven't been charged."

const NO_PICKUP_ADVICE = `Try again, choose home delivery, or call us on ${store.phones[0]}.`

const NOTHING_TO_PAY = `There is nothing to pay for this order. Please call us on ${store.phones[0]}.`

const ATTEMPT_CHANGED = "You can't continue this payment, because the order has changed."

const ATTEMPT_ADDRESS_GONE = "You can't continue this payment, because its delivery address was deleted."

const ATTEMPT_UNKNOWN = "You can't continue this payment, because we can't check its order."

const ATTEMPT_ADVICE = `If you weren't charged, start again. Otherwise call us on ${store.phones[0]}.`

/** Shown if the stock of an item is too low. No payment is started. */
const SHORTAGE = "Part of your order is no longer in stock. You haven't been charged."
