import { readId, readObject } from '../../api/read-values.ts'
import { getOwner, isOwn, useOwner } from '../../api/session.ts'
import { storageStore } from '../../platform/storage-store.ts'
import { PLACED_ORDER_KEY } from './storage-keys.ts'

export type PlacedOrder = {
  /** Null where the host did not say it. */
  id: number | null
  /** Shillings charged. */
  amount: number
  /** The address in words, null for a pickup; null as a whole when unknown. */
  delivery: { address: string | null; fee: number } | null
}

type Stored = PlacedOrder & { owner: unknown }

// JSON may hold 1e999, which is Infinity.
const isAmount = (value: unknown): value is number => Number.isFinite(value)

const placedOrder = storageStore(PLACED_ORDER_KEY, (stored): Stored | null => {
  const { id, amount, delivery, owner } = readObject<Stored>(stored)
  if (!isAmount(amount)) return null
  const { address, fee } = readObject<{ address: unknown; fee: unknown }>(delivery)
  const isKnown = (address === null || typeof address === 'string') && isAmount(fee)
  return { id: readId(id), amount, delivery: isKnown ? { address, fee } : null, owner }
})

/** Keeps the order for the notice; null dismisses it. */
export function keepPlacedOrder(order: PlacedOrder | null): void {
  placedOrder.set(order && { ...order, owner: getOwner() })
}

/** The current customer's last placed order. */
export function usePlacedOrder(): PlacedOrder | null {
  useOwner()
  const order = placedOrder.use()
  return isOwn(order?.owner) ? order : null
}
