import type { PaymentResult } from 'contracts/payments'

/** Whether a browser may be sent to an address, which may be relative to the page: never to a script or to data. */
export function isWebAddress(address: string): boolean {
  const base = window.location.href
  return URL.canParse(address, base) && ['http:', 'https:'].includes(new URL(address, base).protocol)
}

/** Sends the browser to a web address with query parameters added; does nothing for any other address. */
export function redirect(address: string, parameters: Record<string, string | number>): void {
  if (!isWebAddress(address)) return
  const target = new URL(address, window.location.href)
  for (const [name, value] of Object.entries(parameters)) target.searchParams.set(name, String(value))
  window.location.assign(target)
}

/** witness F2: the way back of a finished payment: status, tx_ref and the transaction's id. */
export function redirectWithResult(address: string, { status, tx_ref, transaction_id }: PaymentResult): void {
  redirect(address, { status, tx_ref, transaction_id })
}
