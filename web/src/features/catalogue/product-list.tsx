import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useNavigate, useNavigationType } from 'react-router-dom'
import { readId } from '../../api/read-values.ts'
import { store } from '../../config/store.ts'
import type { Listing } from '../../domain/listing.ts'
import { useLocation } from '../../platform/location.ts'
import { useIsOnline } from '../../platform/online.ts'
import { useAnnouncement } from '../../ui/feedback/announcer.ts'
import { EmptyState, Failure, RetryButton } from '../../ui/feedback/load-states.tsx'
import { lazyComponent } from '../../ui/loading/lazy-component.tsx'
import { Skeleton } from '../../ui/loading/placeholders.tsx'
import { Icon } from '../../ui/media/icon.tsx'
import { AsOf } from '../../ui/page/as-of.tsx'
import { focusHeading } from '../../ui/page/page-head.tsx'
import { Pagination, withPage } from '../../ui/page/pagination.tsx'
import { PhoneText } from '../../ui/page/phone-text.tsx'
import { countFilters, hasFilters } from './filter-params.ts'
import type { FilteredListProps } from './filtered-list.tsx'
import { ProductGrid, ProductGridSkeleton } from './product-grid.tsx'
import { useProducts } from './use-products.ts'

/** Loaded when a shopper first sorts or filters a list, because few shoppers do. */
const FilteredList = lazyComponent<FilteredListProps>(
  () => import('./filtered-list.tsx').then((module) => module.FilteredList),
  {
    waiting: ({ params, pageSize, children }) =>
      hasFilters(params) ? <ProductGridSkeleton count={pageSize} /> : children,
    failed: (again, { children }) => (
      <>
        <Failure message="Sorting and filtering didn't load. Here's the whole list." onRetry={again} />
        {children}
      </>
    ),
  },
)

type ListQuery = Pick<
  UseQueryResult<unknown>,
  'isPending' | 'isError' | 'failureCount' | 'refetch' | 'dataUpdatedAt'
> & {
  data: Listing | undefined
}

/**
 * Whether a query has failed, or is retried for the second time. All retries take 14 seconds, or the `Retry-After`
 * times.
 */
export const hasFailedRepeatedly = ({
  isError,
  failureCount,
}: Pick<UseQueryResult, 'isError' | 'failureCount'>) => isError || failureCount > 1

type Props = Pick<FilteredListProps, 'pageQuery' | 'pageSize' | 'params' | 'action'> & {
  /** The query of a search, which is announced with the count. */
  searched?: string | undefined
  query: ListQuery
  empty: ReactNode
  /** Whether the number of products is not announced, because something else is. */
  isSilent?: boolean
}

/** A paginated list in all its states. Scrolls to the page's heading when the list's page changes. */
export function ProductList(props: Props) {
  const { searched, query, pageSize, params } = props
  const { pathname, state } = useLocation()
  const navigate = useNavigate()
  const page = readId(params.get('page')) ?? 1
  usePageFocus(page)
  const filterCount = countFilters(params)
  const [isPanelOpen, setPanelOpen] = useState(false)
  const total = query.data?.total ?? 0
  const pages = Math.max(1, Math.ceil(total / pageSize))
  const current = Math.min(Math.max(1, page), pages)
  useAnnouncement(
    filterCount > 0 || props.isSilent || !query.data
      ? ''
      : withPage(searched ? resultsOf(searched, total) : countOf(total), current, pages),
  )
  const changeUrl = (next: URLSearchParams) => navigate({ pathname, search: String(next) }, { state })
  const goToPage = (next: number) => {
    const nextParams = new URLSearchParams(params)
    nextParams.set('page', String(next))
    setPanelOpen(false)
    changeUrl(nextParams)
  }
  const closePanel = () => {
    setPanelOpen(false)
    goToHeading()
  }
  const list = <UnfilteredList {...props} page={current} pages={pages} onPage={goToPage} />
  return (
    <section id="products" className="listing" aria-label="Products" tabIndex={-1}>
      {total > 0 || query.isPending ? (
        <div className="listing-filter" data-open={isPanelOpen} data-bottom-bar>
          {total > 0 ? (
            <FilterButton
              filterCount={filterCount}
              isPanelOpen={isPanelOpen}
              onClick={() => setPanelOpen(!isPanelOpen)}
            />
          ) : null}
        </div>
      ) : null}
      {query.data && (isPanelOpen || filterCount > 0) && total > 0 ? (
        <FilteredList
          {...props}
          listing={query.data}
          page={page}
          onPage={goToPage}
          onParams={changeUrl}
          isPanelOpen={isPanelOpen}
          onClose={closePanel}
        >
          {list}
        </FilteredList>
      ) : (
        list
      )}
    </section>
  )
}

type FilterButtonProps = { filterCount: number; isPanelOpen: boolean; onClick: () => void }

function FilterButton({ filterCount, isPanelOpen, onClick }: FilterButtonProps) {
  return (
    <button type="button" className="btn btn-outline-secondary" aria-expanded={isPanelOpen} onClick={onClick}>
      {filterCount === 0 ? 'Sort and filter' : `Sort and filter (${filterCount})`}
      <Icon name="chevron-down" />
    </button>
  )
}

/** The number of products, next to the page's heading. A filtered list shows its own count instead. */
export function ListCount({ query, params }: Pick<Props, 'query' | 'params'>) {
  const { data, isPending, dataUpdatedAt } = query
  if (data ? data.total === 0 : !isPending || hasFailedRepeatedly(query)) return null
  return (
    <p className="listing-count muted">
      {data ? (
        <>
          {hasFilters(params) ? null : <span>{countOf(data.total)}</span>}
          <AsOf at={dataUpdatedAt} />
        </>
      ) : (
        <Skeleton width="5rem" />
      )}
    </p>
  )
}

function countOf(total: number): string {
  return `${total} ${total === 1 ? 'product' : 'products'}`
}

/**
 * Returns the text of a button that leads to a list. @param total the number of its products; undefined while unknown
 */
export function showProductsLabel(total?: number): string {
  return total === undefined ? 'Show products' : `Show ${countOf(total)}`
}

/** Moves the focus to the page's heading, which names the list. */
function goToHeading(): void {
  const heading = document.querySelector('h1')
  heading?.scrollIntoView?.({ block: 'start' })
  focusHeading(heading)
}

/** Scrolls to the heading when the page changes. */
function usePageFocus(page: number): void {
  const navigationType = useNavigationType()
  const shownPage = useRef(page)
  useEffect(() => {
    if (shownPage.current === page) return
    shownPage.current = page
    // After Back and Forward, the browser restores the scroll position.
    if (navigationType === 'POP') return
    // Keeps focus in the panel when a choice resets the list to its first page.
    if (document.activeElement?.closest('.listing-panel')) return
    goToHeading()
  }, [page, navigationType])
}

type PlainProps = Pick<Props, 'query' | 'pageQuery' | 'pageSize' | 'action' | 'empty'> & {
  page: number
  pages: number
  onPage: (page: number) => void
}

/** A page of the list in the host's order, or the reason why there is none. */
function UnfilteredList({ query, pageQuery, pageSize, action, empty, page, pages, onPage }: PlainProps) {
  const isOnline = useIsOnline()
  const total = query.data?.total ?? 0
  const shown = useProducts({
    listing: query.data,
    from: (page - 1) * pageSize,
    to: page * pageSize,
    pageQuery,
  })
  // The number of products on this page that match the whole search.
  const exactCount = Math.max(0, (query.data?.exactMatches ?? total) - (page - 1) * pageSize)
  const pagination = <Pagination page={page} pages={pages} onPage={onPage} />
  if (query.data === undefined && hasFailedRepeatedly(query))
    return <ListFailure onRetry={query.isError ? () => void query.refetch() : null} />
  if (query.data === undefined) {
    return (
      <>
        <ProductGridSkeleton count={pageSize} />
        {pagination}
      </>
    )
  }
  if (total === 0) return empty
  return (
    <>
      {query.isError && isOnline ? (
        <Failure
          message="We couldn't check for new products and prices."
          onRetry={() => void query.refetch()}
        />
      ) : null}
      {exactCount > 0 ? <ProductGrid products={shown.products.slice(0, exactCount)} action={action} /> : null}
      {exactCount < shown.products.length ? (
        <>
          <h2 className="listing-rest">Less close matches</h2>
          <ProductGrid
            products={shown.products.slice(exactCount)}
            action={action}
            level="h3"
            after={exactCount}
          />
        </>
      ) : null}
      {shown.isPending ? (
        <ProductGridSkeleton
          count={Math.min(pageSize, total - (page - 1) * pageSize) - shown.products.length}
        />
      ) : null}
      {shown.retry ? (
        <button type="button" className="btn btn-outline-secondary mt-3" onClick={shown.retry}>
          Show the rest of this page
        </button>
      ) : null}
      {pagination}
    </>
  )
}

/**
 * Not an alert, because the failure must not be announced (docs/literal.md).
 * @param props.onRetry null while the query is still retried
 */
function ListFailure({ onRetry }: { onRetry: (() => void) | null }) {
  const isOnline = useIsOnline()
  return (
    <EmptyState
      title="We couldn't load the products."
      text={
        !isOnline ? (
          "They will appear as soon as you're back online."
        ) : (
          <PhoneText>
            {onRetry
              ? `Please try again in a moment, or call ${store.phones[0]}.`
              : `We're still trying. You can also call ${store.phones[0]}.`}
          </PhoneText>
        )
      }
      action={onRetry ? <RetryButton onRetry={onRetry} /> : null}
    />
  )
}

function resultsOf(query: string, total: number): string {
  if (total === 0) return `No products found. You searched for “${query}”`
  return `${total} ${total === 1 ? 'result' : 'results'} for “${query}”`
}
