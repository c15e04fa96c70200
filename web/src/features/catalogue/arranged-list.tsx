import type { ReactNode } from 'react'
import type { Listing } from '../../domain/listing.ts'
import type { ShopProduct } from '../../domain/product.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Failure } from '../../ui/feedback/failure.tsx'
import { Pagination } from '../../ui/page/pagination.tsx'
import { ArrangePanel } from './arrange-panel.tsx'
import { useWholeList } from './arrange-whole-list.ts'
import { arrange, countsOf, readArrangement } from './arrangement.ts'
import { isArranged } from './is-arranged.ts'
import type { FurtherQuery } from './page-of.ts'
import { ProductGrid } from './product-grid.tsx'
import { ProductGridSkeleton } from './product-grid-skeleton.tsx'
import './arrange.scss'

export type ArrangedListProps = {
  listing: Listing
  further: FurtherQuery | undefined
  /** Puts the products in the list's own order. */
  order: (products: ShopProduct[]) => ShopProduct[]
  pageSize: number
  page: number
  onPage: (page: number) => void
  /** The query of the page's address, which holds every choice. */
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
          {retry ? <Failure message="Some of the products did not load." onRetry={retry} /> : null}
          {isPending ? (
            <ProductGridSkeleton count={pageSize} />
          ) : left.length === 0 ? (
            <EmptyState
              title="No product fits these choices."
              text="Take one of them back, or clear them all."
            />
          ) : (
            <ProductGrid
              products={left.slice((current - 1) * pageSize, current * pageSize)}
              action={action}
            />
          )}
          <Pagination page={current} pages={pages} onPage={onPage} />
        </>
      ) : (
        props.children
      )}
    </>
  )
}
