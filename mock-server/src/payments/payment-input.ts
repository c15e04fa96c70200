import { PaymentRequest } from 'contracts/payments'
import { z } from 'zod'

/** What the provider takes where none is named (its documentation of the standard checkout). */
const DEFAULT_CURRENCY = 'NGN'

/** Characters of a name, a number or a code, and of a text that is shown. */
export const ShortText = z.string().max(255, 'may have 255 characters at most')
const LongText = z.string().max(2000, 'may have 2000 characters at most')
/** Characters of `meta` as JSON. */
const MAX_META = 5000

/** What the database's integers and JavaScript's numbers can both hold without rounding, with room for sums. */
export const MAX_AMOUNT = 1e12

const Text = z.union([ShortText, z.number().transform(String)])
const Amount = z.preprocess(
  (value) => (typeof value === 'string' && /^\d+(\.\d+)?$/.test(value) ? Number(value) : value),
  z
    .number({ error: 'must be a number' })
    .min(1, 'must be 1 or more')
    .max(MAX_AMOUNT, `must be ${MAX_AMOUNT} or less`),
)

/** A customer as the provider's clients send it: `phonenumber` in the older ones, an e-mail alone in the shortest. */
const Customer = z
  .object({
    email: ShortText,
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
  public_key: ShortText.default('hosted'),
  tx_ref: ShortText,
  amount: Amount,
  currency: ShortText.min(1).default(DEFAULT_CURRENCY),
  payment_options: ShortText.default('card, mobilemoney, ussd'),
  customer: Customer,
  customizations: z.object({ title: ShortText, description: LongText, logo: LongText }).partial().optional(),
  meta: z
    .record(z.string(), z.unknown())
    .refine((meta) => JSON.stringify(meta).length <= MAX_META, `may have ${MAX_META} characters at most`)
    .optional(),
  redirect_url: LongText.pipe(PaymentRequest.shape.redirect_url.unwrap()).optional(),
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
