import type { FlutterwaveCheckout } from 'contracts/payments'
import { preconnect } from 'react-dom'
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

/**
 * Loads the payment provider's modal on the first call, with up to 4 attempts one second apart. Each attempt times out
 * after 10 seconds. A call after a failure starts again.
 * @throws Error with a message for the shopper
 */
export function loadPaymentModal(): Promise<FlutterwaveCheckout> {
  if (window.FlutterwaveCheckout) return Promise.resolve(window.FlutterwaveCheckout)
  loading ??= load().finally(() => {
    loading = null
  })
  return loading
}

/**
 * Connects to the payment provider's host. The script itself is loaded only when an order is placed, because it adds a
 * frame to the page.
 */
export function preconnectPaymentScript(): void {
  const { origin } = new URL(env.paymentScript, window.location.href)
  if (origin !== window.location.origin) preconnect(origin)
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
 * Resolves when the script has run, failed or timed out. Callers check whether the modal is defined, because a hotspot
 * may return its sign-in page instead. A script that arrives late is used by the next attempt.
 */
function fetchScript(): Promise<unknown> {
  const timeout = new Promise((resolve) => setTimeout(resolve, limits.scriptTimeout))
  return Promise.race([loadVendorScript(env.paymentScript), timeout])
}
