import { queryOptions, useQuery } from '@tanstack/react-query'
import { call } from '../../api/api.ts'
import { tokenCacheKey } from '../../api/session.ts'
import { furtherPages, pageParams, readListing } from '../../domain/listing.ts'
import { readProducts, type ShopProduct } from '../../domain/product.ts'
import { type QueuedChange, useQueuedChanges } from './queued-changes.ts'

/** Shown instead of an empty list if the request failed. */
export const LIST_FAILURE = "We couldn't load your wishlist."

/** The prefix of the query and mutation keys of wishlists. */
export const WISHLIST_KEY = ['wishlist'] as const

/** The maximum number of additional pages, in case the host reports a wrong total. */
const MAX_PAGES = 50

type ListRequest = { query?: { user: string }; signal: AbortSignal; withToken?: boolean }

/** Fetches all pages of a wishlist. Returns its products without duplicates. */
export async function readWishlist(request: ListRequest): Promise<ShopProduct[]> {
  const listing = readListing(await call('GET /customer/wish-list/', request))
  const pages = furtherPages(listing, 0, listing.total).slice(0, MAX_PAGES)
  const rest = await Promise.all(
    pages.map((page) => {
      const query = { ...request.query, ...pageParams(listing, page) }
      return call('GET /customer/wish-list/', { ...request, query })
    }),
  )
  const ids = new Set<number>()
  return [...listing.products, ...rest.flatMap(readProducts)].filter(({ id }) => {
    if (id === null) return true
    const isNew = !ids.has(id)
    ids.add(id)
    return isNew
  })
}

/** Returns the query of the customer's wishlist. Disabled without a token. */
function wishlistQuery(token: string | null) {
  return queryOptions({
    queryKey: [...WISHLIST_KEY, tokenCacheKey(token)],
    queryFn: ({ signal }) => readWishlist({ signal }),
    enabled: token !== null,
  })
}

function withQueuedChanges(list: readonly ShopProduct[], changes: readonly QueuedChange[]): ShopProduct[] {
  const changed = new Set(changes.map(({ product }) => product.id))
  const added = changes.filter(({ isRemoval }) => !isRemoval).map(({ product }) => product)
  return [...list.filter(({ id }) => id === null || !changed.has(id)), ...added]
}

/**
 * Returns the customer's wishlist, including queued changes. `hasList` is whether the list has loaded; if not, `data`
 * contains only the queued additions.
 */
export function useWishlist(token: string | null, enabled = true) {
  const query = useQuery({ ...wishlistQuery(token), enabled: enabled && token !== null })
  const changes = useQueuedChanges(token)
  const data = query.data || changes.length > 0 ? withQueuedChanges(query.data ?? [], changes) : undefined
  return { ...query, data, hasList: query.data !== undefined }
}
