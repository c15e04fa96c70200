import { ApiError, ContractError, errorMessage } from 'contracts/client'
import type { FlutterwaveCheckout, PaymentResult } from 'contracts/payments'
import { useEffect, useRef, useState } from 'react'
import { call, type WireResponse } from '../../api/api.ts'
import { readId, readObject, readString } from '../../api/read-values.ts'
import { getCustomerId, getSession, getToken } from '../../api/session.ts'
import { store } from '../../config/store.ts'
import { runExclusive, tryLock } from '../../platform/locks.ts'
import { onOnline } from '../../platform/online.ts'
import { notify } from '../../ui/feedback/notify.ts'
import type { FormProblem } from '../../ui/form/use-submit.ts'
import { payerOf, paymentRequest } from './billing.ts'
import { orderPayload, withPaymentReference } from './order-payload.ts'
import type { ChangedOrder, OrderToPay } from './order-to-pay.ts'
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

type CheckoutError = FormProblem & {
  /** Whether the host refused a paid order. Only staff can resolve this. */
  refused: boolean
}

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

/** Runs the checkout from the click on "Place Order" to the accepted order. Never pays or orders twice. */
export function useCheckout({
  loadCustomer,
  readOrder,
  onNoToken,
  onNoAddress,
  onInvalidBilling,
  onAccepted,
}: Input) {
  const [phase, setPhase] = useState<'idle' | 'checking' | 'opening' | 'paying' | 'placing'>('idle')
  const [error, setError] = useState<CheckoutError | null>(null)
  const [changed, setChanged] = useState<ChangedOrder | null>(null)
  const isBusy = useRef(false)
  const isUnmounted = useRef(false)
  const closeWindow = useRef<() => void>(() => {})
  const paid = paidOrders.useOwn()
  const attempt = attempts.useOwn()

  // On unmount, closes the payment window and releases the lock.
  useEffect(() => {
    isUnmounted.current = false
    return () => {
      isUnmounted.current = true
      try {
        closeWindow.current()
      } catch {
        // If the provider's window fails to close, nothing can be done, because the page is already unmounted.
      }
    }
  }, [])

  const finishLater = useRef<(() => void) | null>(null)
  useEffect(() => onOnline(() => finishLater.current?.()), [])

  function resetToIdle() {
    isBusy.current = false
    setPhase('idle')
  }

  function fail(text: string, advice: string | null = null, refused = false) {
    resetToIdle()
    setError({ text, detail: advice, refused })
    notify(text, { kind: 'error' })
  }

  /** Sends the paid order if there is one. Otherwise resumes the payment attempt or pays for the order. */
  async function placeOrder() {
    // The second click of a double click arrives before the button is disabled.
    if (isBusy.current) return
    if (getToken() === null) return requestLogIn()
    if (paid) return finish(paid)
    await pay(newAttempt)
  }

  /** Resumes the payment attempt to find out whether it was paid. */
  async function checkPayment() {
    if (isBusy.current || attempt === null) return
    await pay(async () => {
      resetToIdle()
      return null
    })
  }

  function requestLogIn() {
    resetToIdle()
    notify('Please log in to place an order.', { kind: 'error' })
    onNoToken()
  }

  /** Returns a new attempt for the current order. Returns null, and shows the reason, if it may not be charged. */
  async function newAttempt(): Promise<PaymentAttempt | null> {
    const order = await readOrder()
    if (isUnmounted.current) return null
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
        fail(order.hasShortage ? SHORTAGE : CHANGED)
        setChanged(order)
        break
      case 'logged-out':
        requestLogIn()
        break
      case 'no-delivery':
        fail('Please select a delivery address.', 'Press Choose delivery, below your billing details.')
        break
      case 'address-gone':
        resetToIdle()
        notify(ADDRESS_GONE, { kind: 'error' })
        onNoAddress()
        break
      case 'nothing-to-pay':
        fail(NOTHING_TO_PAY)
        break
      case 'invalid-billing':
        resetToIdle()
        onInvalidBilling()
    }
    return null
  }

  async function pay(createAttempt: () => Promise<PaymentAttempt | null>) {
    isBusy.current = true
    setError(null)
    setChanged(null)
    setPhase('checking')
    const loading = loadPaymentModal()
    // Prevents an unhandled rejection. The failure is handled where the promise is awaited.
    loading.catch(() => {})
    try {
      const isFree = await tryLock(PAYMENT_LOCK, () => runPayment(loading, createAttempt))
      if (!isFree) fail(OPEN_ELSEWHERE, 'Finish or close it there, then try again.')
    } catch {
      fail(SCRIPT_FAILURE)
    }
  }

  /** Opens the payment window. Resolves after the first outcome or when the page is left. Later ones are still handled. */
  async function runPayment(
    loading: Promise<FlutterwaveCheckout>,
    createAttempt: () => Promise<PaymentAttempt | null>,
  ): Promise<void> {
    if (isOwnerUnknown()) await loadCustomer().catch(() => {})
    if (isUnmounted.current) return
    if (isOwnerUnknown()) return fail(UNKNOWN_OWNER, UNKNOWN_OWNER_ADVICE)
    // The storage is read inside the lock, because a different tab may have paid or started to pay.
    const customerId = getCustomerId()
    const paidElsewhere = paidOrders.find(customerId)
    if (paidElsewhere) return void finish(paidElsewhere)
    const unfinished = attempts.find(customerId)
    const session = getSession()
    const current = unfinished ?? (await createAttempt())
    if (current === null) return
    setPhase('opening')
    const modal = await loading
    if (isUnmounted.current) return
    // The customer may have logged out or changed while the script was loading.
    if (getSession() !== session) return resetToIdle()
    setPhase('paying')
    attempts.add(current)
    return new Promise((end, failed) => {
      let close: () => void
      try {
        close = openPayment(modal, paymentRequest(current), outcomeOf(current, unfinished !== null, end))
      } catch (cause) {
        // The window didn't open, so nothing was charged.
        if (unfinished === null) attempts.remove(current.tx_ref)
        return failed(cause)
      }
      postUsageEvent('opened')
      closeWindow.current = () => {
        end()
        close()
      }
    })
  }

  /** @param isReopened whether the window was opened again to find out whether the attempt was paid */
  function outcomeOf(current: PaymentAttempt, isReopened: boolean, end: () => void): PaymentOutcome {
    return {
      onPaid(result) {
        postUsageEvent('paid')
        const order = paidOrder(current, result)
        storeAsPaid(order)
        end()
        void finish(order)
      },
      onUnpaid(result) {
        postUsageEvent('unpaid')
        const isKnown = !isUndecided(result)
        if (isKnown) attempts.remove(current.tx_ref)
        end()
        const unknown = result.status === 'pending' ? PENDING_ADVICE : UNKNOWN_ADVICE
        fail('Payment was not successful.', isKnown ? UNPAID_ADVICE : unknown)
      },
      onClosed() {
        postUsageEvent('closed')
        end()
        // Source F4: references are unique, so the window may refuse one that it has seen, and say nothing to the page.
        if (isReopened) fail("We couldn't check your payment.", UNKNOWN_ADVICE)
        else resetToIdle()
      },
    }
  }

  async function finish(order: PaidOrder) {
    isBusy.current = true
    finishLater.current = null
    setError(null)
    setPhase('placing')
    const payer = order.customer_id
    if (payer !== null && getCustomerId() === null) await loadCustomer().catch(() => {})
    // A different customer may have logged in while the payment window was open.
    if (payer !== null && getCustomerId() !== payer) return fail(TRANSACTION_ERROR, OTHER_PAYER_ADVICE)
    try {
      const placed = await placePaidOrder(order)
      // The button stays busy until the next page renders.
      notify('Order placed successfully!', { kind: 'success' })
      onAccepted(order, placed)
    } catch (cause) {
      const message = cause instanceof ApiError ? errorMessage(cause.body) : null
      const advice = isRefusal(cause)
        ? `Your payment is safe and you won't be charged again.${message ? ` The shop replied: ${message}` : ''}`
        : "Your payment is safe. Press Place Order to send the order again. You won't be charged again."
      // Sends the order again when the network returns. The order is already paid, so this charges nothing.
      if (!(cause instanceof ApiError)) finishLater.current = () => !isBusy.current && void finish(order)
      const loggedOut = cause instanceof ApiError && cause.status === 401
      fail(TRANSACTION_ERROR, advice, isRefusal(cause) && !loggedOut)
    }
  }

  return {
    phase,
    error,
    clearError: () => setError(null),
    changed,
    paid,
    attempt,
    placeOrder,
    checkPayment,
  }
}

const TRANSACTION_ERROR = 'An error occurred during the transaction. Please try again.'

const OTHER_PAYER_ADVICE = 'This payment is safe. Log in as the customer who paid to send the order.'

const CHANGED = "Your order has changed. You haven't been charged."

const ADDRESS_GONE = "We can't find your delivery address any more. Please choose another one."

const NOTHING_TO_PAY = `There is nothing to pay for this order. Please call us on ${store.phones[0]}.`

/** Shown if the stock of an item is too low. No payment is started. */
const SHORTAGE = "Part of your order is no longer in stock. You haven't been charged."

const PENDING_ADVICE =
  "We're still waiting for your approval. Approve the prompt on your phone, then press Place Order. You won't be charged twice."

const UNKNOWN_ADVICE = `You may have been charged. Check again, or call us on ${store.phones[0]} before you pay again.`

const UNPAID_ADVICE = `We haven't placed an order. Your cart and details are safe. Try again, pay another way, or call us on ${store.phones[0]}.`

const UNKNOWN_OWNER = "We couldn't load your account. You haven't been charged."

const UNKNOWN_OWNER_ADVICE = 'An earlier payment on this device may be yours. Please try again in a minute.'

function paidOrder(attempt: PaymentAttempt, result: PaymentResult): PaidOrder {
  const transaction_id = result.transaction_id ?? null
  const payload = withPaymentReference(attempt.payload, attempt.tx_ref, transaction_id)
  return { ...attempt, payload, transaction_id }
}

type PlacementResult = {
  /** Whether this tab placed the order; false if a different tab did. */
  here: boolean
  /** The order number; null if the host didn't return it. */
  orderId: number | null
  /** A URL for completing the payment. Not validated. */
  redirectUrl: string | null
}

/**
 * Posts a paid order exactly once, even after double clicks, repeated callbacks, reloads and in several tabs. Sends
 * the payment reference as Idempotency-Key, which the host may ignore.
 * @throws the errors of the API client. The paid order then stays stored.
 */
export function placePaidOrder(paid: PaidOrder): Promise<PlacementResult> {
  return runExclusive(`order ${paid.tx_ref}`, async () => {
    if (!paidOrders.get().some((stored) => stored.tx_ref === paid.tx_ref))
      return { here: false, orderId: null, redirectUrl: null }
    const response = readObject<WireResponse<'POST /customer/order/place'>>(await post(paid))
    paidOrders.remove(paid.tx_ref)
    return {
      here: true,
      orderId: readId(response.order_id),
      redirectUrl: readString(response.redirectUrl) || null,
    }
  })
}

async function post(paid: PaidOrder): Promise<unknown> {
  try {
    return await call('POST /customer/order/place', {
      body: paid.payload,
      headers: { 'Idempotency-Key': paid.tx_ref },
    })
  } catch (error) {
    // A response with status 200 means that the order is accepted, whatever its body says.
    const accepted = error instanceof ContractError || (error instanceof ApiError && error.status < 300)
    if (!accepted) throw error
    return error instanceof ApiError ? error.body : null
  }
}

/** Whether the host refused the order. Only staff can resolve this. */
function isRefusal(error: unknown): boolean {
  return error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 429
}
