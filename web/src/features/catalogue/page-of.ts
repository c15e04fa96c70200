import { type UseQueryOptions, type UseQueryResult, useQueries } from '@tanstack/react-query'
import { type FurtherPage, furtherPages, type Listing } from '../../domain/listing.ts'
import type { ShopProduct } from '../../domain/product.ts'

export type FurtherQuery = (
  listing: Listing,
  page: number,
) => UseQueryOptions<FurtherPage, Error, ShopProduct[], (string | number)[]>

type Page = {
  products: ShopProduct[]
  isPending: boolean
  /** Refetches the failed pages; null if none failed. */
  retry: (() => void) | null
}

/** Returns the products from index `from` to `to` (exclusive) of a list. Requests only the missing pages. */
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
  const firstIds = new Set(first.map(({ id }) => id))
  const rest = pages.flatMap((page, at) => {
    const start = (page - 1) * listing.pageSize
    const products = responses[at]?.data?.slice(Math.max(0, from - start), Math.max(0, to - start)) ?? []
    // A host that uses a different page size returns some products twice. They are shown once.
    return products.filter(({ id }) => id === null || !firstIds.has(id))
  })
  return {
    products: [...first.slice(from, to), ...rest],
    isPending: responses.some(({ isPending }) => isPending),
    retry: retryOf(responses),
  }
}

/** Returns a function that refetches the failed requests; null if none failed. */
export function retryOf(
  responses: readonly Pick<UseQueryResult, 'isError' | 'refetch'>[],
): (() => void) | null {
  const failed = responses.filter(({ isError }) => isError)
  if (failed.length === 0) return null
  return () => {
    for (const { refetch } of failed) void refetch()
  }
}

export const ARRANGEMENT_KEYS = ['sort', 'stock', 'class', 'price'] as const

export function isArranged(params: URLSearchParams): boolean {
  return ARRANGEMENT_KEYS.some((key) => params.has(key))
}
