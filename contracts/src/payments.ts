import { z } from 'zod'
import { personal } from './schema/privacy.ts'

/**
 * The card and mobile-money provider's checkout script, `v3.js`: what goes into `window.FlutterwaveCheckout`
 * and what comes back. Not an endpoint of the host. Source F1: the request and most fields of
 * the result. assumed: the other fields of the result.
 */

export const PaymentCustomer = z.object({
  email: personal(z.string()),
  phone_number: personal(z.string()),
  name: personal(z.string()),
})

/** Whether a browser may be sent to an address, which may be relative to the page: never to a script or to data. */
function isWebAddress(text: string): boolean {
  const base = 'http://localhost'
  return URL.canParse(text, base) && /^https?:$/.test(new URL(text, base).protocol)
}

/** What the page hands over, without the functions. `amount` is in whole shillings. */
export const PaymentRequest = z
  .object({
    public_key: z.string(),
    tx_ref: z.string().meta({ description: 'One per attempt.' }),
    amount: z.number().positive(),
    currency: z.string(),
    payment_options: z.string().meta({ description: 'A comma list: card, mobilemoney, ussd.' }),
    customer: PaymentCustomer,
    customizations: z
      .object({ title: z.string(), description: z.string(), logo: z.string() })
      .partial()
      .optional(),
    meta: z.record(z.string(), z.unknown()).optional(),
    redirect_url: z.string().refine(isWebAddress, { error: 'must be an http or https address' }).optional(),
  })
  .meta({ id: 'PaymentRequest' })
export type PaymentRequest = z.infer<typeof PaymentRequest>

/** `completed` is the provider's newer name for `successful`. */
export const PAYMENT_STATUSES = ['successful', 'completed', 'pending', 'failed', 'cancelled'] as const

/** What `callback` receives. */
export const PaymentResult = z
  .object({
    status: z.enum(PAYMENT_STATUSES),
    customer: PaymentCustomer,
    transaction_id: z.number(),
    tx_ref: z.string(),
    flw_ref: z.string(),
    currency: z.string(),
    amount: z.number(),
    charged_amount: z.number().meta({ description: 'May exceed the amount when the fee is passed on.' }),
    charge_response_code: z.string(),
    charge_response_message: z.string(),
    created_at: z.string(),
  })
  .meta({ id: 'PaymentResult' })
export type PaymentResult = z.infer<typeof PaymentResult>

export type PaymentConfig = PaymentRequest & {
  callback: (result: PaymentResult) => void
  /** `incomplete` is true when the modal was closed without a finished payment. */
  onclose: (incomplete?: boolean) => void
}

export type FlutterwaveCheckout = (config: PaymentConfig) => { close: () => void }
