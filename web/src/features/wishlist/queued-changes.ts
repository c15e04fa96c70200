import { readId, readObject } from '../../api/read-values.ts'
import { belongsToCustomer, getOwner, type Owner, readOwner, useOwner } from '../../api/session.ts'
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

export function saveQueuedChanges(changes: QueuedChange[]): void {
  queue.set(changes.length === 0 ? null : changes)
}

/**
 * Queues a change until the network returns. Replaces the customer's earlier change for the same product.
 * @param owner the customer who made the change, who may have logged out since
 */
export function queueChange(
  product: QueuedChange['product'],
  isRemoval: boolean,
  owner = readOwner(getOwner()),
): void {
  if (belongsToCustomer(owner)) dropQueuedChange(product.id)
  saveQueuedChanges([...getQueuedChanges(), { product, isRemoval, owner }])
}

/** Drops the customer's queued change for a product, because a later one replaces it. */
export function dropQueuedChange(productId: number): void {
  saveQueuedChanges(
    getQueuedChanges().filter(({ product, owner }) => product.id !== productId || !belongsToCustomer(owner)),
  )
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
