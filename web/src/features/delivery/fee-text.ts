import { limits } from '../../config/limits.ts'
import type { DeliveryFacts } from '../../domain/delivery-fee.ts'
import { formatMoney, formatSum } from '../../domain/money.ts'
import type { DeliveryMode } from '../../domain/navigation-state.ts'

export function formatKilometres(kilometres: number): string {
  return `${kilometres.toFixed(2)} km`
}

export function feeSentence({ mode, distance, rate }: DeliveryFacts): string {
  if (mode === 'pickup') return 'Collecting it or sending your boda is free.'
  if (distance === null) return "Choose an address and we'll work out the fee."
  if (distance > limits.flatFeeBeyond) {
    return `${formatKilometres(distance)} away. Delivery beyond ${limits.flatFeeBeyond} km costs ${formatMoney(limits.flatFee)}.`
  }
  if (rate === null) return "We're checking today's rate."
  return `${formatKilometres(distance)} × ${formatMoney(rate)} per km, to the nearest ${limits.moneyStep}.`
}

/** Formats the fee for the summary. For pickup, the specification puts the currency after the number. */
export function feeText(mode: DeliveryMode, fee: number | null): string {
  if (mode === 'pickup') return '0 UGX'
  return fee === null ? 'Calculating...' : formatSum(fee)
}
