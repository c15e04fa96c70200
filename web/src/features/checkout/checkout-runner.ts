import { ApiError, errorMessage } from 'contracts/client'
import type { FlutterwaveCheckout, PaymentResult } from 'contracts/payments'
import { getOwner, getSession, ownedBy, readOwner } from '../../api/session.ts'
import { store } from '../../config/store.ts'
import { tryLock } from '../../platform/locks.ts'
import { notify } from '../../ui/feedback/notify.ts'
import { payerOf, paymentRequest } from './billing.ts'
import {
  type CheckoutEffect,
  type CheckoutEvent,
  IDLE,
  nextPayment,
  nextState,
  type PaymentState,
} from './checkout-machine.ts'
import { explainAttempt, explainRefusal, stopped } from './explain-refusal.ts'
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

/** How long the payment provider may show nothing until the shopper can close its window. */
const STALLED_AFTER_MS = 12_000

/** What the checkout needs from its page. */
export type CheckoutInput = {
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

export type Checkout = {
  input: { current: CheckoutInput }
  getState: () => PaymentState
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

/** Creates the runner of the checkout's effects. The state machine decides what may follow. */
export function createCheckout(show: (state: PaymentState) => void): Checkout {
  let state = IDLE
  const checkout: Checkout = {
    input: { current: null as unknown as CheckoutInput },
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

/** What each effect of the state machine does. */
const RUN: {
  [T in CheckoutEffect['type']]: (checkout: Checkout, effect: Extract<CheckoutEffect, { type: T }>) => void
} = {
  read: (checkout) => void takeLock(checkout),
  'load-script': (checkout) => void loadScript(checkout),
  'open-window': (checkout, { attempt, isResumed }) => openWindow(checkout, attempt, isResumed),
  'close-window': closeWindow,
  'mark-unknown': (_, { attempt }) => attempts.change(attempt.tx_ref, { outcome: 'unknown' }),
  'release-lock': ({ timer, open }) => {
    clearTimeout(timer)
    open.release()
  },
  post: (checkout, { order, isAutomatic }) => void post(checkout, order, isAutomatic),
  'show-problem': (_, { text }) => notify('error', text),
  'log-in': ({ input }) => requestLogIn(input.current),
  'choose-delivery': ({ input }) => {
    notify('error', ADDRESS_GONE)
    input.current.onNoAddress()
  },
  'correct-billing': ({ input }) => input.current.onInvalidBilling(),
}

function runEffect<E extends CheckoutEffect>(checkout: Checkout, effect: E): void {
  const run = RUN[effect.type] as (checkout: Checkout, effect: E) => void
  run(checkout, effect)
}

export function requestLogIn({ onNoToken }: CheckoutInput): void {
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

function stop({ dispatch }: Checkout, text: string, detail: string | null = null): void {
  dispatch(stopped(text, detail))
}

/** Reads what to pay. The storage is read inside the lock, because a different tab may have paid or started to pay. */
async function readPayment(input: CheckoutInput): Promise<CheckoutEvent> {
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
    owner: readOwner(getOwner()),
    started_at: Date.now(),
    payer: payerOf(billing),
    items,
    delivery,
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
  checkout.timer = setTimeout(() => checkout.dispatch({ type: 'stalled' }), STALLED_AFTER_MS)
}

function openWindow(checkout: Checkout, attempt: PaymentAttempt, isResumed: boolean): void {
  if (!attempts.add(attempt) && !checkout.getState().knowsNotStored) {
    attempts.remove(attempt.tx_ref)
    checkout.dispatch({ type: 'not-stored' })
    return
  }
  waitForProvider(checkout)
  const { open } = checkout
  try {
    if (open.modal === null) throw new Error(SCRIPT_FAILURE)
    open.close = openPayment(open.modal, paymentRequest(attempt), outcomeOf(checkout, attempt, isResumed))
  } catch {
    // The provider's window didn't open, so nothing was charged.
    if (!isResumed) attempts.remove(attempt.tx_ref)
    stop(checkout, SCRIPT_FAILURE)
    return
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
        // The attempt's notice explains the outcome. For a pending payment, it contains the message too.
        const isPending = result.status === 'pending'
        attempts.change(attempt.tx_ref, { outcome: isPending ? 'pending' : 'unknown' })
        dispatch(isPending ? { type: 'unpaid' } : { type: 'unpaid', toast: UNPAID })
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
  if (!ownedBy(order.owner)) await input.current.loadCustomer().catch(() => {})
  // A different customer may have logged in while the payment window was open.
  if (!ownedBy(order.owner)) return reject(OTHER_PAYER_ADVICE)
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

const ADDRESS_GONE = "We can't find your delivery address any more. Please choose another one."

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
