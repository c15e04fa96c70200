import { limits } from '../config/limits.ts'
import type { DeliveryMode } from './navigation-state.ts'

/** What the fee depends on. */
export type DeliveryFacts = {
  mode: DeliveryMode
  /** In kilometres; null if no location is chosen. */
  distance: number | null
  /** In shillings per kilometre; null until the rate has loaded. */
  rate: number | null
}

/** Returns the delivery fee in shillings, before rounding; null if unknown. */
export function feeOf({ mode, distance, rate }: DeliveryFacts): number | null {
  if (mode === 'pickup') return 0
  return distance === null ? null : deliveryFee(distance, rate)
}

/**
 * Returns the home delivery fee in shillings: kilometres times rate, or a flat 20,000 strictly above 40 km. Not rounded;
 * null if it depends on an unknown rate.
 */
export function deliveryFee(kilometres: number, shillingsPerKm: number | null): number | null {
  if (kilometres > limits.flatFeeBeyond) return limits.flatFee
  return shillingsPerKm === null ? null : kilometres * shillingsPerKm
}
