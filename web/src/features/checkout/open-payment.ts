import type { FlutterwaveCheckout, PaymentRequest, PaymentResult } from 'contracts/payments'

export type PaymentOutcome = {
  /** Money was taken: at most once for a modal, however often the provider calls. */
  onPaid: (result: PaymentResult) => void
  /** A status that is no success: at most once, and never after `onPaid`. */
  onUnpaid: (status: string) => void
  /** The shopper closed the modal without a word from the provider. Money may still arrive afterwards. */
  onClosed: () => void
}

/** `completed` is the same provider's newer word: who has paid must not be told that the payment failed. */
const PAID_STATUSES: readonly string[] = ['successful', 'completed']

/**
 * Opens the provider's modal and hears it out.
 * trap: the provider's own wrapper repeats callbacks of an earlier payment (Flutterwave React-v3 #27), which
 * posts an order twice; hence the one-shot guard, and a callback for another reference is not heard.
 */
export function openPayment(
  checkout: FlutterwaveCheckout,
  request: PaymentRequest,
  { onPaid, onUnpaid, onClosed }: PaymentOutcome,
): void {
  let paid = false
  let told = false
  let modal: { close: () => void } | undefined

  modal = checkout({
    ...request,
    callback(result) {
      if (paid || result.tx_ref !== request.tx_ref) return
      if (PAID_STATUSES.includes(result.status)) {
        paid = true
        onPaid(result)
      } else if (!told) {
        told = true
        onUnpaid(result.status)
      }
      modal?.close()
    },
    onclose() {
      if (paid || told) return
      told = true
      onClosed()
    },
  })
}
