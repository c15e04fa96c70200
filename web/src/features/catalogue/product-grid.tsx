import type { ReactNode } from 'react'
import { env } from '../../config/env.ts'
import type { ShopProduct } from '../../domain/product.ts'
import { ProductCard } from './product-card.tsx'

/** Cards of a first row on the widest screen. */
const FIRST_ROW = 4

/** Textbooks differ at the end of their names: phones show more of them. */
export const GRID = env.buyBar ? 'product-grid long-names' : 'product-grid'

type Props = { products: readonly ShopProduct[]; action?: (product: ShopProduct) => ReactNode }

export function ProductGrid({ products, action }: Props) {
  return (
    <ul className={GRID}>
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
