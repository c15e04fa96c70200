import { readId, readObject } from '../../api/read-values.ts'
import { belongsToCustomer, type Owner, readOwner, useOwner } from '../../api/session.ts'
import { readProduct, type ShopProduct } from '../../domain/product.ts'
import { createStorageStore } from '../../platform/storage-store.ts'

/** A wishlist change that was made offline. */
export type QueuedChange = {
  /** The product as it was when the change was made. */
  product: ShopProduct & { id: number }
  isRemoval: boolean
  owner: Owner
}

/** Oldest first. */
const queue = createStorageStore('wishesToSend', (stored): QueuedChange[] =>
  Array.isArray(stored) ? stored.flatMap(readQueuedChange) : [],
)

export const getQueuedChanges = queue.get

function readQueuedChange(value: unknown): QueuedChange[] {
  const { product, isRemoval, owner } = readObject<QueuedChange>(value)
  const read = readProduct(product)
  const id = readId(read?.id)
  if (!read || id === null) return []
  return [{ product: { ...read, id }, isRemoval: isRemoval === true, owner: readOwner(owner) }]
}

/** @returns false if storage is full or blocked: the changes are lost with the tab */
export function saveQueuedChanges(changes: QueuedChange[]): boolean {
  return queue.set(changes.length === 0 ? null : changes)
}

/** Drops the customer's queued changes. Those of another customer of this browser remain. */
export function clearQueuedChanges(): void {
  saveQueuedChanges(getQueuedChanges().filter(({ owner }) => !belongsToCustomer(owner)))
}

/** Returns the customer's queued changes; none without a token. */
export function useQueuedChanges(token: string | null): QueuedChange[] {
  const changes = queue.use()
  useOwner()
  return token === null ? [] : changes.filter(({ owner }) => belongsToCustomer(owner))
}
