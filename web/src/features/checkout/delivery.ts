import { readId, readString } from '../../api/read-values.ts'
import { distanceFromShop, readPoint } from '../../domain/distance.ts'
import type { CheckoutState, DeliveryAddress } from '../../domain/navigation-state.ts'

/** What the delivery step decided. */
export type Delivery = {
  /** null is a pickup. */
  address: DeliveryAddress | null
  /** Kilometres. */
  distance: number
  /** Shillings, not rounded. */
  fee: number
  note: string
}

/**
 * The delivery that navigation state carries; null when none was chosen. An address of null is a pickup only
 * when it was put there: home delivery without an address, or a lost state, is no choice. A home delivery
 * without its fee is none either, because a shopper sees the price before paying it.
 */
export function readDelivery(state: CheckoutState): Delivery | null {
  const note = typeof state.deliveryNote === 'string' ? state.deliveryNote : ''
  if (state.address === null) {
    return state.deliveryMode === 'home' ? null : { address: null, distance: 0, fee: 0, note }
  }
  const address = readAddress(state.address)
  const fee = state.deliveryFee
  if (address === null || typeof fee !== 'number' || !Number.isFinite(fee) || fee < 0) return null
  const { distance } = state
  return {
    address,
    distance: Number.isFinite(distance)
      ? (distance as number)
      : distanceFromShop({ lat: address.latitude, lng: address.longitude }),
    fee,
    note,
  }
}

function readAddress(value: unknown): DeliveryAddress | null {
  if (value === null || typeof value !== 'object') return null
  const row = value as Partial<Record<keyof DeliveryAddress, unknown>>
  const id = readId(row.id)
  const point = readPoint(row.latitude, row.longitude)
  if (id === null || point === null) return null
  return {
    id,
    address: readString(row.address),
    latitude: point.lat,
    longitude: point.lng,
  }
}
