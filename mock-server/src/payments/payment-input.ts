import { PaymentRequest } from 'contracts/payments'
import { z } from 'zod'

/** What the provider takes where none is named (its documentation of the standard checkout). */
const DEFAULT_CURRENCY = 'NGN'

const Text = z.union([z.string(), z.number().transform(String)])
const Amount = z.preprocess(
  (value) => (typeof value === 'string' && /^\d+(\.\d+)?$/.test(value) ? Number(value) : value),
  z.number({ error: 'must be a number' }).positive('must be above 0'),
)

/** A customer as the provider's clients send it: `phonenumber` in the older ones, an e-mail alone in the shortest. */
const Customer = z
  .object({
    email: z.string(),
    name: Text.optional(),
    phone_number: Text.optional(),
    phonenumber: Text.optional(),
  })
  .transform(({ email, name, phone_number, phonenumber }) => ({
    email,
    name: name ?? '',
    phone_number: phone_number ?? phonenumber ?? '',
  }))

/**
 * A request to pay, from the checkout script or a server, in every form that the provider takes: the amount as a number
 * or a text, the currency left out. What comes out is the contract's own request.
 */
export const PaymentInput = PaymentRequest.extend({
  public_key: z.string().default('hosted'),
  amount: Amount,
  currency: z.string().min(1).default(DEFAULT_CURRENCY),
  payment_options: z.string().default('card, mobilemoney, ussd'),
  customer: Customer,
})

/** What is wrong with a request to pay, in one sentence of the provider's kind: `amount is required`. */
export function paymentProblem(error: z.ZodError, body: unknown): string {
  const [issue] = error.issues
  const path = issue?.path.map(String) ?? []
  if (path.length === 0) return 'The body must be an object.'
  const value = path.reduce<unknown>(
    (inner, name) => (inner as Record<string, unknown> | undefined)?.[name],
    body,
  )
  return value === undefined
    ? `${path.join('.')} is required`
    : `${path.join('.')} ${issue?.message ?? 'is invalid'}`
}
