import type { PaymentRequest, PaymentResult } from 'contracts/payments'

/** What the payment page sends to the page that opened it. */
export type CheckoutMessage =
  | { type: 'ready' }
  | { type: 'result'; result: PaymentResult }
  | { type: 'close'; incomplete: boolean }

/** What comes of a charge, as `POST /__emulator/payments` answers it. */
export type ChargeAnswer =
  | { next: 'code'; message?: string }
  | { next: 'retry'; message: string }
  | { next: 'close' }
  | ({ next: 'wait' } & PendingPayment)
  | ({ next: 'done'; times: number } & PaidPayment)

export type PendingPayment = { id: number; result: PaymentResult }
export type PaidPayment = { message: string; result: PaymentResult }

/** How a payment is going, by its id or reference. The customer is not in it: the page knows its own. */
export type PaymentState = { status: string; message: string; result: Omit<PaymentResult, 'customer'> }

/** A payment of the hosted page. */
export type HostedPayment = { request: PaymentRequest; paid: boolean }
