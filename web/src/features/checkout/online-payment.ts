import { env } from '../../config/env.ts'

type VendorOptions = {
  /** Sent to the payment vendor as `payment_options`. */
  options: string
  /** The names of the accepted payments, most common first. */
  accepted: readonly string[]
}

/** Payment methods by their names at the host. Flutterwave stands for unknown names, because hosts may rename it. */
const VENDOR_OPTIONS: { flutterwave: VendorOptions; [name: string]: VendorOptions } = {
  flutterwave: {
    options: 'card,mobilemoney,ussd',
    accepted: ['Mobile money', 'Visa', 'Mastercard', 'USSD'],
  },
}

/** The shop's only payment method. */
export const onlinePayment = {
  /** The `payment_method` of orders: the name of the payment vendor. */
  method: env.paymentMethod,
  ...(VENDOR_OPTIONS[env.paymentMethod] ?? VENDOR_OPTIONS.flutterwave),
}
