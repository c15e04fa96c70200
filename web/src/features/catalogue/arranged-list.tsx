import { type ReactNode, useEffect, useState } from 'react'
import { furtherPages, type Listing } from '../../domain/listing.ts'
import type { ShopProduct } from '../../domain/product.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Failure } from '../../ui/feedback/failure.tsx'
import { Pagination } from '../../ui/page/pagination.tsx'
import { ArrangePanel } from './arrange-panel.tsx'
import { arrange, countsOf, readArrangement } from './arrangement.ts'
import { isArranged } from './is-arranged.ts'
import { type FurtherQuery, retryOf } from './page-of.ts'
import { ProductGrid, ProductGridSkeleton } from './product-grid.tsx'
import './arrange.scss'
import { useQueries } from '@tanstack/react-query'
import { limits } from '../../config/limits.ts'

export type ArrangedListProps = {
  listing: Listing
  further: FurtherQuery | undefined
  /** Puts the products in the list's own order. */
  order: (products: ShopProduct[]) => ShopProduct[]
  pageSize: number
  page: number
  onPage: (page: number) => void
  /** The URL's query, which contains the choices. */
  params: URLSearchParams
  onParams: (next: URLSearchParams) => void
  hasPanel: boolean
  action: (product: ShopProduct) => ReactNode
  /** The list as it is while nothing is chosen. */
  children: ReactNode
}

/**
 * A list with its choices. As soon as one is made, all pages of the host are asked for, and what is left of them is
 * shown in the order that is wanted: not before all have come or failed, so that nothing moves under the finger.
 */
export function ArrangedList(props: ArrangedListProps) {
  const { listing, further, order, pageSize, page, onPage, params, onParams, hasPanel, action } = props
  const isChosen = isArranged(params)
  const { products, expected, isPending, isWhole, retry } = useWholeList(listing, further, isChosen)
  const arrangement = readArrangement(params)
  const left = isChosen ? arrange(order(products), arrangement) : []
  const pages = Math.max(1, Math.ceil(left.length / pageSize))
  const current = Math.min(Math.max(1, page), pages)

  return (
    <>
      {hasPanel ? (
        <ArrangePanel
          params={params}
          counts={countsOf(products, arrangement)}
          isWhole={isWhole && expected >= listing.total}
          onParams={onParams}
        />
      ) : null}
      {isChosen ? (
        <>
          <p className="muted arrange-progress" role="status">
            {isPending
              ? `Looking through ${expected.toLocaleString('en')} products: ${products.length.toLocaleString('en')} so far.`
              : `${left.length.toLocaleString('en')} of ${expected < listing.total ? 'the first ' : ''}${products.length.toLocaleString('en')} products`}
          </p>
          {retry ? <Failure message="Some products didn't load." onRetry={retry} /> : null}
          {isPending ? (
            <ProductGridSkeleton count={pageSize} />
          ) : left.length === 0 ? (
            <EmptyState title="No products match these filters." text="Remove a filter or clear them all." />
          ) : (
            <ProductGrid
              products={left.slice((current - 1) * pageSize, current * pageSize)}
              action={action}
            />
          )}
          {left.length === 0 && !isPending ? null : (
            <Pagination page={current} pages={pages} onPage={onPage} />
          )}
        </>
      ) : (
        props.children
      )}
    </>
  )
}

/** Further pages requested in parallel. */
const AT_ONCE = 3

type WholeList = {
  /** The products loaded so far, each once. */
  products: ShopProduct[]
  /** Products that there will be, once all have come. */
  expected: number
  /** More is on its way. */
  isPending: boolean
  /** Nothing is missing. */
  isWhole: boolean
  /** Requests the missing pages again; null if none is missing. */
  retry: (() => void) | null
}

/**
 * All of a list, of which the host sent the first part. The rest is asked for only while it is wanted, a few pages at
 * a time, and no more of it than `limits` allows.
 */
function useWholeList(listing: Listing, further: FurtherQuery | undefined, isWanted: boolean): WholeList {
  const expected = Math.min(listing.total, limits.arrangedProducts)
  const pages = further ? furtherPages(listing, 0, expected).slice(0, limits.arrangedPages) : []
  const [requested, request] = useState(0)
  const responses = useQueries({
    queries: further
      ? pages.map((page, at) => ({ ...further(listing, page), enabled: isWanted && at < requested }))
      : [],
  })
  const settled = responses.filter(({ isPending }) => !isPending).length
  useEffect(() => {
    if (isWanted) request(settled + AT_ONCE)
  }, [isWanted, settled])

  const products = new Map<number | string, ShopProduct>()
  const parts = [listing.products.slice(0, listing.pageSize), ...responses.map(({ data = [] }) => data)]
  parts.forEach((part, page) => {
    // A host with another pagination repeats products. Products without an id are never duplicates.
    part.forEach((product, at) => {
      const key = product.id ?? `${page}-${at}`
      if (!products.has(key)) products.set(key, product)
    })
  })
  const retry = retryOf(responses)
  return {
    products: [...products.values()],
    expected: pages.length === 0 ? products.size : expected,
    isPending: settled < pages.length,
    isWhole: settled === pages.length && retry === null,
    retry,
  }
}
