import { createOwnedStore } from '../api/owned-store.ts'
import { readString } from '../api/read-values.ts'
import { formatMoney, formatSum, MONEY_STEP, readAmount } from './money.ts'

export type DeliveryMode = 'home' | 'pickup'

/** Above this distance in kilometres, the fee is flat. */
export const FLAT_FEE_BEYOND_KM = 40
/** In shillings. */
const FLAT_FEE = 20_000

type FeeInput = {
  mode: DeliveryMode
  /** In kilometres; null if no location is chosen. */
  distance: number | null
  /** In shillings per kilometre; null until the rate has loaded. */
  rate: number | null
}

/** Returns the delivery fee in shillings, before rounding; null if unknown. */
export function deliveryFeeOf({ mode, distance, rate }: FeeInput): number | null {
  if (mode === 'pickup') return 0
  return distance === null ? null : homeDeliveryFeeOf(distance, rate)
}

/** Whether an address is so far away that the fee is flat, and the day of the delivery is agreed. */
export const isFlatFee = (kilometres: number): boolean => kilometres > FLAT_FEE_BEYOND_KM

/**
 * Returns the home delivery fee in shillings: kilometres times rate, or FLAT_FEE beyond FLAT_FEE_BEYOND_KM. Not
 * rounded; null if it depends on an unknown rate.
 */
export function homeDeliveryFeeOf(kilometres: number, shillingsPerKm: number | null): number | null {
  if (isFlatFee(kilometres)) return FLAT_FEE
  return shillingsPerKm === null ? null : kilometres * shillingsPerKm
}

export function formatKilometres(kilometres: number): string {
  return `${kilometres.toFixed(2)} km`
}

export function explainFee({ mode, distance, rate }: FeeInput): string {
  if (mode === 'pickup') return 'Collecting it or sending your boda is free.'
  if (distance === null) {
    return rate === null
      ? "Choose an address and we'll work out the fee."
      : `Choose an address. From ${formatMoney(rate)} a km.`
  }
  if (isFlatFee(distance)) {
    return `${formatKilometres(distance)} away. Delivery beyond ${FLAT_FEE_BEYOND_KM} km costs ${formatMoney(FLAT_FEE)}.`
  }
  if (rate === null) return "We're checking today's rate."
  return `${formatKilometres(distance)} × ${formatMoney(rate)} per km, to the nearest ${MONEY_STEP}.`
}

/** Formats the fee for the summary. For pickup, the currency is after the number: docs/literal.md. */
export function formatFee(mode: DeliveryMode, fee: number | null): string {
  if (mode === 'pickup') return '0 UGX'
  return fee === null ? 'Calculating...' : formatSum(fee)
}

/**
 * Address and fee in shillings with which the shopper last left the delivery step. Before that, the address is '' and
 * the fee null.
 */
export const lastDelivery = createOwnedStore('lastDelivery', ({ address, fee }) => ({
  address: readString(address, 300),
  fee: readAmount(fee),
}))
