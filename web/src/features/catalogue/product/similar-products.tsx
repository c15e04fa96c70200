import { useQuery } from '@tanstack/react-query'
import { startTransition, useEffect, useState } from 'react'
import { limits } from '../../../config/limits.ts'
import { mainCategoryId, type ShopProduct } from '../../../domain/product.ts'
import { whenIdle } from '../../../platform/when-idle.ts'
import { Icon } from '../../../ui/media/icon.tsx'
import { ImageLink, NameLink } from '../../../ui/media/image-link.tsx'
import { Price } from '../../../ui/page/price-line.tsx'
import { coverColour } from '../cover-colour.ts'
import { categoryProductsQuery } from '../queries.ts'

/** Names over 45 characters are cut with "...". */
export function shortName(name: string): string {
  const characters = [...name]
  return characters.length > limits.nameLength
    ? `${characters.slice(0, limits.nameLength).join('')}...`
    : name
}

/** The longest that the call waits for an idle moment, in milliseconds. */
const IDLE_TIMEOUT_MS = 120

/** Other products of the main category, five at a time. Nothing when there are none. */
export function SimilarProducts({ product }: { product: ShopProduct }) {
  const category = mainCategoryId(product)
  // Asked for after the product is drawn.
  const [isDue, setDue] = useState(false)
  useEffect(() => whenIdle(() => startTransition(() => setDue(true)), IDLE_TIMEOUT_MS), [])
  const { data = [] } = useQuery({
    ...categoryProductsQuery(category ?? 0),
    enabled: category !== null && isDue,
  })
  const [page, setPage] = useState(0)
  const others = data.filter((other) => other.id !== null && other.id !== product.id)
  if (others.length === 0) return null
  const pages = Math.ceil(others.length / limits.similarPageSize)
  const shown = others.slice(page * limits.similarPageSize, (page + 1) * limits.similarPageSize)
  return (
    <section className="similar" aria-labelledby="similar-title">
      <div className="ruled-head">
        <h2 id="similar-title">Similar Products</h2>
        <div className="d-flex gap-2">
          <button
            type="button"
            className="btn btn-outline-secondary"
            disabled={page === 0}
            onClick={() => setPage(page - 1)}
          >
            <Icon name="chevron-left" />
            Previous
          </button>
          <button
            type="button"
            className="btn btn-outline-secondary"
            disabled={page >= pages - 1}
            onClick={() => setPage(page + 1)}
          >
            Next
            <Icon name="chevron-right" />
          </button>
        </div>
      </div>
      <ul className="similar-row">
        {shown.map((other, at) => (
          <li key={`${other.id}-${at}`} className="product-card">
            <div className={`product-stand tint-${coverColour(other.category_ids[0] ?? 0)}`}>
              <ImageLink product={other} ratio="square" isSecondary />
            </div>
            <h3 className="product-name">
              <NameLink product={other} name={shortName(other.name)} />
            </h3>
            <Price amount={other.price} className="price-now" />
          </li>
        ))}
      </ul>
    </section>
  )
}
