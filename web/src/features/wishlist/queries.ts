import {
  type QueryClient,
  queryOptions,
  useMutation,
  useMutationState,
  useQueryClient,
} from '@tanstack/react-query'
import { ApiError, errorMessages } from 'contracts/client'
import { call } from '../../lib/api.ts'
import { readProducts } from '../../lib/product.ts'
import { sessionMark, useToken } from '../../lib/session.ts'

const KEY = ['wishlist'] as const

/** The customer's own wish-list. Not asked without a token. */
export function wishlistQuery(token: string | null) {
  return queryOptions({
    queryKey: [...KEY, sessionMark(token)],
    queryFn: ({ signal }): Promise<unknown> => call('GET /customer/wish-list/', { signal }),
    select: readProducts,
    enabled: token !== null,
  })
}

/** Somebody else's wish-list, open to everyone who has the link. */
export function sharedWishlistQuery(user: string | null) {
  return queryOptions({
    queryKey: [...KEY, 'shared', user],
    queryFn: ({ signal }): Promise<unknown> =>
      call('GET /customer/wish-list/', { query: { user: user ?? '' }, signal, withToken: false }),
    select: readProducts,
    enabled: user !== null,
  })
}

const ADD = [...KEY, 'add'] as const
const REMOVE = [...KEY, 'remove'] as const

/** What the shopper did last with the list, told where the list is, until the next thing: null when it went well. */
export function useWishlistError(): string | null {
  const done = useMutationState({
    filters: { mutationKey: KEY },
    select: ({ options, state: { error } }) =>
      error === null
        ? null
        : wishlistMessage(
            error,
            options.mutationKey?.[1] === 'add'
              ? 'Failed to add to wishlist.'
              : 'Failed to remove from wishlist.',
          ),
  })
  return done.at(-1) ?? null
}

/** The host's first message, else the fallback (specification §8). */
function wishlistMessage(error: Error, fallback: string): string {
  return (error instanceof ApiError ? errorMessages(error.body)[0] : undefined) ?? fallback
}

/** The list is asked anew after each change; what was done is told without waiting for it. */
function reload(client: QueryClient): () => void {
  return () => void client.invalidateQueries({ queryKey: KEY })
}

/** Adds one product. Without a token it fails without a call. */
export function useAddToWishlist() {
  const client = useQueryClient()
  const token = useToken()
  return useMutation({
    mutationKey: ADD,
    mutationFn: async (id: number): Promise<unknown> => {
      if (token === null) throw new Error('Nobody is logged in.')
      return call('POST /customer/wish-list/add', { body: { product_ids: [id] } })
    },
    onSettled: reload(client),
  })
}

export function useRemoveFromWishlist() {
  const client = useQueryClient()
  return useMutation({
    mutationKey: REMOVE,
    mutationFn: (id: number): Promise<unknown> =>
      call('DELETE /customer/wish-list/remove', { body: { product_ids: [id] } }),
    onSettled: reload(client),
  })
}
