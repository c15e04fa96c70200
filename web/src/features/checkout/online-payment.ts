import { env } from '../../config/env.ts'

/** The shop's only payment method. */
export const onlinePayment = {
  /** The `payment_method` of orders. */
  method: env.paymentMethod,
  /** Shown to shoppers. The theme capitalises it. */
  processor: 'flutterwave',
  /** Requested from the payment provider. */
  options: 'card,mobilemoney,ussd',
  /** Shown to shoppers, the most usual one first. */
  accepted: ['Mobile money', 'Visa', 'Mastercard', 'USSD'],
}
