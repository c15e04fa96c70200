import { readId, readString } from '../../api/read-values.ts'
import { type CartItem, totalPrice } from '../../domain/cart-item.ts'
import type { DeliveryMode } from '../../domain/delivery-fee.ts'
import { distanceFromShop, readPoint } from '../../domain/distance.ts'
import type { CheckoutLocationState, DeliveryAddress } from '../../domain/navigation-state.ts'

/** The delivery that the shopper chose in the delivery step. */
export type Delivery = {
  /** The delivery address; null for pickup. */
  address: DeliveryAddress | null
  /** In kilometres. */
  distance: number
  /** In shillings, before rounding. */
  fee: number
  note: string
}

/** Whether the shopper collects the order. */
export const isPickup = ({ address }: Pick<Delivery, 'address'>): boolean => address === null

export const modeOf = (delivery: Delivery): DeliveryMode => (isPickup(delivery) ? 'pickup' : 'home')

export function toLocationState(
  items: readonly CartItem[],
  delivery: Delivery,
  session: string | null,
): CheckoutLocationState {
  const { address, distance, fee, note } = delivery
  return {
    cartItems: [...items],
    totalPrice: totalPrice(items),
    address,
    distance,
    deliveryFee: fee,
    deliveryNote: note,
    deliveryMode: modeOf(delivery),
    session,
  }
}

/**
 * Reads the delivery from navigation state. Returns null if it is missing or incomplete. A home delivery requires an
 * address and a fee, because shoppers must see the price before paying. Otherwise, a null address means pickup.
 */
export function readDelivery(state: CheckoutLocationState): Delivery | null {
  const note = typeof state.deliveryNote === 'string' ? state.deliveryNote : ''
  if (state.address === null) {
    return state.deliveryMode === 'home' ? null : { address: null, distance: 0, fee: 0, note }
  }
  const address = readDeliveryAddress(state.address)
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

function readDeliveryAddress(value: unknown): DeliveryAddress | null {
  if (value === null || typeof value !== 'object') return null
  const row = value as Partial<Record<keyof DeliveryAddress, unknown>>
  const id = readId(row.id)
  const point = readPoint(row.latitude, row.longitude)
  if (id === null || point === null) return null
  return { id, address: readString(row.address), latitude: point.lat, longitude: point.lng }
}
