import { readId, readObject } from '../../api/read-values.ts'
import { getOwner, isOwn, useOwner } from '../../api/session.ts'
import { type CartItem, readCartItems } from '../../domain/cart-item.ts'
import { storageStore } from '../../platform/storage-store.ts'
import { PLACED_ORDER_KEY } from './storage-keys.ts'

export type PlacedOrder = {
  /** The order number; null if the host didn't return it. */
  id: number | null
  /** The charged amount in shillings. */
  amount: number
  /** Null if the delivery is unknown. The address is null for pickup. */
  delivery: { address: string | null; fee: number } | null
  items: readonly CartItem[]
}

type Stored = PlacedOrder & { owner: unknown }

// Excludes infinite numbers, because JSON.parse reads 1e999 as Infinity.
const isAmount = (value: unknown): value is number => Number.isFinite(value)

const placedOrder = storageStore(PLACED_ORDER_KEY, (stored): Stored | null => {
  const { id, amount, delivery, items, owner } = readObject<Stored>(stored)
  if (!isAmount(amount)) return null
  const { address, fee } = readObject<{ address: unknown; fee: unknown }>(delivery)
  const isKnown = (address === null || typeof address === 'string') && isAmount(fee)
  return {
    id: readId(id),
    amount,
    delivery: isKnown ? { address, fee } : null,
    items: readCartItems(items),
    owner,
  }
})

/** Whether the order was placed in this visit and its notice has not been shown. */
let isNew = false

/** Returns true once after an order is placed. */
export function takeIsNew(): boolean {
  const wasNew = isNew
  isNew = false
  return wasNew
}

/** Stores the order that the notice shows. Null dismisses the notice. */
export function storePlacedOrder(order: PlacedOrder | null): void {
  isNew = order !== null
  placedOrder.set(order && { ...order, owner: getOwner() })
}

/** Returns the current customer's last order; null once its notice is dismissed. */
export function usePlacedOrder(): PlacedOrder | null {
  useOwner()
  const order = placedOrder.use()
  return isOwn(order?.owner) ? order : null
}
