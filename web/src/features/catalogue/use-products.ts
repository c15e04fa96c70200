import { type UseQueryOptions, useQueries } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { type FurtherPage, furtherPages, type Listing } from '../../domain/listing.ts'
import type { ShopProduct } from '../../domain/product.ts'

/** The maximum number of requests for a list, in case the host reports a wrong total. */
const MAX_FURTHER_PAGES = 100

/** Returns how many products of a list are requested at most. */
export function reachableProducts({ prepended = 0, pageSize }: Listing): number {
  return prepended + pageSize * (1 + MAX_FURTHER_PAGES)
}

export type PageQuery = (
  listing: Listing,
  page: number,
) => UseQueryOptions<FurtherPage, Error, ShopProduct[], (string | number)[]>

/** The number of further pages that are requested at a time. */
const PARALLEL_PAGES = 3

type LoadedProducts = {
  products: ShopProduct[]
  isPending: boolean
  /** Refetches the failed pages; null if none failed. */
  retry: (() => void) | null
}

type ProductRange = {
  listing: Listing | undefined
  /** Index of the first product. */
  from: number
  /** Index after the last product. */
  to: number
  pageQuery: PageQuery | undefined
  /** Whether missing pages are requested. */
  isWanted?: boolean
}

/** Returns a range of the products of a list. Requests only the missing pages. */
export function useProducts({ listing, from, to, pageQuery, isWanted = true }: ProductRange): LoadedProducts {
  const added = listing?.prepended ?? 0
  const hostFrom = Math.max(0, from - added)
  const hostTo = Math.max(0, to - added)
  const pages =
    listing && pageQuery ? furtherPages(listing, hostFrom, hostTo).slice(0, MAX_FURTHER_PAGES) : []
  const [requestedCount, setRequestedCount] = useState(PARALLEL_PAGES)
  const responses = useQueries({
    queries:
      listing && pageQuery
        ? pages.map((page, index) => ({
            ...pageQuery(listing, page),
            enabled: isWanted && index < requestedCount,
          }))
        : [],
  })
  const settled = responses.filter(({ isPending }) => !isPending).length
  useEffect(() => setRequestedCount(settled + PARALLEL_PAGES), [settled])
  if (!listing) return { products: [], isPending: false, retry: null }

  const first = listing.products.slice(0, added + listing.pageSize)
  const knownIds = new Set(first.map(({ id }) => id))
  const rest = pages.flatMap((page, index) => {
    const start = (page - 1) * listing.pageSize
    const products =
      responses[index]?.data?.slice(Math.max(0, hostFrom - start), Math.max(0, hostTo - start)) ?? []
    // A host that uses a different page size returns some products twice. They are shown once.
    return products.filter(({ id }) => {
      const isNew = id === null || !knownIds.has(id)
      knownIds.add(id)
      return isNew
    })
  })
  const failed = responses.filter(({ isError }) => isError)
  const refetch = () => {
    for (const response of failed) void response.refetch()
  }
  return {
    products: [...first.slice(from, to), ...rest],
    isPending: settled < pages.length,
    retry: failed.length === 0 ? null : refetch,
  }
}
