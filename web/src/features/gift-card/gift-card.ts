/** The constants of the gift card page, which works without the host. */
export const giftCard = {
  /** In shillings. */
  presets: [100_000, 200_000, 300_000, 500_000, 1_000_000],
  /** The only valid code and its value in shillings. */
  code: 'KITABO-GIFT-50',
  redeemValue: 50,
} as const

/** A purchase or redemption. Transactions are lost when the page is left. Amounts are in shillings. */
export type Transaction = { type: 'purchase' | 'redeem'; amount: number; date: Date }

/** The selected preset or the typed amount; null if neither is chosen. */
export type AmountChoice = { preset: number } | { typed: string } | null

/** Returns the amount in shillings, or an error message. */
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

/** Returns a code's value in shillings; null if it is invalid. */
export function redeemValue(code: string): number | null {
  return code.trim() === giftCard.code ? giftCard.redeemValue : null
}

export function balanceOf(transactions: readonly Transaction[]): number {
  return transactions.reduce((sum, { amount }) => sum + amount, 0)
}
