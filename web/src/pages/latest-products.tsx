import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { paths } from '../config/paths.ts'
import { AddToCartButton, addOneWithinStock } from '../features/cart/add-to-cart.tsx'
import { ProductGrid } from '../features/catalogue/product-grid.tsx'
import { latestProductsQuery } from '../features/catalogue/queries.ts'
import { Link } from '../ui/page/link.tsx'
import '../features/catalogue/listing.scss'

const MAX_PRODUCTS = 12

/** The latest products on a home page without sections. Renders nothing if they fail to load. */
export function LatestProducts() {
  const { data } = useQuery(latestProductsQuery())
  const id = useId()
  const products = (data?.products ?? []).slice(0, MAX_PRODUCTS)
  if (products.length === 0) return null
  return (
    <section className="mt-4" aria-labelledby={id}>
      <div className="ruled-head">
        <h2 id={id}>Latest products</h2>
        <Link to={paths.shop} aria-describedby={id}>
          See All
        </Link>
      </div>
      <ProductGrid
        products={products}
        level="h3"
        action={(product) => <AddToCartButton product={product} onAdd={addOneWithinStock} />}
      />
    </section>
  )
}
