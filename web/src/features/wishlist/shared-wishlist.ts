import { queryOptions } from '@tanstack/react-query'
import { readWishlist, WISHLIST_KEY } from './queries.ts'

/**
 * Returns the query of a customer's shared wishlist, which is available to everyone with the link. In its own file,
 * because the first load contains the other query.
 */
export function sharedWishlistQuery(user: string | null) {
  return queryOptions({
    queryKey: [...WISHLIST_KEY, 'shared', user],
    queryFn: ({ signal }) => readWishlist({ query: { user: user ?? '' }, signal, withToken: false }),
    enabled: user !== null,
  })
}
