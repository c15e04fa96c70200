import { ApiError, errorMessage } from 'contracts/client'
import type { FlutterwaveCheckout, PaymentResult } from 'contracts/payments'
import { useEffect, useRef, useState } from 'react'
import { getCustomerId, getSession, getToken } from '../../api/session.ts'
import { store } from '../../config/store.ts'
import { tryLock } from '../../platform/locks.ts'
import { onOnline } from '../../platform/online.ts'
import { notify } from '../../ui/feedback/notify.ts'
import { payerOf, paymentRequest } from './billing.ts'
import { type CheckoutEvent, IDLE, nextPayment, nextState } from './checkout-machine.ts'
import { orderPayload, withPaymentReference } from './order-payload.ts'
import type { OrderToPay } from './order-to-pay.ts'
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
  const latest = useRef({ state, input, closeWindow: () => {} })
  latest.current.input = input
  const paid = paidOrders.useOwn()
  const attempt = attempts.useOwn()

  /** Applies an event. Returns false if the machine ignores it. Doesn't wait for React, because clicks don't either. */
  function dispatch(event: CheckoutEvent): boolean {
    const next = nextState(latest.current.state, event)
    if (next === latest.current.state) return false
    latest.current.state = next
    setState(next)
    if (next.problem) notify('error', next.problem.text)
    return true
  }

  const stop = (text: string, detail: string | null = null) =>
    dispatch({ type: 'stopped', problem: { text, detail } })

  const actions = useRef({ dispatch, place })
  useEffect(() => {
    const { current } = latest
    const forget = onOnline(() => {
      const { unsent } = current.state
      // The order is already paid, so sending it again charges nothing.
      if (unsent) void actions.current.place(unsent)
    })
    return () => {
      forget()
      actions.current.dispatch({ type: 'page-left' })
      try {
        current.closeWindow()
      } catch {
        // If the provider's window fails to close, nothing can be done, because the page is already unmounted.
      }
    }
  }, [])

  function requestLogIn() {
    dispatch({ type: 'stopped' })
    notify('error', 'Please log in to place an order.')
    latest.current.input.onNoToken()
  }

  /** Sends the paid order if there is one. Otherwise resumes the payment attempt or pays for the order. */
  async function placeOrder() {
    if (latest.current.state.phase !== 'idle') return
    if (getToken() === null) return requestLogIn()
    if (paid) await place(paid)
    else await pay()
  }

  /** @param isCheck whether only to find out if the payment attempt was paid */
  async function pay(isCheck = false) {
    if (!dispatch({ type: 'pay-clicked' })) return
    const loading = loadPaymentModal()
    // Prevents an unhandled rejection. The failure is handled where the promise is awaited.
    loading.catch(() => {})
    try {
      const isFree = await tryLock(PAYMENT_LOCK, () => runPayment(loading, isCheck))
      if (!isFree) stop(OPEN_ELSEWHERE, 'Finish or close it there, then try again.')
    } catch (cause) {
      console.error(cause)
      stop(NOT_STARTED, NOT_STARTED_ADVICE)
    }
  }

  /** Opens the payment window. Resolves after the first outcome or when the page is left. Later ones are still handled. */
  async function runPayment(loading: Promise<FlutterwaveCheckout>, isCheck: boolean): Promise<void> {
    if (isOwnerUnknown()) await latest.current.input.loadCustomer().catch(() => {})
    if (isOwnerUnknown()) return void stop(UNKNOWN_OWNER, UNKNOWN_OWNER_ADVICE)
    // The storage is read inside the lock, because a different tab may have paid or started to pay.
    const customerId = getCustomerId()
    const next = nextPayment(paidOrders.find(customerId), attempts.find(customerId))
    if (next.kind === 'send') return void place(next.order)
    if (next.kind === 'new' && isCheck) return void dispatch({ type: 'stopped' })
    const session = getSession()
    const current = next.kind === 'resume' ? next.attempt : await newAttempt()
    if (current === null || !dispatch({ type: 'attempt-ready' })) return
    const modal = await loading.catch(() => null)
    if (modal === null) return void stop(SCRIPT_FAILURE)
    // The customer may have logged out or changed while the script was loading.
    if (getSession() !== session) return void dispatch({ type: 'stopped' })
    if (!dispatch({ type: 'script-loaded' })) return
    attempts.add(current)
    await new Promise<void>((end) => {
      let close: () => void
      try {
        close = openPayment(modal, paymentRequest(current), outcomeOf(current, next.kind === 'resume', end))
      } catch {
        // The provider's window didn't open, so nothing was charged.
        if (next.kind === 'new') attempts.remove(current.tx_ref)
        stop(SCRIPT_FAILURE)
        return end()
      }
      postUsageEvent('opened')
      latest.current.closeWindow = () => {
        end()
        close()
      }
    })
  }

  /** Returns a new attempt for the current order. Returns null, and shows the reason, if it may not be charged. */
  async function newAttempt(): Promise<PaymentAttempt | null> {
    const order = await latest.current.input.readOrder()
    // The page may have been left in the meantime.
    if (latest.current.state.phase !== 'checking') return null
    switch (order.kind) {
      case 'order': {
        const payload = orderPayload(order.items, order.delivery)
        return {
          tx_ref: newReference(),
          amount: payload.order_amount,
          payload,
          customer_id: getCustomerId(),
          started_at: Date.now(),
          payer: payerOf(order.billing),
          items: order.items,
          delivery: order.delivery,
        }
      }
      case 'changed':
        dispatch({
          type: 'stopped',
          problem: { text: order.hasShortage ? SHORTAGE : CHANGED, detail: null },
          changed: order,
        })
        break
      case 'logged-out':
        requestLogIn()
        break
      case 'no-delivery':
        stop('Please select a delivery address.', 'Tap Choose delivery, below your billing details.')
        break
      case 'address-gone':
        dispatch({ type: 'stopped' })
        notify('error', ADDRESS_GONE)
        latest.current.input.onNoAddress()
        break
      case 'nothing-to-pay':
        stop(NOTHING_TO_PAY)
        break
      case 'invalid-billing':
        dispatch({ type: 'stopped' })
        latest.current.input.onInvalidBilling()
    }
    return null
  }

  /** @param isReopened whether the window was opened again to find out whether the attempt was paid */
  function outcomeOf(current: PaymentAttempt, isReopened: boolean, end: () => void): PaymentOutcome {
    return {
      onPaid(result) {
        postUsageEvent('paid')
        const order = paidOrder(current, result)
        storeAsPaid(order)
        end()
        void place(order)
      },
      onUnpaid(result) {
        postUsageEvent('unpaid')
        end()
        if (isUndecided(result)) {
          // The attempt's notice explains the outcome on the page.
          attempts.setOutcome(current.tx_ref, result.status === 'pending' ? 'pending' : 'unknown')
          if (dispatch({ type: 'unpaid' })) notify('error', UNPAID)
        } else {
          attempts.remove(current.tx_ref)
          dispatch({ type: 'unpaid', problem: { text: UNPAID, detail: unpaidAdvice(result) } })
        }
      },
      onClosed() {
        postUsageEvent('closed')
        end()
        // Source F4: references are unique, so the window may refuse one that it has seen, and say nothing to the page.
        if (isReopened) attempts.setOutcome(current.tx_ref, 'unknown')
        dispatch({ type: 'window-closed' })
      },
    }
  }

  /** Posts a paid order. */
  async function place(order: PaidOrder) {
    if (!dispatch({ type: 'paid' })) return
    const reject = (detail: string, refused = false, unsent: PaidOrder | null = null) =>
      dispatch({ type: 'rejected', problem: { text: TRANSACTION_ERROR, detail, refused }, unsent })
    const payer = order.customer_id
    if (payer !== null && getCustomerId() === null) await latest.current.input.loadCustomer().catch(() => {})
    // A different customer may have logged in while the payment window was open.
    if (payer !== null && getCustomerId() !== payer) return reject(OTHER_PAYER_ADVICE)
    let placed: PlacementResult
    try {
      placed = await placePaidOrder(order)
    } catch (cause) {
      if (!(cause instanceof ApiError)) return reject(UNSENT_ADVICE, false, order)
      if (!isRefusal(cause)) return reject(UNSENT_ADVICE)
      const message = errorMessage(cause.body)
      const advice = `Your payment is safe and you won't be charged again.${message ? ` The shop replied: ${message}` : ''}`
      return reject(advice, cause.status !== 401)
    }
    dispatch({ type: 'accepted' })
    notify('success', 'Order placed successfully!')
    latest.current.input.onAccepted(order, placed)
  }

  return {
    ...state,
    paid,
    attempt,
    placeOrder,
    /** Resumes the payment attempt to find out whether it was paid. */
    checkPayment: () => pay(true),
    /** Clears the problem of an attempt that the shopper has discarded. */
    onDiscarded: () => void dispatch({ type: 'attempt-discarded' }),
  }
}
const TRANSACTION_ERROR = 'An error occurred during the transaction. Please try again.'

const UNSENT_ADVICE =
  "Your payment is safe. Tap Place Order to send the order again. You won't be charged again."

const OTHER_PAYER_ADVICE = 'This payment is safe. Log in as the customer who paid to send the order.'

const CHANGED = "Your order has changed. You haven't been charged."

const ADDRESS_GONE = "We can't find your delivery address any more. Please choose another one."

const NOTHING_TO_PAY = `There is nothing to pay for this order. Please call us on ${store.phones[0]}.`

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
