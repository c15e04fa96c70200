import type { FlutterwaveCheckout, PaymentRequest, PaymentResult } from 'contracts/payments'
import { preconnect } from 'react-dom'
import { env } from '../../../config/env.ts'
import { loadVendorScript } from '../../../platform/vendor-script.ts'

const SCRIPT_RETRY_DELAY_MS = 1_000
/** The timeout of an attempt to load the script. */
const SCRIPT_TIMEOUT_MS = 10_000
const MAX_SCRIPT_TRIES = 4

export type PaymentCallbacks = {
  /**
   * Called when the shopper has paid. Called at most once per payment window, even if the vendor calls back repeatedly.
   */
  onPaid: (result: PaymentResult) => void
  /**
   * Called at most once, and never after `onPaid`: the payment failed, or might still succeed (see `isOutcomeUnknown`).
   */
  onUnpaid: (result: PaymentResult) => void
  /** Called when the shopper closes the window before the outcome is known. The payment may still succeed. */
  onClosed: () => void
}

/** The vendor's statuses for a successful payment. `completed` is the newer one. */
const PAID_STATUSES: readonly string[] = ['successful', 'completed']

/**
 * Whether an unsuccessful payment may have been charged: it is pending, or the script had no information about it.
 * Source F4: the script reports `failed` with the transaction id null if a message lacks its transaction.
 */
export function isOutcomeUnknown({ status, transaction_id }: PaymentResult): boolean {
  return status === 'pending' || transaction_id == null
}

/** The latest payment window for each reference, and the latest one overall. */
const latestByReference = new Map<string, symbol>()
let latest: symbol

/**
 * Opens the vendor's payment window.
 * Trap: the vendor's script passes each result to the callbacks of all windows that were ever opened (Flutterwave
 * React-v3 #27), which would post an order twice. A window therefore reports only one result, which must have the
 * window's reference. A result with an unknown reference is reported by the latest window, so that no payment is lost.
 * @returns a function that closes the window. Later results are still reported.
 * @throws the errors of the vendor's script
 */
export function openPaymentWindow(
  checkout: FlutterwaveCheckout,
  request: PaymentRequest,
  { onPaid, onUnpaid, onClosed }: PaymentCallbacks,
): () => void {
  const id = Symbol(request.tx_ref)
  latestByReference.set(request.tx_ref, id)
  latest = id
  let isPaid = false
  let isRefused = false
  let isClosed = false
  let paymentWindow: { close?: () => void } | undefined

  paymentWindow = checkout({
    ...request,
    callback(result) {
      if (isPaid || (latestByReference.get(result.tx_ref) ?? latest) !== id) return
      // Some clients omit the id of a paid transaction. Null is the script's default if it knows no transaction.
      if (PAID_STATUSES.includes(result.status) && result.transaction_id !== null) {
        isPaid = true
        onPaid(result)
      } else if (!isRefused) {
        isRefused = true
        onUnpaid(result)
      }
      paymentWindow?.close?.()
    },
    onclose() {
      if (isPaid || isRefused || isClosed) return
      isClosed = true
      onClosed()
    },
  })
  return () => paymentWindow?.close?.()
}

/** Posts an event to the usage endpoint, if the build has one. Sends no personal data and ignores failures. */
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

declare global {
  interface Window {
    /** Defined by the payment vendor's script. */
    FlutterwaveCheckout?: FlutterwaveCheckout
  }
}

export const SCRIPT_FAILURE = 'Failed to load payment modal. Check your internet connection and retry later.'

let loading: Promise<FlutterwaveCheckout> | null = null

/**
 * Loads the payment vendor's script on the first call, with up to 4 attempts one second apart. Each attempt times out
 * after 10 seconds. A call after a failure starts again.
 * @throws Error with a message for the shopper
 */
export function loadPaymentScript(): Promise<FlutterwaveCheckout> {
  if (window.FlutterwaveCheckout) return Promise.resolve(window.FlutterwaveCheckout)
  loading ??= load().finally(() => {
    loading = null
  })
  return loading
}

/** Connects to the vendor's host. The script loads only when an order is placed, because it adds a frame. */
export function preconnectPaymentScript(): void {
  const { origin } = new URL(env.paymentScript, window.location.href)
  if (origin !== window.location.origin) preconnect(origin)
}

async function load(): Promise<FlutterwaveCheckout> {
  for (let attempt = 1; attempt <= MAX_SCRIPT_TRIES; attempt += 1) {
    if (attempt > 1) await new Promise((resolve) => setTimeout(resolve, SCRIPT_RETRY_DELAY_MS))
    const timeout = new Promise((resolve) => setTimeout(resolve, SCRIPT_TIMEOUT_MS))
    // A hotspot may return its sign-in page instead. A script that arrives late is used by the next attempt.
    await Promise.race([loadVendorScript(env.paymentScript), timeout])
    if (window.FlutterwaveCheckout) return window.FlutterwaveCheckout
  }
  throw new Error(SCRIPT_FAILURE)
}
