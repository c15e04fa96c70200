import { type QueryClient, useMutation, useMutationState, useQueryClient } from '@tanstack/react-query'
import { ApiError, displayedErrors } from 'contracts/client'
import { useState } from 'react'
import { tokenCacheKey, useToken } from '../../api/session.ts'
import { isOnline } from '../../platform/online.ts'
import { WISHLIST_KEY } from './queries.ts'
import type { QueuedChange } from './queued-changes.ts'
import { sendOrQueue, UnsavedError } from './send-changes.ts'

type KnownProduct = QueuedChange['product']

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
      const message = error instanceof ApiError ? displayedErrors(error.body)[0] : getUnsavedText(error)
      const isAddition = options.mutationKey?.[1] === 'add'
      return {
        text: message ?? (isAddition ? 'Failed to add to wishlist.' : 'Failed to remove from wishlist.'),
        productId: (variables as KnownProduct | undefined)?.id,
      }
    },
  })
  return done.at(-1) ?? null
}

/** Returns what to tell the shopper if a change could not be stored; undefined after another error. */
export function getUnsavedText(error: Error | null): string | undefined {
  return error instanceof UnsavedError ? error.message : undefined
}

/** Returns a function that refetches the wishlist without waiting for the response. */
function reload(client: QueryClient): () => void {
  return () => {
    if (isOnline()) void client.invalidateQueries({ queryKey: WISHLIST_KEY })
  }
}

/** Adds a product to the wishlist. Fails without a request if the customer isn't logged in. */
export function useAddToWishlist() {
  const client = useQueryClient()
  const token = useToken()
  return useMutation({
    mutationKey: [...ADD, tokenCacheKey(token)],
    mutationFn: async (product: KnownProduct) => {
      if (token === null) throw new Error('No customer is logged in.')
      return sendOrQueue(client, { product, isRemoval: false })
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
    mutationFn: (product: KnownProduct) => sendOrQueue(client, { product, isRemoval: true }),
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
