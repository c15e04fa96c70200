import type { ReactNode } from 'react'
import type { ShopProduct } from '../../domain/product.ts'
import { Skeleton } from '../../ui/loading/placeholders.tsx'
import { ImageLink } from '../../ui/media/image-link.tsx'
import { ProductCard } from '../../ui/media/product-card.tsx'
import { PriceLine } from '../../ui/page/price-line.tsx'
import { StockChip } from '../../ui/page/stock-chip.tsx'

/** The number of cards in the first row on the widest screen. */
const FIRST_ROW = 4

type Props = {
  products: readonly ShopProduct[]
  action: (product: ShopProduct) => ReactNode
  /** The level of the products' names, below the heading of their list. */
  level?: 'h2' | 'h3'
  /** The number of products above this grid. */
  after?: number
}

export function ProductGrid({ products, action, level = 'h2', after = 0 }: Props) {
  return (
    <ul className="product-grid">
      {products.map((product, index) => (
        // Trap: the host's nested lists may contain a product twice.
        <li key={`${product.id}-${index}`}>
          {/* The whole card links to the product's page, except for the action. */}
          <article className="product-card">
            <ProductCard
              product={product}
              level={level}
              image={
                <ImageLink
                  product={product}
                  eager={index + after === 0 ? 'first' : index + after < FIRST_ROW}
                />
              }
              price={
                <PriceLine product={product}>
                  <StockChip stock={product.total_stock} isLowOnly />
                </PriceLine>
              }
              action={action(product)}
            />
          </article>
        </li>
      ))}
    </ul>
  )
}

export function ProductGridSkeleton({ count }: { count: number }) {
  return (
    <div aria-busy="true">
      <p className="visually-hidden" role="status">
        Loading...
      </p>
      <ul className="product-grid" aria-hidden="true">
        {Array.from({ length: count }, (_, index) => index).map((index) => (
          <li key={index}>
            <div className="product-card">
              <Skeleton className="image" />
              <div className="product-words">
                <Skeleton height="2.1875rem" />
                <Skeleton width="60%" height="1.25rem" />
              </div>
              <div className="product-foot">
                <Skeleton width="3.75rem" height="0.75rem" />
                <Skeleton width="5rem" height="2.25rem" />
              </div>
            </div>
          </li>
        ))}
      </ul>
    </div>
  )
}
