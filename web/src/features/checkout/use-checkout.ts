import { ApiError, errorMessage } from 'contracts/client'
import type { FlutterwaveCheckout, PaymentResult } from 'contracts/payments'
import { useEffect, useRef, useState } from 'react'
import { getCustomerId, getSession, getToken } from '../../api/session.ts'
import { limits } from '../../config/limits.ts'
import { store } from '../../config/store.ts'
import { tryLock } from '../../platform/locks.ts'
import { onOnline } from '../../platform/online.ts'
import { notify } from '../../ui/feedback/notify.ts'
import { payerOf, paymentRequest } from './billing.ts'
import {
  type CheckoutEffect,
  type CheckoutEvent,
  type CheckoutState,
  IDLE,
  nextPayment,
  nextState,
} from './checkout-machine.ts'
import { orderPayload, withPaymentReference } from './order-payload.ts'
import type { AttemptProblem, OrderToPay } from './order-to-pay.ts'
import {
  isUndecided,
  loadPaymentModal,
  openPayment,
  type PaymentOutcome,
  postUsageEvent,
  SCRIPT_FAILURE,
} from './payment-window.ts'
import {
  attempts,
  isOwnerUnknown,
  newReference,
  OPEN_ELSEWHERE,
  PAYMENT_LOCK,
  type PaidOrder,
  type PaymentAttempt,
  paidOrders,
  storeAsPaid,
} from './payments.ts'
import { isRefusal, type PlacementResult, placePaidOrder } from './place-order.ts'

type Input = {
  /** Loads the account. Called if the customer is unknown. */
  loadCustomer: () => Promise<unknown>
  /** Reads the order at the moment of payment. */
  readOrder: () => Promise<OrderToPay>
  /** Returns why an attempt may not be paid; null if the host would still accept its order. */
  readAttempt: (attempt: PaymentAttempt) => Promise<AttemptProblem | null>
  onNoToken: () => void
  /** Called if the customer no longer has the delivery address. */
  onNoAddress: () => void
  onInvalidBilling: () => void
  /** Called when the host has accepted the order. */
  onAccepted: (paid: PaidOrder, placed: PlacementResult) => void
}

/** Runs the checkout from the click on "Place Order" to the accepted order. The state machine decides what may follow. */
export function useCheckout(input: Input) {
  const [state, setState] = useState(IDLE)
  const paid = paidOrders.useOwn()
  const attempt = attempts.useOwn()
  const [checkout] = useState(() => createCheckout(setState))
  checkout.input.current = input

  useEffect(() => {
    const leave = () => void checkout.dispatch({ type: 'page-left' })
    // The page's requests fail when it is unloaded, which must not start a payment with older values.
    window.addEventListener('pagehide', leave)
    const forget = onOnline(() => {
      const { unsent } = checkout.getState()
      if (unsent) checkout.dispatch({ type: 'paid', order: unsent, isAutomatic: true })
    })
    return () => {
      window.removeEventListener('pagehide', leave)
      forget()
      leave()
    }
  }, [checkout])

  return {
    ...state,
    paid,
    attempt,
    /** Sends the paid order if there is one. Otherwise resumes the payment attempt or pays for the order. */
    placeOrder() {
      if (checkout.getState().phase !== 'idle') return
      if (getToken() === null) requestLogIn(input)
      else checkout.dispatch(paid ? { type: 'paid', order: paid } : { type: 'pay-clicked' })
    },
    /** Closes a payment window that may not have opened. */
    giveUp: () => void checkout.dispatch({ type: 'window-given-up' }),
    /** Clears the problem of an attempt that the shopper has discarded. */
    onDiscarded: () => void checkout.dispatch({ type: 'attempt-discarded' }),
  }
}

type Checkout = {
  input: { current: Input }
  getState: () => CheckoutState
  /** Applies an event and runs its effects. Doesn't wait for React, because clicks don't either. */
  dispatch: (event: CheckoutEvent) => void
  /** What the current payment has opened. */
  open: {
    session: string | null
    script: Promise<FlutterwaveCheckout | null>
    modal: FlutterwaveCheckout | null
    close: () => void
    release: () => void
  }
  timer: ReturnType<typeof setTimeout> | undefined
}

const NOTHING_OPEN: Checkout['open'] = {
  session: null,
  script: Promise.resolve(null),
  modal: null,
  close: () => {},
  release: () => {},
}

function createCheckout(show: (state: CheckoutState) => void): Checkout {
  let state = IDLE
  const checkout: Checkout = {
    input: { current: null as unknown as Input },
    getState: () => state,
    dispatch(event) {
      const next = nextState(state, event)
      if (next === null) {
        if (import.meta.env.DEV) console.debug(`Checkout: "${event.type}" is ignored in "${state.phase}".`)
        return
      }
      state = next.state
      show(state)
      for (const effect of next.effects) runEffect(checkout, effect)
    },
    open: { ...NOTHING_OPEN },
    timer: undefined,
  }
  return checkout
}

function runEffect(checkout: Checkout, effect: CheckoutEffect): void {
  const input = checkout.input.current
  switch (effect.type) {
    case 'read':
      return void takeLock(checkout)
    case 'load-script':
      return void loadScript(checkout)
    case 'open-window':
      return openWindow(checkout, effect.attempt, effect.isResumed)
    case 'close-window':
      return closeWindow(checkout)
    case 'mark-unknown':
      return attempts.change(effect.attempt.tx_ref, { outcome: 'unknown' })
    case 'release-lock':
      clearTimeout(checkout.timer)
      return checkout.open.release()
    case 'post':
      return void post(checkout, effect.order, effect.isAutomatic)
    case 'show-problem':
      return notify('error', effect.text)
    case 'log-in':
      return requestLogIn(input)
    case 'choose-delivery':
      notify('error', ADDRESS_GONE)
      return input.onNoAddress()
    case 'correct-billing':
      return input.onInvalidBilling()
  }
}

function requestLogIn({ onNoToken }: Input): void {
  notify('error', 'Please log in to place an order.')
  onNoToken()
}

/** Holds the payment lock from the first read until the payment is decided or given up. */
async function takeLock(checkout: Checkout): Promise<void> {
  const script = loadPaymentModal().catch(() => null)
  const released = new Promise<void>((release) => {
    checkout.open = { ...NOTHING_OPEN, script, session: getSession(), release }
  })
  try {
    const isFree = await tryLock(PAYMENT_LOCK, async () => {
      checkout.dispatch(await readPayment(checkout.input.current))
      await released
    })
    if (!isFree) stop(checkout, OPEN_ELSEWHERE, 'Finish or close it there, then try again.')
  } catch (cause) {
    console.error(cause)
    stop(checkout, NOT_STARTED, NOT_STARTED_ADVICE)
  }
}

const stopped = (text: string, detail: string | null = null): CheckoutEvent => ({
  type: 'stopped',
  problem: { text, detail },
})

function stop({ dispatch }: Checkout, text: string, detail: string | null = null): void {
  dispatch(stopped(text, detail))
}

/** Reads what to pay. The storage is read inside the lock, because a different tab may have paid or started to pay. */
async function readPayment(input: Input): Promise<CheckoutEvent> {
  if (isOwnerUnknown()) await input.loadCustomer().catch(() => {})
  if (isOwnerUnknown()) return stopped(UNKNOWN_OWNER, UNKNOWN_OWNER_ADVICE)
  const next = nextPayment(paidOrders.find(), attempts.find())
  switch (next.kind) {
    case 'send':
      return { type: 'paid', order: next.order }
    case 'resume': {
      const problem = await input.readAttempt(next.attempt)
      if (problem) return explainAttempt(problem)
      return { type: 'attempt-ready', attempt: next.attempt, isResumed: true }
    }
    case 'new': {
      const order = await input.readOrder()
      if (order.kind !== 'order') return explainRefusal(order)
      return { type: 'attempt-ready', attempt: newAttempt(order), isResumed: false }
    }
  }
}

function newAttempt({ items, delivery, billing }: Extract<OrderToPay, { kind: 'order' }>): PaymentAttempt {
  const payload = orderPayload(items, delivery)
  return {
    tx_ref: newReference(),
    amount: payload.order_amount,
    payload,
    customer_id: getCustomerId(),
    session: getSession(),
    started_at: Date.now(),
    payer: payerOf(billing),
    items,
    delivery,
  }
}

/** Returns the event that shows why the order may not be charged. */
function explainRefusal(order: Exclude<OrderToPay, { kind: 'order' }>): CheckoutEvent {
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
function explainAttempt(problem: AttemptProblem): CheckoutEvent {
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

async function loadScript(checkout: Checkout): Promise<void> {
  waitForProvider(checkout)
  const { open } = checkout
  open.modal = await open.script
  if (open.modal === null) return stop(checkout, SCRIPT_FAILURE)
  // The customer may have logged out or changed while the script was loading.
  checkout.dispatch(getSession() === open.session ? { type: 'script-loaded' } : { type: 'stopped' })
}

/** Offers a way out if the provider shows nothing or never reports an outcome. */
function waitForProvider(checkout: Checkout): void {
  clearTimeout(checkout.timer)
  checkout.timer = setTimeout(() => checkout.dispatch({ type: 'stalled' }), limits.paymentPatience)
}

function openWindow(checkout: Checkout, attempt: PaymentAttempt, isResumed: boolean): void {
  if (!attempts.add(attempt) && !checkout.getState().knowsNotStored) {
    attempts.remove(attempt.tx_ref)
    return checkout.dispatch({ type: 'not-stored' })
  }
  waitForProvider(checkout)
  const { open } = checkout
  try {
    if (open.modal === null) throw new Error(SCRIPT_FAILURE)
    open.close = openPayment(open.modal, paymentRequest(attempt), outcomeOf(checkout, attempt, isResumed))
  } catch {
    // The provider's window didn't open, so nothing was charged.
    if (!isResumed) attempts.remove(attempt.tx_ref)
    return stop(checkout, SCRIPT_FAILURE)
  }
  postUsageEvent('opened')
}

function closeWindow({ open }: Checkout): void {
  try {
    open.close()
  } catch {
    // Nothing can be done if the provider's window fails to close.
  }
}

/** @param isResumed whether the window was opened again to finish an earlier attempt */
function outcomeOf({ dispatch }: Checkout, attempt: PaymentAttempt, isResumed: boolean): PaymentOutcome {
  return {
    onPaid(result) {
      postUsageEvent('paid')
      const order = paidOrder(attempt, result)
      storeAsPaid(order)
      dispatch({ type: 'paid', order })
    },
    onUnpaid(result) {
      postUsageEvent('unpaid')
      if (isUndecided(result)) {
        // The attempt's notice shows the message.
        attempts.change(attempt.tx_ref, { outcome: result.status === 'pending' ? 'pending' : 'unknown' })
        dispatch({ type: 'unpaid' })
      } else {
        attempts.remove(attempt.tx_ref)
        dispatch({ type: 'unpaid', problem: { text: UNPAID, detail: unpaidAdvice(result) } })
      }
    },
    onClosed() {
      postUsageEvent('closed')
      // Source F4: references are unique, so the window may refuse one that it has seen, and say nothing to the page.
      if (isResumed) attempts.change(attempt.tx_ref, { outcome: 'unknown' })
      dispatch({ type: 'window-closed' })
    },
  }
}

/** Posts a paid order. */
async function post(checkout: Checkout, order: PaidOrder, isAutomatic: boolean): Promise<void> {
  const { dispatch, input } = checkout
  const reject = (detail: string, refused = false, unsent: PaidOrder | null = null) =>
    dispatch({ type: 'rejected', problem: { text: TRANSACTION_ERROR, detail, refused }, unsent })
  if (order.customer_id !== null && getCustomerId() === null) await input.current.loadCustomer().catch(() => {})
  // A different customer may have logged in while the payment window was open.
  const isPayer =
    order.customer_id === null ? order.session === getSession() : order.customer_id === getCustomerId()
  if (!isPayer) return reject(OTHER_PAYER_ADVICE)
  let placed: PlacementResult
  try {
    placed = await placePaidOrder(order, isAutomatic)
  } catch (cause) {
    const advice = paidOrders.isStored(order.tx_ref) ? UNSENT_ADVICE : `${UNSENT_ADVICE} ${KEEP_OPEN}`
    if (!(cause instanceof ApiError)) return reject(advice, false, order)
    if (!isRefusal(cause)) return reject(advice)
    const message = errorMessage(cause.body)
    const refusal = `Your payment is safe and you won't be charged again.${message ? ` The shop replied: ${message}` : ''}`
    return reject(refusal, cause.status !== 401)
  }
  dispatch({ type: 'accepted' })
  notify('success', 'Order placed successfully!')
  input.current.onAccepted(order, placed)
}

const TRANSACTION_ERROR = 'An error occurred during the transaction. Please try again.'

const UNSENT_ADVICE =
  "Your payment is safe. Tap Place Order to send the order again. You won't be charged again."

/** Shown if no storage of the browser accepts the paid order. */
const KEEP_OPEN = 'Keep this page open until then.'

const OTHER_PAYER_ADVICE = 'This payment is safe. Log in as the customer who paid to send the order.'

const CHANGED = "Your order has changed. You haven't been charged."

const ADDRESS_GONE = "We can't find your delivery address any more. Please choose another one."

const NOTHING_TO_PAY = `There is nothing to pay for this order. Please call us on ${store.phones[0]}.`

const ATTEMPT_CHANGED = "You can't continue this payment, because the order has changed."

const ATTEMPT_ADDRESS_GONE = "You can't continue this payment, because its delivery address was deleted."

const ATTEMPT_UNKNOWN = "You can't continue this payment, because we can't check its order."

const ATTEMPT_ADVICE = `If you weren't charged, start again. Otherwise call us on ${store.phones[0]}.`

/** Shown if the stock of an item is too low. No payment is started. */
const SHORTAGE = "Part of your order is no longer in stock. You haven't been charged."

/** Shown for an unexpected error before the payment window has opened. */
const NOT_STARTED = "We couldn't start the payment."

const NOT_STARTED_ADVICE = `Your cart is safe. Try again, or call us on ${store.phones[0]}.`

const UNPAID = 'Payment was not successful.'

/** Returns the provider's reason, if there is one, and what to do. */
function unpaidAdvice({ charge_response_message: reason }: PaymentResult): string {
  const advice = 'Nothing was charged. Try again or pay another way.'
  return reason ? `${reason.replace(/\.?$/, '.')} ${advice}` : advice
}

const UNKNOWN_OWNER = "We couldn't load your account. You haven't been charged."

const UNKNOWN_OWNER_ADVICE = 'An earlier payment on this device may be yours. Please try again in a minute.'

function paidOrder(attempt: PaymentAttempt, result: PaymentResult): PaidOrder {
  const transaction_id = result.transaction_id ?? null
  const payload = withPaymentReference(attempt.payload, attempt.tx_ref, transaction_id)
  return { ...attempt, payload, transaction_id }
}
