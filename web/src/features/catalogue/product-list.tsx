import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef } from 'react'
import { useNavigationType } from 'react-router-dom'
import type { ShopProduct } from '../../lib/product.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Pagination } from '../../ui/pagination.tsx'
import { StillTrying } from '../../ui/still-trying.tsx'
import { ProductGrid } from './product-grid.tsx'
import { ProductGridSkeleton } from './product-grid-skeleton.tsx'

type Props = {
  title: string
  query: Pick<UseQueryResult<ShopProduct[]>, 'data' | 'isPending' | 'isError' | 'refetch'>
  pageSize: number
  page: number
  onPage: (page: number) => void
  action: (product: ShopProduct) => ReactNode
  empty: ReactNode
}

/** A paged list of products in each of its states. A change of page brings its heading into view. */
export function ProductList({ title, query, pageSize, page, onPage, action, empty }: Props) {
  const heading = useRef<HTMLHeadingElement>(null)
  const how = useNavigationType()
  const shownPage = useRef(page)
  const products = query.data ?? []
  const pages = Math.max(1, Math.ceil(products.length / pageSize))
  const current = Math.min(Math.max(1, page), pages)
  const ready = query.data !== undefined

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
            {products.length} {products.length === 1 ? 'product' : 'products'}
          </span>
        ) : null}
      </div>
      {ready ? (
        products.length === 0 ? (
          empty
        ) : (
          <ProductGrid
            products={products.slice((current - 1) * pageSize, current * pageSize)}
            action={action}
          />
        )
      ) : query.isError ? (
        // The specification wants no error message here: what is left is an empty shelf and a way to ask again.
        <EmptyState
          title="This shelf is empty just now."
          text="Your cart is safe. The products may be a moment away."
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
