import type { ReactNode } from 'react'
import { limits } from '../../config/limits.ts'
import { nameElementId, type ShopProduct } from '../../domain/product.ts'
import { Skeleton } from '../../ui/loading/placeholders.tsx'
import { CardWords, ImageLink, NameLink } from '../../ui/media/image-link.tsx'
import { RatingStars } from '../../ui/media/rating-stars.tsx'
import { PriceLine } from '../../ui/page/price-line.tsx'
import { StockChip } from '../../ui/page/stock-chip.tsx'

/** The number of cards in the first row on the widest screen. */
const FIRST_ROW = 4

type Props = { products: readonly ShopProduct[]; action: (product: ShopProduct) => ReactNode }

export function ProductGrid({ products, action }: Props) {
  return (
    <ul className="product-grid">
      {products.map((product, at) => (
        // trap: the host's nested lists may contain a product twice.
        <li key={`${product.id}-${at}`}>
          <ProductCard
            product={product}
            eager={at === 0 ? 'first' : at < FIRST_ROW}
            action={action(product)}
          />
        </li>
      ))}
    </ul>
  )
}

type CardProps = {
  product: ShopProduct
  /** Whether the image loads immediately, as in the first row. 'first' also gives it the highest priority. */
  eager: boolean | 'first'
  action: ReactNode
}

/** A product card. The whole card links to the product's page, except for the action. */
function ProductCard({ product, eager, action }: CardProps) {
  return (
    <article className="product-card">
      <div className="product-stand">
        <ImageLink product={product} eager={eager} ratio="square" />
      </div>
      <CardWords author={product.author} id={nameElementId(product)}>
        <NameLink product={product} />
      </CardWords>
      <PriceLine product={product}>
        <StockChip stock={product.total_stock} isLowOnly />
      </PriceLine>
      <div className="product-foot">
        <RatingStars rating={limits.rating} />
        <div className="product-action">{action}</div>
      </div>
    </article>
  )
}

export function ProductGridSkeleton({ count }: { count: number }) {
  return (
    <div aria-busy="true">
      <p className="visually-hidden" role="status">
        Loading...
      </p>
      <ul className="product-grid" aria-hidden="true">
        {Array.from({ length: count }, (_, at) => at).map((at) => (
          <li key={at}>
            <div className="product-card">
              <div className="product-stand">
                <Skeleton ratio="square" />
              </div>
              <div>
                <Skeleton height="2.1875rem" />
              </div>
              <div className="price-line">
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
