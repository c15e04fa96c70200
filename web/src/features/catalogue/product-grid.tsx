import type { ReactNode } from 'react'
import type { ShopProduct } from '../../domain/product.ts'
import { Skeleton } from '../../ui/loading/skeleton.tsx'
import { ProductCard } from './product-card.tsx'

/** Cards of a first row on the widest screen. */
const FIRST_ROW = 4

type Props = { products: readonly ShopProduct[]; action?: (product: ShopProduct) => ReactNode }

export function ProductGrid({ products, action }: Props) {
  return (
    <ul className="product-grid long-names">
      {products.map((product, at) => (
        // trap: a nested answer may list a product twice.
        <li key={`${product.id}-${at}`}>
          <ProductCard
            product={product}
            eager={at === 0 ? 'first' : at < FIRST_ROW}
            action={action?.(product)}
          />
        </li>
      ))}
    </ul>
  )
}

/** Cards of the final size while the products are on their way. */
export function ProductGridSkeleton({ count }: { count: number }) {
  return (
    <div aria-busy="true">
      <p className="visually-hidden" role="status">
        Loading...
      </p>
      <ul className="product-grid long-names" aria-hidden="true">
        {Array.from({ length: count }, (_, at) => at).map((at) => (
          <li key={at}>
            <div className="product-card">
              <div className="product-stand">
                <Skeleton ratio="square" />
              </div>
              <div className="product-name">
                <Skeleton height="2.4em" />
              </div>
              <Skeleton width="60%" height="1.5rem" />
              <div className="product-facts">
                <Skeleton width="60%" height="1.3125rem" />
                <Skeleton width="50%" height="1.625rem" />
              </div>
              <div className="product-action">
                <Skeleton height="2.75rem" />
              </div>
            </div>
          </li>
        ))}
      </ul>
    </div>
  )
}
