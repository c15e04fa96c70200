import type { PaymentResult } from 'contracts/payments'

/** Whether a redirect to a URL, possibly relative, is safe: never `javascript:` or `data:`. */
export function isWebUrl(address: string): boolean {
  const base = window.location.href
  return URL.canParse(address, base) && ['http:', 'https:'].includes(new URL(address, base).protocol)
}

/** Redirects to an http(s) URL with added query parameters; ignores other URLs. */
export function redirect(address: string, parameters: Record<string, string | number>): void {
  if (!isWebUrl(address)) return
  const target = new URL(address, window.location.href)
  for (const [name, value] of Object.entries(parameters)) target.searchParams.set(name, String(value))
  window.location.assign(target)
}

/** Source F2: the query of the redirect after a payment: status, tx_ref and transaction id. */
export function redirectWithResult(address: string, { status, tx_ref, transaction_id }: PaymentResult): void {
  redirect(address, { status, tx_ref, transaction_id })
}
