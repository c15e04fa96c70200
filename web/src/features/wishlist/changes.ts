import { type QueryClient, useMutation, useMutationState, useQueryClient } from '@tanstack/react-query'
import { ApiError, displayedErrors } from 'contracts/client'
import { useState } from 'react'
import { call } from '../../api/api.ts'
import {
  belongsToCustomer,
  getOwner,
  getToken,
  readOwner,
  tokenCacheKey,
  useToken,
} from '../../api/session.ts'
import type { ShopProduct } from '../../domain/product.ts'
import { runExclusive, runInTurn } from '../../platform/locks.ts'
import { isOnline } from '../../platform/online.ts'
import { WISHLIST_KEY } from './queries.ts'
import { getQueuedChanges, saveQueuedChanges } from './queued-changes.ts'

const ADD = [...WISHLIST_KEY, 'add'] as const
const REMOVE = [...WISHLIST_KEY, 'remove'] as const

/** Returns why the last change of this log-in failed, and for which product; null if it succeeded. */
export function useWishlistError(): { text: string; productId: number | undefined } | null {
  const session = tokenCacheKey(useToken())
  const done = useMutationState({
    filters: {
      mutationKey: WISHLIST_KEY,
      predicate: ({ options }) => options.mutationKey?.[2] === session,
    },
    select: ({ options, state: { error, variables } }) => {
      if (error === null) return null
      const message = error instanceof ApiError ? displayedErrors(error.body)[0] : undefined
      const isAddition = options.mutationKey?.[1] === 'add'
      return {
        text: message ?? (isAddition ? 'Failed to add to wishlist.' : 'Failed to remove from wishlist.'),
        productId: (variables as KnownProduct | undefined)?.id,
      }
    },
  })
  return done.at(-1) ?? null
}

/** Returns a function that refetches the wishlist without waiting for the response. */
function reload(client: QueryClient): () => void {
  return () => {
    if (isOnline()) void client.invalidateQueries({ queryKey: WISHLIST_KEY })
  }
}

/** The result of a change. 'waits' means that the change is queued until the network returns. */
type WishResult = 'sent' | 'waits'

type KnownProduct = ShopProduct & { id: number }

/** Sends a change, and applies it to the loaded list, so that it is shown even if the list fails to reload. */
async function sendWish(client: QueryClient, product: KnownProduct, isRemoval: boolean): Promise<void> {
  const queryKey = [...WISHLIST_KEY, tokenCacheKey(getToken())]
  const body = { product_ids: [product.id] }
  if (isRemoval) await call('DELETE /customer/wish-list/remove', { body })
  else await call('POST /customer/wish-list/add', { body })
  client.setQueryData<ShopProduct[]>(queryKey, (list) => {
    const otherProducts = list?.filter(({ id }) => id !== product.id)
    return isRemoval ? otherProducts : otherProducts?.concat(product)
  })
}

/**
 * Queues a change until the network returns. Replaces the customer's earlier change for the same product.
 * @param owner the customer who made the change, who may have logged out since
 */
export function queueChange(product: KnownProduct, isRemoval: boolean, owner = readOwner(getOwner())): void {
  if (belongsToCustomer(owner)) dropQueuedChange(product.id)
  saveQueuedChanges([...getQueuedChanges(), { product, isRemoval, owner }])
}

/** Drops the customer's queued change for a product, because a later one replaces it. */
export function dropQueuedChange(productId: number): void {
  saveQueuedChanges(
    getQueuedChanges().filter(({ product, owner }) => product.id !== productId || !belongsToCustomer(owner)),
  )
}

/** The name of the lock that orders the changes of all tabs. */
const LOCK = 'shop-wishes'

/** Sends a change after the earlier ones, or queues it while offline. @throws if the request fails while online */
function sendOrQueue(client: QueryClient, product: KnownProduct, isRemoval: boolean): Promise<WishResult> {
  const owner = readOwner(getOwner())
  return runInTurn(LOCK, async () => {
    try {
      if (isOnline()) {
        // Another customer may have logged in since the click.
        if (!belongsToCustomer(owner)) throw new Error('The customer has changed.')
        // Before the request: an earlier change that waits would otherwise be sent after this one, and undo it.
        dropQueuedChange(product.id)
        await sendWish(client, product, isRemoval)
        return 'sent'
      }
    } catch (error) {
      if (error instanceof ApiError || isOnline()) throw error
    }
    queueChange(product, isRemoval, owner)
    return 'waits'
  })
}

/** Adds a product to the wishlist. Fails without a request if the customer isn't logged in. */
export function useAddToWishlist() {
  const client = useQueryClient()
  const token = useToken()
  return useMutation({
    mutationKey: [...ADD, tokenCacheKey(token)],
    mutationFn: async (product: KnownProduct) => {
      if (token === null) throw new Error('No customer is logged in.')
      return sendOrQueue(client, product, false)
    },
    onSettled: reload(client),
  })
}

/** Removes products from the wishlist. `removed` is the last one, until `undo` adds it again. */
export function useRemoveFromWishlist() {
  const client = useQueryClient()
  const add = useAddToWishlist()
  const [removed, setRemoved] = useState<KnownProduct | null>(null)
  const token = useToken()
  const mutation = useMutation({
    mutationKey: [...REMOVE, tokenCacheKey(token)],
    mutationFn: (product: KnownProduct) => sendOrQueue(client, product, true),
    onSuccess: (_, product) => setRemoved(product),
    onSettled: reload(client),
  })
  const undo = () => {
    setRemoved(null)
    if (removed) add.mutate(removed)
  }
  const { mutate: remove, isPending, variables } = mutation
  return { remove, pendingId: isPending ? variables.id : null, removed, undo }
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
    // The number of changes that stay, which are the first of the customer's.
    let kept = 0
    for (;;) {
      const change = getQueuedChanges().filter(({ owner }) => belongsToCustomer(owner))[kept]
      if (!change || getToken() === null) return
      const queued = JSON.stringify(change)
      try {
        await sendWish(client, change.product, change.isRemoval)
      } catch (error) {
        if (!(error instanceof ApiError)) {
          retryMs = RETRY_MS
          return
        }
        console.info(error.message)
        if (mayPassLater(error)) {
          kept++
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
