import type { PaymentResult } from 'contracts/payments'

export type PendingPayment = { id: number; result: PaymentResult }
export type PaidPayment = { message: string; result: PaymentResult }

/** The response to `POST /__emulator/payments`: the next step of the payment page. */
export type ChargeResponse =
  | { next: 'code'; message?: string }
  | { next: 'retry'; message: string }
  | { next: 'close' }
  | ({ next: 'wait' } & PendingPayment)
  /** `callbackCount` is how often the script calls the shop with the result. */
  | ({ next: 'done'; callbackCount: number } & PaidPayment)
