import { ApiError, errorMessage } from 'contracts/client'
import type { FlutterwaveCheckout, PaymentResult } from 'contracts/payments'
import { useEffect, useRef, useState } from 'react'
import { store } from '../../config/store.ts'
import type { CartItem } from '../../domain/cart-item.ts'
import { tryLock } from '../../lib/locks.ts'
import { onOnline } from '../../lib/online.ts'
import { getToken } from '../../lib/session.ts'
import { notify } from '../../ui/notify.ts'
import type { FormProblem } from '../../ui/use-submit.ts'
import {
  attemptReference,
  endAttempt,
  findPaidOrder,
  keepPaidOrder,
  type PaidOrder,
  usePaidOrder,
} from './attempt-store.ts'
import { type Billing, paymentRequest } from './billing.ts'
import type { Delivery } from './delivery.ts'
import { openPayment } from './open-payment.ts'
import { type OrderPayload, orderPayload, withPaymentReference } from './order-payload.ts'
import { loadPaymentModal, SCRIPT_FAILURE } from './payment-script.ts'
import { isRefusal, type Placed, placePaidOrder } from './place-order.ts'
import { postUsageEvent } from './usage-events.ts'

export type CheckoutError = FormProblem & {
  /** The host refused a paid order: staff have to resolve it. */
  refused: boolean
}

type Input = {
  items: readonly CartItem[]
  delivery: Delivery | null
  billing: Billing
  customerId: number | null
  /** The products that cannot be sold as asked for, a sentence each, read from the host at this moment. */
  findShortages: () => Promise<string[]>
  onNoToken: () => void
  /** The host has the order. */
  onAccepted: (paid: PaidOrder, placed: Placed) => void
}

/** From "Place Order" to an accepted order: one payment, one order. */
export function useCheckout({
  items,
  delivery,
  billing,
  customerId,
  findShortages,
  onNoToken,
  onAccepted,
}: Input) {
  const [phase, setPhase] = useState<'idle' | 'checking' | 'opening' | 'paying' | 'placing'>('idle')
  const [error, setError] = useState<CheckoutError | null>(null)
  const busy = useRef(false)
  const gone = useRef(false)
  const leave = useRef<() => void>(() => {})
  const paid = usePaidOrder(customerId)

  // On unmount, close the payment window and release the lock.
  useEffect(() => {
    gone.current = false
    return () => {
      gone.current = true
      try {
        leave.current()
      } catch {
        // The provider's own window did not close: the page is left all the same.
      }
    }
  }, [])

  const finishAgain = useRef<(() => void) | null>(null)
  useEffect(() => onOnline(() => finishAgain.current?.()), [])

  function resetToIdle() {
    busy.current = false
    setPhase('idle')
  }

  function fail(text: string, advice: string | null = null, refused = false) {
    resetToIdle()
    setError({ text, detail: advice, refused })
    notify(text, { kind: 'error' })
  }

  async function placeOrder() {
    // A double click arrives before the button is drawn as busy.
    if (busy.current) return
    if (getToken() === null) {
      notify('Please log in to place an order.', { kind: 'error' })
      return onNoToken()
    }
    setError(null)
    if (paid) return finish(paid)
    if (delivery === null)
      return fail('Please select a delivery address.', 'Choose delivery, below your billing details.')
    if (items.length === 0) return
    busy.current = true
    setPhase('checking')
    await pay(orderPayload(items, delivery))
  }

  async function pay(payload: OrderPayload) {
    const loading = loadPaymentModal()
    // A failure is reported where it is awaited; this avoids an unhandled rejection.
    loading.catch(() => {})
    try {
      const shortages = await findShortages()
      if (gone.current) return
      if (shortages.length > 0) {
        return fail(SHORTAGE, `${shortages.join(' ')} Press Update beside it, then place your order.`)
      }
      setPhase('opening')
      const modal = await loading
      if (gone.current) return
      const free = await tryLock('kitabo-payment', () => runPayment(modal, payload))
      if (!free) fail('A payment is open in another tab.', 'Finish or close it there, then come back.')
    } catch {
      fail(SCRIPT_FAILURE)
    }
  }

  /** Settles with the first outcome of the modal, or when the page is left; a later result is still handled. */
  function runPayment(modal: FlutterwaveCheckout, payload: OrderPayload): Promise<void> {
    // Another tab may have been paid while this one waited for the modal.
    const elsewhere = findPaidOrder(customerId)
    if (elsewhere) {
      void finish(elsewhere)
      return Promise.resolve()
    }
    setPhase('paying')
    const reference = attemptReference(payload)
    return new Promise((end) => {
      const close = openPayment(modal, paymentRequest(reference, payload, billing), {
        onPaid(result) {
          postUsageEvent('paid')
          const order = paidOrder(reference, payload, result, customerId)
          // Stored first, so that a later failure cannot lose it.
          keepPaidOrder(order)
          endAttempt()
          end()
          void finish(order)
        },
        onUnpaid(status) {
          postUsageEvent('unpaid')
          // The payment may still be pending on the phone: the next try reuses the attempt.
          if (status !== 'pending') endAttempt()
          end()
          fail('Payment was not successful.', status === 'pending' ? PENDING_ADVICE : UNPAID_ADVICE)
        },
        onClosed() {
          postUsageEvent('closed')
          end()
          resetToIdle()
        },
      })
      postUsageEvent('opened')
      leave.current = () => {
        end()
        close()
      }
    })
  }

  async function finish(order: PaidOrder) {
    busy.current = true
    finishAgain.current = null
    setError(null)
    setPhase('placing')
    try {
      const placed = await placePaidOrder(order)
      // The button stays as it is until the next page is there.
      notify('Order placed successfully!', { kind: 'success' })
      onAccepted(order, placed)
    } catch (cause) {
      const message = cause instanceof ApiError ? errorMessage(cause.body) : null
      const advice = isRefusal(cause)
        ? `Your payment is safe and you will not be charged again.${message ? ` The shop answered: ${message}` : ''}`
        : 'Your payment is safe. Press Place Order to send the order again; you will not be charged again.'
      // It is paid: sending it once more when the network returns charges nothing.
      if (!(cause instanceof ApiError)) finishAgain.current = () => !busy.current && void finish(order)
      const loggedOut = cause instanceof ApiError && cause.status === 401
      fail(
        'An error occurred during the transaction. Please try again.',
        advice,
        isRefusal(cause) && !loggedOut,
      )
    }
  }

  return { phase, error, paid, placeOrder }
}

/** Shown when an item is out of stock; no payment is started. */
const SHORTAGE = 'Part of your order is no longer in stock. Nothing was charged.'

const PENDING_ADVICE = `It is not confirmed yet. If your phone shows a prompt, approve it, then press Place Order to look again; or call us on ${store.phones[0]}. Your cart and details are kept.`

const UNPAID_ADVICE = `Nothing was ordered, and your cart and details are kept. Try again or pay another way; or call us on ${store.phones[0]}.`

function paidOrder(
  reference: string,
  payload: OrderPayload,
  result: PaymentResult,
  customerId: number | null,
): PaidOrder {
  const transaction_id = result.transaction_id ?? null
  return {
    tx_ref: reference,
    transaction_id,
    amount: payload.order_amount,
    payload: withPaymentReference(payload, reference, transaction_id),
    customer_id: customerId,
  }
}
