import { z } from 'zod'
import { personal } from './schema/privacy.ts'
import { isWebUrl } from './web-url.ts'

// Types for `v3.js`, the checkout script of the card and mobile-money vendor: the input and result of
// `window.FlutterwaveCheckout`. Source F1: the request and most fields of the result. Source F4: without a transaction,
// the result has the status `failed`, null ids and no details of a charge.

export const PaymentCustomer = z.object({
  email: personal(z.string()),
  phone_number: personal(z.string()),
  name: personal(z.string()),
})

/** The input from the page, without callbacks. `amount` is in whole shillings. */
export const PaymentRequest = z
  .object({
    public_key: z.string(),
    tx_ref: z.string().meta({ description: 'Unique per attempt.' }),
    amount: z.number().positive(),
    currency: z.string(),
    payment_options: z.string().meta({ description: 'Comma-separated: card, mobilemoney, ussd.' }),
    customer: PaymentCustomer,
    customizations: z
      .object({ title: z.string(), description: z.string(), logo: z.string() })
      .partial()
      .optional(),
    meta: z.record(z.string(), z.unknown()).optional(),
    redirect_url: z
      .string()
      .refine((url) => isWebUrl(url), { error: 'must be an http or https address' })
      .optional(),
  })
  .meta({ id: 'PaymentRequest' })
export type PaymentRequest = z.infer<typeof PaymentRequest>

/** `completed` is the newer name of `successful`. */
export const PAYMENT_STATUSES = ['successful', 'completed', 'pending', 'failed', 'cancelled'] as const

/** Argument passed to `callback`. */
export const PaymentResult = z
  .object({
    status: z.enum(PAYMENT_STATUSES),
    customer: PaymentCustomer,
    transaction_id: z.number().nullable().meta({ description: 'If null, the outcome is unknown.' }),
    tx_ref: z.string(),
    flw_ref: z.string().nullable(),
    currency: z.string(),
    amount: z.number(),
    charged_amount: z
      .number()
      .meta({ description: 'May exceed the amount when the fee is passed on.' })
      .optional(),
    charge_response_code: z.string().optional(),
    charge_response_message: z.string().optional(),
    created_at: z.string().optional(),
  })
  .meta({ id: 'PaymentResult' })
export type PaymentResult = z.infer<typeof PaymentResult>

export type PaymentConfig = PaymentRequest & {
  callback: (result: PaymentResult) => void
  /** `incomplete` is true if the modal was closed before the payment finished. */
  onclose: (incomplete?: boolean) => void
}

export type FlutterwaveCheckout = (config: PaymentConfig) => { close: () => void }
