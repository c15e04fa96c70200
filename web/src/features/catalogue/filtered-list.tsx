import type { ReactNode } from 'react'
import type { Listing } from '../../domain/listing.ts'
import type { ShopProduct } from '../../domain/product.ts'
import { useAnnouncement } from '../../ui/feedback/announcer.ts'
import { EmptyState, Failure } from '../../ui/feedback/load-states.tsx'
import { Icon } from '../../ui/media/icon.tsx'
import { Pagination, withPage } from '../../ui/page/pagination.tsx'
import { FilterPanel } from './filter-panel.tsx'
import { hasFilters } from './filter-params.ts'
import { ProductGrid, ProductGridSkeleton } from './product-grid.tsx'
import {
  activeFilters,
  countMatches,
  readFilters,
  sortAndFilter,
  withFilter,
  withoutFilters,
} from './sort-and-filter.ts'
import { type PageQuery, reachableProducts, useProducts } from './use-products.ts'
import './listing.scss'

/** The maximum number of products that are requested to sort or filter a list. */
const MAX_FILTERED_PRODUCTS = 3_000

export type FilteredListProps = {
  listing: Listing
  /** The query for a later page of a paginated list. */
  pageQuery?: PageQuery | undefined
  pageSize: number
  page: number
  onPage: (page: number) => void
  /** The URL's query parameters: page, sort order and filters. */
  params: URLSearchParams
  onParams: (next: URLSearchParams) => void
  isPanelOpen: boolean
  onClose: () => void
  action: (product: ShopProduct) => ReactNode
  /** The unsorted and unfiltered list. */
  children: ReactNode
}

/**
 * A list that can be sorted and filtered. The first choice requests all pages from the host. The result is shown once
 * all of them have loaded or failed, so that no product moves just as a shopper is about to tap it.
 */
export function FilteredList(props: FilteredListProps) {
  const { listing, pageQuery, pageSize, page, onPage, params, onParams, isPanelOpen, onClose, action } = props
  const isFiltering = hasFilters(params)
  const expected = Math.min(listing.total, MAX_FILTERED_PRODUCTS, reachableProducts(listing))
  const { products, isPending, retry } = useProducts({
    listing,
    from: 0,
    to: expected,
    pageQuery,
    isWanted: isFiltering,
  })
  const filters = readFilters(params)
  const matches = isFiltering ? sortAndFilter(products, filters) : []
  const pages = Math.max(1, Math.ceil(matches.length / pageSize))
  const current = Math.min(Math.max(1, page), pages)
  const isFiltered = expected < listing.total || matches.length < products.length
  const count = `${isFiltered ? `${matches.length.toLocaleString('en')} of ` : ''}${expected < listing.total ? 'the first ' : ''}${products.length.toLocaleString('en')} products`
  useAnnouncement(isFiltering && !isPending ? withPage(count, current, pages) : '')

  return (
    <>
      {isPanelOpen ? (
        <FilterPanel
          params={params}
          counts={countMatches(products, filters)}
          isWhole={!isPending && retry === null && expected === listing.total}
          matching={!isFiltering ? listing.total : isPending ? null : matches.length}
          onParams={onParams}
          onClose={onClose}
        />
      ) : null}
      {isFiltering ? (
        <>
          <FilterChips params={params} onParams={onParams} />
          <p className="muted mb-3">
            {isPending
              ? `Looking through ${expected.toLocaleString('en')} products: ${products.length.toLocaleString('en')} so far.`
              : count}
          </p>
          {retry ? <Failure message="Some products didn't load." onRetry={retry} /> : null}
          {isPending ? (
            <ProductGridSkeleton count={pageSize} />
          ) : matches.length === 0 ? (
            <NoMatches onClear={() => onParams(withoutFilters(params))} />
          ) : (
            <ProductGrid
              products={matches.slice((current - 1) * pageSize, current * pageSize)}
              action={action}
            />
          )}
          {matches.length === 0 && !isPending ? null : (
            <Pagination page={current} pages={pages} onPage={onPage} />
          )}
        </>
      ) : (
        props.children
      )}
    </>
  )
}

/** The active filters, each with a button that removes it. */
function FilterChips({ params, onParams }: Pick<FilteredListProps, 'params' | 'onParams'>) {
  return (
    <ul className="listing-chips d-flex" aria-label="Chosen">
      {activeFilters(params).map(({ key, label }) => (
        <li key={key}>
          <button
            type="button"
            className="chip"
            aria-label={`Remove ${label}`}
            onClick={() => onParams(withFilter(params, key, ''))}
          >
            {label}
            <Icon name="close" />
          </button>
        </li>
      ))}
    </ul>
  )
}

function NoMatches({ onClear }: { onClear: () => void }) {
  return (
    <EmptyState
      title="No products match these filters."
      text="Remove a filter or clear them all."
      action={
        <button type="button" className="btn btn-primary" onClick={onClear}>
          Clear all filters
        </button>
      }
    />
  )
}
