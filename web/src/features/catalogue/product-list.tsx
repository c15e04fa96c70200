import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef } from 'react'
import { useNavigationType } from 'react-router-dom'
import type { Listing } from '../../domain/listing.ts'
import type { ShopProduct } from '../../domain/product.ts'
import { useIsOnline } from '../../lib/online.ts'
import { AsOf } from '../../ui/as-of.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Pagination } from '../../ui/pagination.tsx'
import { StillTrying } from '../../ui/still-trying.tsx'
import { type FurtherQuery, usePageOf } from './page-of.ts'
import { ProductGrid } from './product-grid.tsx'
import { ProductGridSkeleton } from './product-grid-skeleton.tsx'

type Props = {
  title: string
  query: Pick<UseQueryResult<unknown>, 'isPending' | 'isError' | 'refetch' | 'dataUpdatedAt'> & {
    data: Listing | undefined
  }
  /** Asks for a further page of the host's, where it sends its lists in parts. */
  further?: FurtherQuery | undefined
  /** Puts the products of a page in order; redone when more has come. */
  arrange?: ((products: ShopProduct[]) => ShopProduct[]) | undefined
  pageSize: number
  page: number
  onPage: (page: number) => void
  action: (product: ShopProduct) => ReactNode
  empty: ReactNode
}

/** A paged list of products in each of its states. A change of page brings its heading into view. */
export function ProductList({
  title,
  query,
  further,
  arrange = (products) => products,
  pageSize,
  page,
  onPage,
  action,
  empty,
}: Props) {
  const heading = useRef<HTMLHeadingElement>(null)
  const how = useNavigationType()
  const online = useIsOnline()
  const shownPage = useRef(page)
  const total = query.data?.total ?? 0
  const pages = Math.max(1, Math.ceil(total / pageSize))
  const current = Math.min(Math.max(1, page), pages)
  const ready = query.data !== undefined
  const shown = usePageOf(query.data, (current - 1) * pageSize, current * pageSize, further)

  useEffect(() => {
    if (shownPage.current === page) return
    shownPage.current = page
    // Back has its own place on the page, which it finds itself.
    if (how === 'POP') return
    heading.current?.scrollIntoView?.({ block: 'start' })
    heading.current?.focus({ preventScroll: true })
  }, [page, how])

  return (
    <section aria-labelledby="list-title">
      <div className="list-head">
        <h2 id="list-title" ref={heading} tabIndex={-1}>
          {title}
        </h2>
        {ready ? (
          <span className="muted">
            {total} {total === 1 ? 'product' : 'products'}
            <AsOf at={query.dataUpdatedAt} />
          </span>
        ) : null}
      </div>
      {ready ? (
        total === 0 ? (
          empty
        ) : (
          <>
            <ProductGrid products={arrange(shown.products)} action={action} />
            {shown.isPending ? (
              <ProductGridSkeleton
                count={Math.min(pageSize, total - (current - 1) * pageSize) - shown.products.length}
              />
            ) : null}
            {shown.retry ? (
              <button type="button" className="btn btn-outline-secondary mt-3" onClick={shown.retry}>
                Show the rest of this page
              </button>
            ) : null}
          </>
        )
      ) : query.isError ? (
        // A failure shows no error message here, only the way to try again.
        <EmptyState
          title="The products could not be loaded."
          text={
            online
              ? 'Your cart is safe. Please try again in a moment.'
              : 'This list shows by itself when the network returns. Your cart is safe.'
          }
          action={
            <button type="button" className="btn btn-outline-secondary" onClick={() => void query.refetch()}>
              Try again
            </button>
          }
        />
      ) : (
        <>
          <StillTrying waiting={query.isPending} onRetry={() => void query.refetch()} />
          <ProductGridSkeleton count={pageSize} />
        </>
      )}
      {query.isError && !ready ? null : <Pagination page={current} pages={pages} onPage={onPage} />}
    </section>
  )
}
