// Sends changes of the wishlist in order, and queues those that are made offline.
import type { QueryClient } from '@tanstack/react-query'
import { ApiError } from 'contracts/client'
import { call } from '../../api/api.ts'
import { belongsToCustomer, getOwner, getToken, readOwner, tokenCacheKey } from '../../api/session.ts'
import type { ShopProduct } from '../../domain/product.ts'
import { runExclusive, runInTurn } from '../../platform/locks.ts'
import { isOnline } from '../../platform/online.ts'
import { WISHLIST_KEY } from './queries.ts'
import { getQueuedChanges, type QueuedChange, saveQueuedChanges } from './queued-changes.ts'

type WishlistChange = Omit<QueuedChange, 'owner'>

/** Sends a change, and applies it to the loaded list, so that it is shown even if the list fails to reload. */
async function sendChange(client: QueryClient, { product, isRemoval }: WishlistChange): Promise<void> {
  const queryKey = [...WISHLIST_KEY, tokenCacheKey(getToken())]
  const body = { product_ids: [product.id] }
  if (isRemoval) await call('DELETE /customer/wish-list/remove', { body })
  else await call('POST /customer/wish-list/add', { body })
  client.setQueryData<ShopProduct[]>(queryKey, (list) => {
    const otherProducts = list?.filter(({ id }) => id !== product.id)
    return isRemoval ? otherProducts : otherProducts?.concat(product)
  })
}

/** Returns the queue without the customer's change for a product, because a later one replaces it. */
const withoutChange = (productId: number): QueuedChange[] =>
  getQueuedChanges().filter(({ product, owner }) => product.id !== productId || !belongsToCustomer(owner))

/** A change that was made offline could not be stored. The message is for the shopper. */
export class UnsavedError extends Error {}

/**
 * Queues a change until the network returns. Replaces the customer's earlier change for the same product. The owner is
 * the customer who made the change, who may have logged out since.
 * @throws UnsavedError if storage is full or blocked
 */
export function queueChange(change: QueuedChange): void {
  const before = getQueuedChanges()
  const others = belongsToCustomer(change.owner) ? withoutChange(change.product.id) : before
  if (saveQueuedChanges([...others, change])) return
  // The store has the change in memory, from which it would be lost with the tab.
  saveQueuedChanges(before)
  throw new UnsavedError("Your browser couldn't save this. Try again when you're back online.")
}

/** The name of the lock that orders the changes of all tabs. */
const LOCK = 'shop-wishes'

/**
 * Sends a change after the earlier ones, or queues it while offline.
 * @returns 'queued' if the change is queued until the network returns
 * @throws if the request fails while online, or if the change cannot be queued
 */
export function sendOrQueue(client: QueryClient, change: WishlistChange): Promise<'sent' | 'queued'> {
  const owner = readOwner(getOwner())
  return runInTurn(LOCK, async () => {
    try {
      if (isOnline()) {
        // Another customer may have logged in since the click.
        if (!belongsToCustomer(owner)) throw new Error('The customer has changed.')
        // Before the request: an earlier change that waits would otherwise be sent after this one, and undo it.
        saveQueuedChanges(withoutChange(change.product.id))
        await sendChange(client, change)
        return 'sent'
      }
    } catch (error) {
      if (error instanceof ApiError || isOnline()) throw error
    }
    queueChange({ ...change, owner })
    return 'queued'
  })
}

/** Whether a retry may succeed: after a server error, a rate limit or an expired log-in. */
const mayPassLater = ({ status }: ApiError) => status >= 500 || [401, 408, 429].includes(status)

/** The delay after which queued changes are sent again if the network fails, in milliseconds. */
const RETRY_MS = 5000
/** The delay if the host could not store them, in milliseconds. */
const HOST_RETRY_MS = 60_000

let retryTimer: ReturnType<typeof setTimeout> | undefined

/**
 * Sends the queued changes in order, in one tab at a time. Drops those that the host refuses for good. The others stay
 * in the queue and are sent again later, soon if the network fails, which it often does shortly after it has returned.
 */
export async function sendQueuedChanges(client: QueryClient): Promise<void> {
  let retryMs = 0
  await runExclusive(LOCK, async () => {
    // The changes that stay, as JSON. Not their number, because another customer can log in meanwhile.
    const kept = new Set<string>()
    for (;;) {
      const change = getQueuedChanges().find(
        (each) => belongsToCustomer(each.owner) && !kept.has(JSON.stringify(each)),
      )
      if (!change || getToken() === null) return
      const queued = JSON.stringify(change)
      try {
        await sendChange(client, change)
      } catch (error) {
        if (!(error instanceof ApiError)) {
          retryMs = RETRY_MS
          return
        }
        console.info(error.message)
        if (mayPassLater(error)) {
          kept.add(queued)
          retryMs = HOST_RETRY_MS
          continue
        }
      }
      saveQueuedChanges(getQueuedChanges().filter((each) => JSON.stringify(each) !== queued))
    }
  })
  clearTimeout(retryTimer)
  if (retryMs > 0 && isOnline())
    retryTimer = setTimeout(() => sendQueuedChanges(client).catch(() => undefined), retryMs)
  await client.invalidateQueries({ queryKey: WISHLIST_KEY })
}
