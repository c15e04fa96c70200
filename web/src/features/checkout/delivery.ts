import { readId, readString } from '../../api/read-values.ts'
import { distanceFromShop, readPoint } from '../../domain/distance.ts'
import type { CheckoutState, DeliveryAddress } from '../../domain/navigation-state.ts'

/** The result of the delivery step. */
export type Delivery = {
  /** null for a pickup. */
  address: DeliveryAddress | null
  /** In kilometres. */
  distance: number
  /** In shillings, not rounded. */
  fee: number
  note: string
}

/**
 * Reads the delivery from navigation state; null if none was chosen. A null address counts as a pickup only if the
 * state says so explicitly. A home delivery needs an address and a fee, because a shopper must see the price before
 * paying.
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
