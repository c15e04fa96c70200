import { ApiError, displayedMessage } from 'contracts/client'
import type { FlutterwaveCheckout } from 'contracts/payments'
import { useEffect, useLayoutEffect, useState } from 'react'
import { belongsToCustomer, getSession, getToken } from '../../api/session.ts'
import { store } from '../../config/store.ts'
import { tryLock } from '../../platform/locks.ts'
import { onOnline, SETTLING_MS } from '../../platform/online.ts'
import { announce } from '../../ui/feedback/announcer.ts'
import { notify } from '../../ui/feedback/notify.ts'
import { paymentRequest } from './billing.ts'
import {
  CHANGED,
  type CheckoutEffect,
  type CheckoutEvent,
  type CheckoutProgress,
  IDLE,
  type NextStep,
  nextState,
  stoppedEvent,
} from './checkout-machine.ts'
import {
  loadPaymentScript,
  openPaymentWindow,
  postUsageEvent,
  SCRIPT_FAILURE,
} from './payment/payment-window.ts'
import {
  attempts,
  OPEN_ELSEWHERE,
  PAYMENT_LOCK,
  type PaidOrder,
  PayerChangedError,
  type PaymentAttempt,
  paidOrders,
} from './payment/payments.ts'
import { paymentCallbacks } from './payment-callbacks.ts'
import { isBeingPlaced, isDefiniteRefusal, type PlacedOrder, placePaidOrder } from './place-order.ts'

/** The time after which the shopper can close a payment window that shows nothing. */
const STALLED_AFTER_MS = 12_000

type CheckoutInput = {
  /** Loads the account. Called if the customer is unknown. */
  loadCustomer: () => Promise<unknown>
  /** The order that the page shows, as text. */
  shownOrder: string
  /** Reads what to pay. Returns the event that continues the payment, or shows why nothing may be charged. */
  loadNextPayment: () => Promise<CheckoutEvent>
  /** Opens what the shopper must do before paying. */
  onNextStep: (step: NextStep) => void
  /** Called once per order, also after the page was left. */
  onPlaced: (paidOrder: PaidOrder, placed: PlacedOrder) => void
  /** Called on the page whose order was placed, also if a different tab has placed it. */
  onAccepted: (paidOrder: PaidOrder) => void
}

type OpenPayment = {
  session: string | null
  /** The order that the page showed when the shopper clicked, as JSON. */
  shownOrder: string
  script: Promise<FlutterwaveCheckout | null>
  checkout: FlutterwaveCheckout | null
  close: () => void
  release: () => void
}

/** Runs the effects of the checkout. The state machine decides what may follow. */
class CheckoutRunner {
  /** From the latest render of the page. */
  input: CheckoutInput
  isPageOpen = true
  readonly #show: (state: CheckoutProgress) => void
  #state = IDLE
  #payment: OpenPayment | null = null
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(input: CheckoutInput, show: (state: CheckoutProgress) => void) {
    this.input = input
    this.#show = show
  }

  get state(): CheckoutProgress {
    return this.#state
  }

  /**
   * Applies an event and runs its effects. The state is kept outside of React, so that a second click sees it before
   * the next render.
   */
  dispatch(event: CheckoutEvent): void {
    const next = nextState(this.#state, event)
    if (next === null) return
    this.#state = next.state
    this.#show(next.state)
    for (const effect of next.effects) this.#run(effect)
  }

  #run(effect: CheckoutEffect): void {
    switch (effect.type) {
      case 'start-payment':
        void this.#startPayment()
        break
      case 'load-script':
        void this.#loadScript()
        break
      case 'open-window':
        this.#openWindow(effect.attempt, effect.isResumed)
        break
      case 'close-window':
        this.#closeWindow()
        break
      case 'mark-unknown':
        attempts.change(effect.attempt.tx_ref, { outcome: 'unknown' })
        break
      case 'release-lock':
        clearTimeout(this.#timer)
        this.#payment?.release()
        break
      case 'post':
        void this.#post(effect.order, effect.isAutomatic)
        break
      case 'show-toast':
        notify('error', effect.text)
        break
      case 'announce':
        announce(effect.text)
        break
      case 'open-step': {
        const message = STEP_MESSAGES[effect.step]
        if (message) notify('error', message)
        this.input.onNextStep(effect.step)
      }
    }
  }

  /** Holds the payment lock from the first read until the payment is decided or given up. */
  async #startPayment(): Promise<void> {
    const script = loadPaymentScript().catch(() => null)
    const released = new Promise<void>((release) => {
      const { shownOrder } = this.input
      this.#payment = { session: getSession(), shownOrder, script, checkout: null, close: () => {}, release }
    })
    try {
      const isFree = await tryLock(PAYMENT_LOCK, async () => {
        // Releases the lock if the shopper cancels the payment before it is loaded.
        const event = await Promise.race([this.input.loadNextPayment(), released])
        if (event) this.dispatch(event)
        await released
      })
      if (!isFree) this.dispatch(stoppedEvent(OPEN_ELSEWHERE, 'Finish or close it there, then try again.'))
    } catch (cause) {
      console.error(cause)
      this.dispatch(stoppedEvent(NOT_STARTED, NOT_STARTED_ADVICE))
    }
  }

  async #loadScript(): Promise<void> {
    const payment = this.#payment
    if (payment === null) return
    this.#startStallTimer()
    payment.checkout = await payment.script
    // The shopper has given up in the meantime, and may have started another payment, which waits for the same script.
    if (this.#payment !== payment) return
    if (payment.checkout === null) return this.dispatch(stoppedEvent(SCRIPT_FAILURE, null, true))
    // The customer may have logged out or changed while the script was loading.
    if (getSession() !== payment.session) return this.dispatch({ type: 'stopped' })
    // So may the cart or the payer's details, which an earlier attempt doesn't use.
    const isOutdated = !this.#state.current?.isResumed && this.input.shownOrder !== payment.shownOrder
    this.dispatch(isOutdated ? stoppedEvent(CHANGED) : { type: 'script-loaded' })
  }

  /** Offers a way out if the vendor shows nothing or never reports an outcome. */
  #startStallTimer(): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.dispatch({ type: 'stalled' }), STALLED_AFTER_MS)
  }

  #openWindow(attempt: PaymentAttempt, isResumed: boolean): void {
    if (!attempts.add(attempt) && !this.#state.hasSeenStorageWarning) {
      attempts.remove(attempt.tx_ref)
      this.dispatch({ type: 'not-stored' })
      return
    }
    this.#startStallTimer()
    try {
      const payment = this.#payment
      if (!payment?.checkout) throw new Error(SCRIPT_FAILURE)
      const callbacks = paymentCallbacks(attempt, isResumed, (event) => this.#reportResult(attempt, event))
      payment.close = openPaymentWindow(payment.checkout, paymentRequest(attempt), callbacks)
    } catch {
      // The vendor's window didn't open, so nothing was charged.
      if (!isResumed) attempts.remove(attempt.tx_ref)
      this.dispatch(stoppedEvent(SCRIPT_FAILURE, null, true))
      return
    }
    postUsageEvent('opened')
  }

  /**
   * Applies the result of an attempt. While another attempt is paid, only its payment matters here, and ends that one.
   */
  #reportResult(attempt: PaymentAttempt, event: CheckoutEvent): void {
    const { current } = this.#state
    if (current && current.attempt.tx_ref !== attempt.tx_ref) {
      if (event.type !== 'paid') return
      this.dispatch({ type: 'window-abandoned' })
    }
    this.dispatch(event)
  }

  #closeWindow(): void {
    try {
      this.#payment?.close()
    } catch {
      // Nothing can be done if the vendor's window fails to close.
    }
  }

  async #post(order: PaidOrder, isAutomatic: boolean): Promise<void> {
    type Rejection = { isRefused?: boolean; unposted?: PaidOrder }
    const reject = (detail: string, { isRefused, unposted }: Rejection = {}) =>
      this.dispatch({
        type: 'rejected',
        problem: { text: TRANSACTION_ERROR, detail, isRefused },
        unposted,
      })
    if (!belongsToCustomer(order.owner)) await this.input.loadCustomer().catch(() => {})
    // A different customer may have logged in while the payment window was open.
    if (!belongsToCustomer(order.owner)) return reject(OTHER_PAYER_ADVICE)
    try {
      const isPlaced = await placePaidOrder(
        order,
        (placed) => this.input.onPlaced(order, placed),
        isAutomatic,
      )
      if (!isPlaced) return this.dispatch({ type: 'rejected' })
    } catch (cause) {
      const advice = paidOrders.survivesReload(order.tx_ref) ? UNSENT_ADVICE : `${UNSENT_ADVICE} ${KEEP_OPEN}`
      if (cause instanceof PayerChangedError)
        return reject(getToken() === null ? EXPIRED_LOGIN_ADVICE : OTHER_PAYER_ADVICE)
      if (!(cause instanceof ApiError)) return reject(advice, { unposted: order })
      if (!isDefiniteRefusal(cause)) return reject(advice)
      if (cause.status === 401) return reject(EXPIRED_LOGIN_ADVICE)
      const message = displayedMessage(cause.body)
      const reply = message ? `The shop replied: ${message}` : NOT_STORABLE
      const refusal = `Your payment is safe and you won't be charged again. ${reply}`
      return reject(refusal, { isRefused: true })
    }
    this.dispatch({ type: 'accepted' })
    notify('success', 'Order placed successfully!')
    if (this.isPageOpen) this.input.onAccepted(order)
  }
}

/**
 * Runs the checkout from the click on "Place Order" to the accepted order. The state machine decides what may follow.
 */
export function useCheckout(input: CheckoutInput) {
  const [state, setState] = useState(IDLE)
  const paidOrder = paidOrders.useOwn()
  const attempt = attempts.useOwn()
  const [checkout] = useState(() => new CheckoutRunner(input, setState))
  // Not during the render, which React may discard. A layout effect runs before any response or event is handled.
  useLayoutEffect(() => {
    checkout.input = input
  })

  useEffect(() => {
    checkout.isPageOpen = true
    let timer: ReturnType<typeof setTimeout> | undefined
    const onLeft = () => checkout.dispatch({ type: 'page-left' })
    const onLeaving = () => checkout.dispatch({ type: 'page-leaving' })
    // A payment that starts while the browser leaves the page would have no window.
    window.addEventListener('beforeunload', onLeaving)
    window.addEventListener('pagehide', onLeft)
    // Shows the progress of an order that was being posted when the page was left.
    const order = paidOrders.find()
    if (order && isBeingPlaced(order)) checkout.dispatch({ type: 'paid', order })
    const sendAgain = () => {
      const { unposted } = checkout.state
      if (unposted) checkout.dispatch({ type: 'paid', order: unposted, isAutomatic: true })
    }
    const stopListening = onOnline(() => {
      timer = setTimeout(sendAgain, SETTLING_MS)
    })
    return () => {
      window.removeEventListener('beforeunload', onLeaving)
      window.removeEventListener('pagehide', onLeft)
      stopListening()
      clearTimeout(timer)
      checkout.isPageOpen = false
      onLeft()
    }
  }, [checkout])

  return {
    ...state,
    paidOrder,
    attempt,
    /** Sends the paid order if there is one. Otherwise resumes the payment attempt or pays for the order. */
    placeOrder() {
      if (checkout.state.phase !== 'idle') return
      if (getToken() === null) checkout.dispatch({ type: 'log-in-required' })
      else checkout.dispatch(paidOrder ? { type: 'paid', order: paidOrder } : { type: 'pay-clicked' })
    },
    /** Closes a payment window that may not have opened. */
    abandonWindow: () => void checkout.dispatch({ type: 'window-abandoned' }),
    /** Clears the problem of an attempt that the shopper has discarded. */
    onDiscarded: () => void checkout.dispatch({ type: 'attempt-discarded' }),
  }
}

const TRANSACTION_ERROR = 'An error occurred during the transaction. Please try again.'

const UNSENT_ADVICE =
  "Your payment is safe. Tap Place Order to send the order again. You won't be charged again."

/** Shown if no storage of the browser accepts the paid order. */
const KEEP_OPEN = 'Keep this page open until then.'

const EXPIRED_LOGIN_ADVICE =
  "Your payment is safe. Log in again to send the order. You won't be charged again."

const OTHER_PAYER_ADVICE = 'This payment is safe. Log in as the customer who paid to send the order.'

/** Shown if the host refuses a paid order without a message for shoppers. */
const NOT_STORABLE = 'The shop could not store this order.'

/** Shown as toasts. Billing shows its errors at its fields. */
const STEP_MESSAGES: Partial<Record<NextStep, string>> = {
  'log-in': 'Please log in to place an order.',
  'choose-delivery': "We can't find your delivery address any more. Please choose another.",
}

/** Shown for an unexpected error before the payment window has opened. */
const NOT_STARTED = "We couldn't start the payment."

const NOT_STARTED_ADVICE = `Your cart is safe. Try again, or call us on ${store.phones[0]}.`
