import type { PaymentResult } from 'contracts/payments'
import { isWebUrl } from 'contracts/web-url'

/** Redirects to an http(s) URL with added query parameters; ignores other URLs. */
export function redirect(url: string, parameters: Record<string, string | number>): void {
  if (!isWebUrl(url, window.location.href)) return
  const target = new URL(url, window.location.href)
  for (const [name, value] of Object.entries(parameters)) target.searchParams.set(name, String(value))
  window.location.assign(target)
}

/**
 * Redirects after a payment. Sources F2, F4: with status, tx_ref and transaction id, which is the text `null` if
 * unknown.
 */
export function redirectWithResult(url: string, { status, tx_ref, transaction_id }: PaymentResult): void {
  redirect(url, { status, tx_ref, transaction_id: String(transaction_id) })
}
