import { env } from '../../config/env.ts'

/** The shop's only payment method. */
export const onlinePayment = {
  /** The `payment_method` of orders: the name of the payment provider, which is also shown, capitalised by the theme. */
  method: env.paymentMethod,
  /** Sent to the payment provider as `payment_options`. */
  options: 'card,mobilemoney,ussd',
  /** The names of the accepted payments, most common first. */
  accepted: ['Mobile money', 'Visa', 'Mastercard', 'USSD'],
}
