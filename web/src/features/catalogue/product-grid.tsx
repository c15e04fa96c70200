import type { ReactNode } from 'react'
import type { ShopProduct } from '../../domain/product.ts'
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
