import type { FlutterwaveCheckout } from 'contracts/payments'
import { env } from '../../config/env.ts'
import { limits } from '../../config/limits.ts'
import { loadVendorScript } from '../../platform/vendor-script.ts'

declare global {
  interface Window {
    /** Defined by the payment provider's script. */
    FlutterwaveCheckout?: FlutterwaveCheckout
  }
}

export const SCRIPT_FAILURE = 'Failed to load payment modal. Check your internet connection and retry later.'

let loading: Promise<FlutterwaveCheckout> | null = null
let isWarmed = false

/**
 * The payment provider's modal. Its script is fetched at the first call, up to 4 times with a second between; a try
 * without an answer ends after 10 seconds.
 * Throws an Error whose message is shown to the shopper; the next call starts over.
 */
export function loadPaymentModal(): Promise<FlutterwaveCheckout> {
  if (window.FlutterwaveCheckout) return Promise.resolve(window.FlutterwaveCheckout)
  loading ??= load().finally(() => {
    loading = null
  })
  return loading
}

/** Asks for the script once, before it is needed; whether it comes shows when the modal is opened. */
export function warmPaymentModal(): void {
  if (window.FlutterwaveCheckout || loading || isWarmed) return
  isWarmed = true
  void fetchScript()
}

async function load(): Promise<FlutterwaveCheckout> {
  for (let attempt = 1; attempt <= limits.scriptTries; attempt += 1) {
    if (attempt > 1) await new Promise((resolve) => setTimeout(resolve, limits.scriptRetryDelay))
    await fetchScript()
    if (window.FlutterwaveCheckout) return window.FlutterwaveCheckout
  }
  throw new Error(SCRIPT_FAILURE)
}

/**
 * Resolves when the script has run, has failed or has taken too long. A hotspot's sign-in page in its place defines
 * nothing and counts as failed. A script that arrives late is still used by the next try.
 */
function fetchScript(): Promise<unknown> {
  const timeout = new Promise((resolve) => setTimeout(resolve, limits.scriptTimeout))
  return Promise.race([loadVendorScript(env.paymentScript), timeout])
}
