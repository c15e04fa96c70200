import { type UseQueryOptions, type UseQueryResult, useQueries } from '@tanstack/react-query'
import { type FurtherPage, furtherPages, type Listing } from '../../domain/listing.ts'
import type { ShopProduct } from '../../domain/product.ts'

export type FurtherQuery = (
  listing: Listing,
  page: number,
) => UseQueryOptions<FurtherPage, Error, ShopProduct[], (string | number)[]>

type Page = {
  products: ShopProduct[]
  /** More is on its way. */
  isPending: boolean
  /** Asks again for what did not come; null when nothing is missing. */
  retry: (() => void) | null
}

/**
 * The entries `from` (included, counted from 0) to `to` (not included) of a list, of which the host sent the first
 * part. The rest is asked for as it is looked at, no more of it than that.
 */
export function usePageOf(
  listing: Listing | undefined,
  from: number,
  to: number,
  further: FurtherQuery | undefined,
): Page {
  const pages = listing && further ? furtherPages(listing, from, to) : []
  const responses = useQueries({
    queries: listing && further ? pages.map((page) => further(listing, page)) : [],
  })
  if (!listing) return { products: [], isPending: false, retry: null }
  const first = listing.products.slice(0, listing.pageSize)
  const known = new Set(first.map(({ id }) => id))
  const rest = pages.flatMap((page, at) => {
    const start = (page - 1) * listing.pageSize
    const products = responses[at]?.data?.slice(Math.max(0, from - start), Math.max(0, to - start)) ?? []
    // A host that pages otherwise sends what is known already: nothing is shown twice.
    return products.filter(({ id }) => id === null || !known.has(id))
  })
  return {
    products: [...first.slice(from, to), ...rest],
    isPending: responses.some(({ isPending }) => isPending),
    retry: retryOf(responses),
  }
}

/** Sends the requests that have failed again; null where none has. */
export function retryOf(
  responses: readonly Pick<UseQueryResult, 'isError' | 'refetch'>[],
): (() => void) | null {
  const failed = responses.filter(({ isError }) => isError)
  if (failed.length === 0) return null
  return () => {
    for (const { refetch } of failed) void refetch()
  }
}
