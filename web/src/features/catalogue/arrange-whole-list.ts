import { useQueries } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { limits } from '../../config/limits.ts'
import { furtherPages, type Listing } from '../../domain/listing.ts'
import type { ShopProduct } from '../../domain/product.ts'
import type { FurtherQuery } from './page-of.ts'

/** Further pages of the host that are asked for at the same time. */
const AT_ONCE = 3

type WholeList = {
  /** What has come so far, each product once. */
  products: ShopProduct[]
  /** Products that there will be, once all have come. */
  expected: number
  /** More is on its way. */
  isPending: boolean
  /** Nothing is missing. */
  isWhole: boolean
  /** Asks again for the pages that did not come; null where none is missing. */
  retry: (() => void) | null
}

/**
 * All of a list, of which the host sent the first part. The rest is asked for only while it is wanted, a few pages at
 * a time, and no more of it than `limits` allows.
 */
export function useWholeList(
  listing: Listing,
  further: FurtherQuery | undefined,
  isWanted: boolean,
): WholeList {
  const expected = Math.min(listing.total, limits.arrangedProducts)
  const pages = further ? furtherPages(listing, 0, expected).slice(0, limits.arrangedPages) : []
  const [asked, ask] = useState(0)
  const answers = useQueries({
    queries: further
      ? pages.map((page, at) => ({ ...further(listing, page), enabled: isWanted && at < asked }))
      : [],
  })
  const settled = answers.filter(({ isPending }) => !isPending).length
  useEffect(() => {
    if (isWanted) ask(settled + AT_ONCE)
  }, [isWanted, settled])

  const products = new Map<number | string, ShopProduct>()
  const parts = [listing.products.slice(0, listing.pageSize), ...answers.map(({ data = [] }) => data)]
  parts.forEach((part, page) => {
    // A host that pages otherwise sends what is known already. What has no id is never known.
    part.forEach((product, at) => {
      const key = product.id ?? `${page}-${at}`
      if (!products.has(key)) products.set(key, product)
    })
  })
  const failed = answers.filter(({ isError }) => isError)
  return {
    products: [...products.values()],
    expected: pages.length === 0 ? products.size : expected,
    isPending: settled < pages.length,
    isWhole: settled === pages.length && failed.length === 0,
    retry:
      failed.length === 0
        ? null
        : () => {
            for (const answer of failed) void answer.refetch()
          },
  }
}
