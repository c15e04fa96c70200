import { limits } from '../config/limits.ts'

/** Money is whole shillings as integers everywhere; text appears only here. */

/**
 * `UGX 35,000`. Takes shillings. Written without Intl: its first formatter takes a phone 120 ms and more, and this is
 * used before the first paint.
 */
export function formatMoney(shillings: number): string {
  const whole = Math.round(Math.abs(shillings))
  return `UGX ${shillings < 0 ? '-' : ''}${String(whole).replace(/\B(?=(\d{3})+$)/g, ',')}`
}

/** A price of the wire as a number: numbers and numeric text; null for anything else, and for what cannot be counted with. */
export function readMoney(value: unknown): number | null {
  const isText = typeof value === 'string' && value.trim() !== ''
  const number = typeof value === 'number' || isText ? Number(value) : Number.NaN
  return Math.abs(number) <= Number.MAX_SAFE_INTEGER ? number : null
}

/** A product's own price as it is; `Price not available` when it is missing or no number. */
export function formatPrice(value: unknown): string {
  const price = readMoney(value)
  return price === null ? 'Price not available' : formatMoney(price)
}

/** To the nearest 100 shillings, half up. */
export function roundMoney(shillings: number): number {
  return Math.floor(shillings / limits.moneyStep + 0.5) * limits.moneyStep
}

/** A sum of prices, to the nearest 100: `UGX 3,800`. Takes shillings. */
export function formatSum(shillings: number): string {
  return formatMoney(roundMoney(shillings))
}

/**
 * The delivery fee in shillings for home delivery: kilometres times the rate, and a flat 20,000 strictly above
 * 40 km. Not rounded.
 */
export function deliveryFee(kilometres: number, shillingsPerKm: number): number {
  return kilometres > limits.flatFeeBeyond ? limits.flatFee : kilometres * shillingsPerKm
}

/** Rounded subtotal plus rounded fee. This is what is charged. */
export function orderTotal(subtotal: number, fee: number): number {
  return roundMoney(subtotal) + roundMoney(fee)
}
