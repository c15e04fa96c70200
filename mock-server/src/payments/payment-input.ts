import { PaymentRequest } from 'contracts/payments'
import { z } from 'zod'

/** The default currency, according to the vendor's documentation of the standard checkout. */
const DEFAULT_CURRENCY = 'NGN'
/** The payment methods that the vendor offers if the page names none. */
export const PAYMENT_OPTIONS = 'card, mobilemoney, ussd'

/** Maximum lengths in characters: for names, numbers and codes, and for displayed texts. */
export const ShortText = z.string().max(255, 'may have at most 255 characters')
const LongText = z.string().max(2000, 'may have at most 2000 characters')
/** Maximum length of `meta` as JSON, in characters. */
const MAX_META = 5000

/** Largest amount that SQLite and JavaScript both represent exactly, even in sums. */
export const MAX_AMOUNT = 1e12

const Text = z.union([ShortText, z.number().transform(String)])
/**
 * A segment of the hosted page's path. URLs drop the segments `.` and `..`, and cannot encode half a surrogate pair.
 */
const Reference = ShortText.regex(/^(?!\.{0,2}$)\P{Surrogate}*$/u, 'must be valid in a URL')
const Phone = Text.refine((phone) => PHONE.test(phone), 'must contain only digits')
const Amount = z.preprocess(
  (value) => (typeof value === 'string' && /^\d+(\.\d+)?$/.test(value) ? Number(value) : value),
  z
    .number({ error: 'must be a number' })
    .min(1, 'must be 1 or more')
    .max(MAX_AMOUNT, `must be ${MAX_AMOUNT} or less`),
)

/** Also limits the length, because Zod checks a text that is too long, too, and the rest is quadratic. */
const EMAIL = /^(?=.{1,255}$)[^\s@]+@[^\s@]+\.[^\s@]+$/
const PHONE = /^\+?\d*$/

/** Older clients send `phonenumber`, and some send only an e-mail address. */
const Customer = z
  .object({
    // Assumed: the wording of these refusals.
    email: ShortText.regex(EMAIL, 'must be a valid email'),
    name: Text.optional(),
    phone_number: Phone.optional(),
    phonenumber: Phone.optional(),
  })
  .transform(({ email, name, phone_number, phonenumber }) => ({
    email,
    name: name ?? '',
    phone_number: phone_number ?? phonenumber ?? '',
  }))

/** Every format that the vendor accepts: the amount may be text, and the currency is optional. */
export const PaymentInput = PaymentRequest.extend({
  public_key: ShortText.default('hosted'),
  tx_ref: Reference,
  amount: Amount,
  currency: ShortText.min(1).default(DEFAULT_CURRENCY),
  payment_options: ShortText.default(PAYMENT_OPTIONS),
  customer: Customer,
  customizations: z.object({ title: ShortText, description: LongText, logo: LongText }).partial().optional(),
  meta: z
    .record(z.string(), z.unknown())
    .refine((meta) => JSON.stringify(meta).length <= MAX_META, `may have at most ${MAX_META} characters`)
    .optional(),
  redirect_url: LongText.pipe(PaymentRequest.shape.redirect_url.unwrap()).optional(),
})

/** Returns the first validation error of a payment request in the vendor's format, e.g. `amount is required`. */
export function explainInvalidPayment({ issues: [issue] }: z.ZodError): string {
  const path = issue?.path.join('.') ?? ''
  if (path === '') return 'The body must be an object.'
  return issue?.input === undefined ? `${path} is required` : `${path} ${issue.message}`
}
