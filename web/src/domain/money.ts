import { readSafeNumber } from '../api/read-values.ts'

/** The highest price at which a product is for sale, in shillings. */
export const MAX_PRICE = 100_000_000
/** Sums are rounded to this number of shillings. */
export const MONEY_STEP = 100

/** Formats shillings as `UGX 35,000`. Not with Intl, whose first formatter takes 120 ms or more on a phone. */
export function formatMoney(shillings: number): string {
  const whole = Math.round(Math.abs(shillings))
  return `UGX ${shillings < 0 ? '-' : ''}${String(whole).replace(/\B(?=(\d{3})+$)/g, ',')}`
}

/**
 * Reads a price. Returns null, which means that the product is not for sale, unless it is from 0 to UGX 100,000,000.
 */
export function readPrice(value: unknown): number | null {
  return readAmount(value, MAX_PRICE)
}

/**
 * Reads an amount, a charge or a rate. Returns null, which means unknown, if it is negative, too high or not a number.
 */
export function readAmount(value: unknown, max = Number.POSITIVE_INFINITY): number | null {
  const amount = readSafeNumber(value)
  return amount !== null && amount >= 0 && amount <= max ? amount : null
}

/** Formats a product's price without rounding to 100. Returns `Price not available` if it is missing or invalid. */
export function formatPrice(value: unknown): string {
  const price = readPrice(value)
  return price === null ? 'Price not available' : formatMoney(price)
}

/** Rounds to the nearest 100 shillings, half up. */
export function roundMoney(shillings: number): number {
  return Math.floor(shillings / MONEY_STEP + 0.5) * MONEY_STEP
}

/** Formats a sum in shillings, rounded to the nearest 100: `UGX 3,800`. */
export function formatSum(shillings: number): string {
  return formatMoney(roundMoney(shillings))
}

/** Formats what rounding adds to a sum, so that a column of exact prices adds up: `UGX 50`. Null if it adds nothing. */
export function formatRounding(shillings: number): string | null {
  const rounding = Math.round(roundMoney(shillings) - shillings)
  return rounding === 0 ? null : formatMoney(rounding)
}

/** Returns the charged amount: rounded subtotal plus rounded fee. */
export function orderTotal(subtotal: number, fee: number): number {
  return roundMoney(subtotal) + roundMoney(fee)
}
