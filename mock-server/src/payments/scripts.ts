/** What the stand-in makes of an input. Numbers and codes are the payment provider's own test data. */
export type Outcome = 'paid' | 'completed' | 'code' | 'declined' | 'insufficient-funds' | 'wrong-code'

export type PaymentInput = { [K in 'number' | 'phone' | 'otp']?: string | undefined }

/** The table that the payment page and the README show. */
export const PAYMENT_SCRIPTS = [
  { input: 'Card 5531 8866 5214 2950, then code 123456', outcome: 'Paid.' },
  { input: 'Card 5061 4601 6697 6054 667', outcome: 'Paid at once, without a code.' },
  {
    input: 'Card 4187 4274 1556 4246, then code 123456',
    outcome: 'Paid; the callback says "completed" instead of "successful".',
  },
  { input: 'Card 5143 0105 2233 9965', outcome: 'Declined; the form stays for another try.' },
  { input: 'Card 5258 5859 2266 6506', outcome: 'Insufficient funds.' },
  { input: 'Any other card or any phone, then code 123456', outcome: 'Paid.' },
  { input: 'A phone ending in 121212121 or 010101011', outcome: 'Declined.' },
  { input: 'Code 5548', outcome: 'Wrong code.' },
  { input: 'Code 6648', outcome: 'Insufficient funds.' },
  { input: 'USSD', outcome: 'Paid.' },
] as const

const digits = (text: string | undefined) => (text ?? '').replace(/\D/g, '')

export function outcomeOf(method: string, input: PaymentInput): Outcome {
  const card = digits(input.number)
  const phone = digits(input.phone)
  if (method === 'ussd') return 'paid'
  if (card === '5143010522339965') return 'declined'
  if (card === '5258585922666506') return 'insufficient-funds'
  if (card === '5061460166976054667') return 'paid'
  if (phone.endsWith('121212121') || phone.endsWith('010101011')) return 'declined'
  if (input.otp === undefined) return 'code'
  const code = digits(input.otp)
  if (code === '6648') return 'insufficient-funds'
  if (code !== '123456' && code !== '12345') return 'wrong-code'
  return card === '4187427415564246' ? 'completed' : 'paid'
}
