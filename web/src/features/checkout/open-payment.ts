import type { FlutterwaveCheckout, PaymentRequest, PaymentResult } from 'contracts/payments'
import { env } from '../../config/env.ts'

export type PaymentOutcome = {
  /** Money was taken: at most once for a modal, however often the provider calls. */
  onPaid: (result: PaymentResult) => void
  /** A status that is no success: at most once, and never after `onPaid`. */
  onUnpaid: (status: string) => void
  /** The shopper closed the modal before the provider reported anything. Money may still arrive afterwards. */
  onClosed: () => void
}

/** `completed` is the same provider's newer status for a success. */
const PAID_STATUSES: readonly string[] = ['successful', 'completed']

/** The newest modal of each reference, and of all: who is meant by a callback. */
const newest = new Map<string, symbol>()
let last: symbol

/**
 * Opens the provider's modal and waits for its outcome.
 * trap: the provider's script calls back every modal that was ever opened with every result (Flutterwave React-v3 #27),
 * which would post an order twice. So a modal reports once, and only results of its own reference. A result that
 * names no reference of ours counts for the newest modal, so that a payment is not left without an order.
 * @returns closes the modal; a later result is still reported
 * Throws what the provider's script throws.
 */
export function openPayment(
  checkout: FlutterwaveCheckout,
  request: PaymentRequest,
  { onPaid, onUnpaid, onClosed }: PaymentOutcome,
): () => void {
  const me = Symbol(request.tx_ref)
  newest.set(request.tx_ref, me)
  last = me
  let paid = false
  let refused = false
  let closed = false
  let modal: { close?: () => void } | undefined

  modal = checkout({
    ...request,
    callback(result) {
      if (paid || (newest.get(result.tx_ref) ?? last) !== me) return
      if (PAID_STATUSES.includes(result.status)) {
        paid = true
        onPaid(result)
      } else if (!refused) {
        refused = true
        onUnpaid(result.status)
      }
      modal?.close?.()
    },
    onclose() {
      if (paid || refused || closed) return
      closed = true
      onClosed()
    },
  })
  return () => modal?.close?.()
}

/**
 * Posts what became of the payment modal to the build's usage endpoint, where it names one: the event only, nothing
 * of the shopper or the order. Failures are ignored.
 */
export function postUsageEvent(event: 'opened' | 'paid' | 'unpaid' | 'closed'): void {
  if (env.usageEvents === '') return
  fetch(env.usageEvents, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ event }),
    credentials: 'omit',
    referrerPolicy: 'no-referrer',
    keepalive: true,
  }).catch(() => {})
}
