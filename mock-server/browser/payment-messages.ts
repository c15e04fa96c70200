import type { PaymentRequest, PaymentResult } from 'contracts/payments'

/** Messages from the payment page to the page that opened it. */
export type CheckoutMessage =
  | { type: 'ready' }
  | { type: 'result'; result: PaymentResult }
  | { type: 'close'; incomplete: boolean }

/** The result of a charge, as returned by `POST /__emulator/payments`. */
export type ChargeResponse =
  | { next: 'code'; message?: string }
  | { next: 'retry'; message: string }
  | { next: 'close' }
  | ({ next: 'wait' } & PendingPayment)
  | ({ next: 'done'; times: number } & PaidPayment)

export type PendingPayment = { id: number; result: PaymentResult }
export type PaidPayment = { message: string; result: PaymentResult }

/** The state of a payment. It omits the customer, whom the page already knows. */
export type PaymentState = { status: string; message: string; result: Omit<PaymentResult, 'customer'> }

/** Whether a reference can be opened: `refused` if it was used before. */
export type ReferenceState =
  | { status: 'open' }
  | { status: 'refused'; message: string }
  | (PaymentState & { status: 'successful' })

/** A payment on the hosted page. */
export type HostedPayment = { request: PaymentRequest; paid: boolean }
