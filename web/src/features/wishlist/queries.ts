import {
  type QueryClient,
  queryOptions,
  useMutation,
  useMutationState,
  useQueryClient,
} from '@tanstack/react-query'
import { ApiError, errorMessages } from 'contracts/client'
import { furtherPages, pageQuery, readListing } from '../../domain/listing.ts'
import { readProducts, type ShopProduct } from '../../domain/product.ts'
import { call } from '../../lib/api.ts'
import { tokenCacheKey, useToken } from '../../lib/session.ts'

/** A list that failed is not an empty one. */
export const LIST_FAILURE = 'The wishlist could not be loaded.'

const KEY = ['wishlist'] as const

/** Further pages that are asked for at most: a host that miscounts does not keep the shop asking. */
const MOST_PAGES = 50

type Ask = { query?: { user: string }; signal: AbortSignal; withToken?: boolean }

/** A wish-list whole: the first call as it is, then as many pages as the host says there are. */
async function readWhole({ query, ...input }: Ask): Promise<ShopProduct[]> {
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
    queryKey: [...KEY, tokenCacheKey(token)],
    queryFn: ({ signal }) => readWhole({ signal }),
    enabled: token !== null,
  })
}

/** Another customer's wish-list, open to everyone who has the link. */
export function sharedWishlistQuery(user: string | null) {
  return queryOptions({
    queryKey: [...KEY, 'shared', user],
    queryFn: ({ signal }) => readWhole({ query: { user: user ?? '' }, signal, withToken: false }),
    enabled: user !== null,
  })
}

const ADD = [...KEY, 'add'] as const
const REMOVE = [...KEY, 'remove'] as const

/** The error of the last change to the list, until the next change; null when it succeeded. */
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

/** The host's first message, else the fallback. */
function wishlistMessage(error: Error, fallback: string): string {
  return (error instanceof ApiError ? errorMessages(error.body)[0] : undefined) ?? fallback
}

/** The list is loaded again after each change; the change is reported without waiting for it. */
function reload(client: QueryClient): () => void {
  return () => void client.invalidateQueries({ queryKey: KEY })
}

/** Adds one product. Without a token it fails without a call. */
export function useAddToWishlist() {
  const client = useQueryClient()
  const token = useToken()
  return useMutation({
    mutationKey: ADD,
    mutationFn: async (id: number) => {
      if (token === null) throw new Error('No customer is logged in.')
      return call('POST /customer/wish-list/add', { body: { product_ids: [id] } })
    },
    onSettled: reload(client),
  })
}

export function useRemoveFromWishlist() {
  const client = useQueryClient()
  return useMutation({
    mutationKey: REMOVE,
    mutationFn: (id: number) => call('DELETE /customer/wish-list/remove', { body: { product_ids: [id] } }),
    onSettled: reload(client),
  })
}
