/** The gift card page is a mock without a server: these are all its facts. */
export const giftCard = {
  /** Shillings. */
  presets: [100_000, 200_000, 300_000, 500_000, 1_000_000],
  /** The one code that redeems, and what it is worth in shillings. */
  code: 'KITABO-GIFT-50',
  redeemValue: 50,
} as const

/** A move of the local balance; kept for the page's lifetime only. Amounts in shillings. */
export type Transaction = { type: 'purchase' | 'redeem'; amount: number; date: Date }

/** What was chosen: one of the presets, or an amount of one's own as typed; null when nothing was. */
export type AmountChoice = { preset: number } | { typed: string } | null

/** The amount in shillings, or the sentence that says what is wrong with it. */
export function readAmount(choice: AmountChoice): { amount: number } | { error: string } {
  if (choice !== null && 'preset' in choice) return { amount: choice.preset }
  const typed = choice?.typed.trim() ?? ''
  const amount = Number(typed)
  if (typed === '' || !Number.isFinite(amount)) return { error: 'Please select or enter an amount.' }
  if (amount <= 0) return { error: 'Amount must be greater than zero.' }
  return Number.isSafeInteger(amount)
    ? { amount }
    : { error: 'Please enter a whole number of shillings, 1 or more.' }
}

/** What a code is worth in shillings; null when it is not the one. */
export function redeemValue(code: string): number | null {
  return code.trim() === giftCard.code ? giftCard.redeemValue : null
}

export function balanceOf(transactions: readonly Transaction[]): number {
  return transactions.reduce((sum, { amount }) => sum + amount, 0)
}
