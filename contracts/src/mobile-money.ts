/**
 * The limits of one mobile money payment in Uganda, in shillings. Source: limits published by the operators and the
 * central bank, in force since 1 March 2022. Accounts with the least identification may pay up to 1,000,000.
 */
export const MOBILE_MONEY_LIMITS = { min: 500, max: 5_000_000 } as const

/** Whether mobile money can pay an amount in shillings. */
export function allowsMobileMoney(amount: number): boolean {
  return amount >= MOBILE_MONEY_LIMITS.min && amount <= MOBILE_MONEY_LIMITS.max
}
