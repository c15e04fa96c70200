import { CancelledError, type QueryClient, queryOptions, type UseQueryOptions } from '@tanstack/react-query'
import { call } from '../../api/api.ts'
import { CATALOGUE_STALE_MS } from '../../config/delays.ts'
import { type FurtherPage, type Listing, pageParams, readListing } from '../../domain/listing.ts'
import { readProducts, type ShopProduct } from '../../domain/product.ts'

/**
 * Returns the query of the host's first page of search results, with prefix matches first. Disabled for an empty query.
 */
export function searchQuery(query: string) {
  const name = query.trim()
  return queryOptions({
    queryKey: ['products', 'search', name.toLowerCase()],
    queryFn: ({ signal }) => call('GET /products/search', { query: { name }, signal }),
    select: (body) => readFound(body, name),
    enabled: name !== '',
    staleTime: CATALOGUE_STALE_MS,
  })
}

function readFound(body: unknown, query: string): Listing {
  const listing = readListing(body)
  return { ...listing, products: putPrefixFirst(listing.products, query) }
}

export function searchPageQuery(query: string, listing: Listing, page: number) {
  const name = query.trim()
  return queryOptions({
    queryKey: ['products', 'search', name.toLowerCase(), listing.pageSize, page],
    queryFn: ({ signal }): Promise<FurtherPage> =>
      call('GET /products/search', { query: { name, ...pageParams(listing, page) }, signal }),
    select: readProducts,
    staleTime: CATALOGUE_STALE_MS,
  })
}

export type HostResults = {
  listing: Listing
  /**
   * When the oldest product was received, in milliseconds since 1970; Infinity if the index was searched and found
   * none.
   */
  receivedAt: number
}

/** The results of a search, as the suggestions and the list show them. */
export type SearchResults = HostResults & {
  /** The query with its misspelled words replaced, whose results are shown; null if the query needs no correction. */
  corrected: string | null
  /** The query sent to the host for these results and their later pages, if it differs from the typed one. */
  hostQuery?: string | undefined
  /** Whether no product contains every word of the query as typed, or a synonym. */
  isGuess: boolean
  /** Whether the host did not respond, so that only loaded products are shown. */
  isIndexOnly?: boolean
}

/** A query for more products, which complete the index if the host finds no match. */
export type MoreProducts = Pick<UseQueryOptions, 'queryKey'>

/**
 * Requests the host's results. Aborting the signal aborts the request. Another search that shares the request sends it
 * again.
 */
export async function requestHost(
  client: QueryClient,
  query: string,
  signal: AbortSignal,
): Promise<HostResults> {
  const options = searchQuery(query)
  const { queryKey } = options
  signal.addEventListener('abort', () => void client.cancelQueries({ queryKey, exact: true }))
  const fetchUnlessAborted = (): Promise<unknown> =>
    client.fetchQuery(options).catch((error: unknown) => {
      if (error instanceof CancelledError && !signal.aborted) return fetchUnlessAborted()
      throw error
    })
  const listing = readFound(await fetchUnlessAborted(), query)
  // The offline cache sets the date of cached data in the task that follows.
  await new Promise((resolve) => setTimeout(resolve))
  return { listing, receivedAt: client.getQueryState(queryKey)?.dataUpdatedAt ?? Date.now() }
}

/** Moves products whose names begin with the query to the front. Otherwise keeps the host's order. */
export function putPrefixFirst(products: readonly ShopProduct[], query: string): ShopProduct[] {
  const start = query.trim().toLowerCase()
  const isLater = ({ name }: ShopProduct) => Number(!name.toLowerCase().startsWith(start))
  return [...products].sort((a, b) => isLater(a) - isLater(b))
}

export function searchTitle(query: string, isGuess: boolean): string {
  return isGuess ? `Closest to “${query}”` : `Results for “${query}”`
}
