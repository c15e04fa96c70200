import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
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

/** The first message of a refusal, else the fallback. */
export function wishlistMessage(error: Error, fallback: string): string {
  return (error instanceof ApiError ? errorMessages(error.body)[0] : undefined) ?? fallback
}

/** Adds one product. Without a token it fails without a call. */
export function useAddToWishlist() {
  const client = useQueryClient()
  const token = useToken()
  return useMutation({
    mutationFn: async (id: number): Promise<unknown> => {
      if (token === null) throw new Error('Nobody is logged in.')
      return call('POST /customer/wish-list/add', { body: { product_ids: [id] } })
    },
    onSettled: () => client.invalidateQueries({ queryKey: KEY }),
  })
}

export function useRemoveFromWishlist() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: number): Promise<unknown> =>
      call('DELETE /customer/wish-list/remove', { body: { product_ids: [id] } }),
    onSettled: () => client.invalidateQueries({ queryKey: KEY }),
  })
}
