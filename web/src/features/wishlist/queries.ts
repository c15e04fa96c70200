import { queryOptions, useQuery } from '@tanstack/react-query'
import { call } from '../../api/api.ts'
import { tokenCacheKey } from '../../api/session.ts'
import { furtherPages, pageQuery, readListing } from '../../domain/listing.ts'
import { readProducts, type ShopProduct } from '../../domain/product.ts'
import { useWishes, withWishes } from './wish-queue.ts'

/** A list that failed is not an empty one. */
export const LIST_FAILURE = 'The wishlist could not be loaded.'

/** What the queries and changes of wish-lists have in common. */
export const WISHLIST_KEY = ['wishlist'] as const

/** Further pages that are asked for at most: a host that miscounts does not keep the shop asking. */
const MOST_PAGES = 50

type RequestJson = { query?: { user: string }; signal: AbortSignal; withToken?: boolean }

/** A wish-list whole: the first call as it is, then as many pages as the host says there are. */
async function readWhole({ query, ...input }: RequestJson): Promise<ShopProduct[]> {
  const listing = readListing(
    await call('GET /customer/wish-list/', { ...input, ...(query ? { query } : {}) }),
  )
  const pages = furtherPages(listing, 0, listing.total).slice(0, MOST_PAGES)
  const rest = await Promise.all(
    pages.map((page) =>
      call('GET /customer/wish-list/', { ...input, query: { ...query, ...pageQuery(listing, page) } }),
    ),
  )
  const known = new Set<number>()
  return [...listing.products, ...rest.flatMap(readProducts)].filter(({ id }) => {
    if (id === null) return true
    const isNew = !known.has(id)
    known.add(id)
    return isNew
  })
}

/** The customer's own wish-list. Not asked without a token. */
export function wishlistQuery(token: string | null) {
  return queryOptions({
    queryKey: [...WISHLIST_KEY, tokenCacheKey(token)],
    queryFn: ({ signal }) => readWhole({ signal }),
    enabled: token !== null,
  })
}

/** Another customer's wish-list, open to everyone who has the link. */
export function sharedWishlistQuery(user: string | null) {
  return queryOptions({
    queryKey: [...WISHLIST_KEY, 'shared', user],
    queryFn: ({ signal }) => readWhole({ query: { user: user ?? '' }, signal, withToken: false }),
    enabled: user !== null,
  })
}

/** The customer's own list, with what waits for the network. */
export function useWishlist(token: string | null, enabled = true) {
  const query = useQuery({ ...wishlistQuery(token), enabled: enabled && token !== null })
  const wishes = useWishes(token)
  const data = query.data || wishes.length > 0 ? withWishes(query.data ?? [], wishes) : undefined
  return { ...query, data }
}
