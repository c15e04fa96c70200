import { allowsMobileMoney, MOBILE_MONEY_LIMITS } from 'contracts/mobile-money'
import type { PaymentRequest } from 'contracts/payments'
import { CURRENCY } from './paid-orders.ts'

export type Outcome =
  | { kind: 'paid'; paidStatus?: 'completed'; callbackCount?: 2 }
  | { kind: 'code' }
  | { kind: 'refused'; reason: 'declined' | 'insufficient-funds' | 'wrong-code' | 'amount' }
  /** In milliseconds; null means never. */
  | { kind: 'pending'; delayMs: number | null }
  /** The window closes as if cancelled, and the payment succeeds later. */
  | { kind: 'late'; delayMs: number }
  /** The payment succeeds, but the callback reports a failure without a transaction. */
  | { kind: 'unknown' }
  /** The window closes as if cancelled, the payment succeeds, and its reference cannot be opened again. */
  | { kind: 'reference-used' }

export type PayerInput = { [K in 'number' | 'phone' | 'otp']?: string | undefined }

/** Formats an amount, for example as UGX 5,000,000. */
const shillings = (amount: number) => `UGX ${amount.toLocaleString('en-US')}`
export const SMALLEST_MOBILE_MONEY = shillings(MOBILE_MONEY_LIMITS.min)
export const LARGEST_MOBILE_MONEY = shillings(MOBILE_MONEY_LIMITS.max)

/**
 * The table on the payment page and in docs/simulated-payments.md. Cards and codes are the payment vendor's test data;
 * phone numbers are Kitabo's.
 */
export const SIMULATED_OUTCOMES = [
  { input: 'Card 5531 8866 5214 2950, code 123456', outcome: 'Paid.' },
  { input: 'Card 5061 4601 6697 6054 667', outcome: 'Paid immediately, without a code.' },
  {
    input: 'Card 4187 4274 1556 4246, code 123456',
    outcome: 'Paid; the callback says "completed" instead of "successful".',
  },
  { input: 'Card 5143 0105 2233 9965', outcome: 'Declined; the form stays open for another attempt.' },
  { input: 'Card 5258 5859 2266 6506', outcome: 'Insufficient funds.' },
  { input: 'Any other card or phone, code 123456 or 12345', outcome: 'Paid.' },
  { input: 'Any other code, such as 5548', outcome: 'Wrong code.' },
  { input: 'Code 6648', outcome: 'Insufficient funds.' },
  { input: 'Phone ending in 121212121 or 010101011', outcome: 'Declined.' },
  {
    input: 'Phone ending in 77 and two digits, e.g. 0772 127705',
    outcome: 'Pending that many seconds (5), then paid.',
  },
  { input: 'Phone ending in 7700', outcome: 'Pending forever.' },
  { input: 'Phone ending in 7801', outcome: 'Paid; the callback runs twice.' },
  {
    input: 'Phone ending in 7802',
    outcome: 'The window closes without a result, and the payment succeeds 5 seconds later.',
  },
  { input: 'Phone ending in 7803', outcome: 'Paid; the callback says "completed".' },
  {
    input: 'Phone ending in 7804',
    outcome: 'Paid, but the callback says "failed" without a transaction id.',
  },
  {
    input: 'Phone ending in 7805',
    outcome:
      'The window closes without a result, the payment succeeds, and its reference is refused if opened again.',
  },
  { input: 'USSD', outcome: 'Paid.' },
  {
    input: `Mobile money below ${SMALLEST_MOBILE_MONEY} or above ${LARGEST_MOBILE_MONEY}`,
    outcome: 'Declined: outside the limits of mobile money.',
  },
] as const

const LATE_AFTER_MS = 5000
const digits = (text: string | undefined) => (text ?? '').replace(/\D/g, '')

export function outcomeOf(
  method: string,
  input: PayerInput,
  { amount, currency }: Pick<PaymentRequest, 'amount' | 'currency'>,
): Outcome {
  // The limits of other currencies are not simulated.
  if (method === 'mobilemoney' && currency === CURRENCY && !allowsMobileMoney(amount))
    return { kind: 'refused', reason: 'amount' }
  if (method === 'ussd') return { kind: 'paid' }
  const card = digits(input.number)
  const phone = digits(input.phone)
  if (card === '5143010522339965') return { kind: 'refused', reason: 'declined' }
  if (card === '5258585922666506') return { kind: 'refused', reason: 'insufficient-funds' }
  if (card === '5061460166976054667') return { kind: 'paid' }
  if (/(121212121|010101011)$/.test(phone)) return { kind: 'refused', reason: 'declined' }
  if (phone.endsWith('7801')) return { kind: 'paid', callbackCount: 2 }
  if (phone.endsWith('7802')) return { kind: 'late', delayMs: LATE_AFTER_MS }
  if (phone.endsWith('7803')) return { kind: 'paid', paidStatus: 'completed' }
  if (phone.endsWith('7804')) return { kind: 'unknown' }
  if (phone.endsWith('7805')) return { kind: 'reference-used' }
  const seconds = /77(\d\d)$/.exec(phone)?.[1]
  if (seconds !== undefined)
    return { kind: 'pending', delayMs: seconds === '00' ? null : Number(seconds) * 1000 }

  if (input.otp === undefined) return { kind: 'code' }
  const code = digits(input.otp)
  if (code === '6648') return { kind: 'refused', reason: 'insufficient-funds' }
  if (code !== '123456' && code !== '12345') return { kind: 'refused', reason: 'wrong-code' }
  return card === '4187427415564246' ? { kind: 'paid', paidStatus: 'completed' } : { kind: 'paid' }
}
