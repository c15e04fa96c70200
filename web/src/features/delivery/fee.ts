import { limits } from '../../config/limits.ts'
import { deliveryFee, formatMoney, formatSum } from '../../domain/money.ts'
import type { DeliveryMode } from '../../domain/navigation-state.ts'

/** Kilometres with two decimals. */
export function formatKilometres(kilometres: number): string {
  return `${kilometres.toFixed(2)} km`
}

type Known = {
  mode: DeliveryMode
  /** Kilometres; null while no place is known. */
  distance: number | null
  /** Shillings per kilometre; null while the host has not said. */
  rate: number | null
}

/** The delivery fee in shillings, not rounded; null while it is unknown. */
export function feeOf({ mode, distance, rate }: Known): number | null {
  if (mode === 'pickup') return 0
  if (distance === null) return null
  // Beyond 40 km the fee is flat, whatever the rate is.
  if (distance > limits.flatFeeBeyond) return deliveryFee(distance, 0)
  return rate === null ? null : deliveryFee(distance, rate)
}

/** Where the fee comes from, in a sentence. */
export function feeSentence({ mode, distance, rate }: Known): string {
  if (mode === 'pickup') return 'Collecting it or sending your boda is free.'
  if (distance === null) return "Choose an address and we'll work out the fee."
  if (distance > limits.flatFeeBeyond) {
    return `${formatKilometres(distance)} away. Delivery beyond ${limits.flatFeeBeyond} km costs ${formatMoney(limits.flatFee)}.`
  }
  if (rate === null) return "We're checking today's rate."
  return `${formatKilometres(distance)} × ${formatMoney(rate)} per km, to the nearest ${limits.moneyStep}.`
}

/** The fee as the summary shows it. Only a pickup's has its currency behind it. */
export function feeText(mode: DeliveryMode, fee: number | null): string {
  if (mode === 'pickup') return '0 UGX'
  return fee === null ? 'Calculating...' : formatSum(fee)
}
