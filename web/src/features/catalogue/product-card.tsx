import type { ReactNode } from 'react'
import { limits } from '../../config/limits.ts'
import { paths } from '../../config/paths.ts'
import { firstImage, nameElementId, productPath, type ShopProduct } from '../../domain/product.ts'
import { PictureLink } from '../../ui/media/image-link.tsx'
import { RatingStars } from '../../ui/media/rating-stars.tsx'
import { Link } from '../../ui/page/link.tsx'
import { PriceLine } from '../../ui/page/price-line.tsx'
import { StockChip } from '../../ui/page/stock-chip.tsx'
import { coverColour } from './cover-colour.ts'

type Props = {
  product: ShopProduct
  /** In the first row: its picture is fetched at once, the very first before all others. */
  eager?: boolean | 'first'
  action?: ReactNode
}

/** A product in a list. The whole card leads to its page; only the action is above that. */
export function ProductCard({ product, eager = false, action }: Props) {
  const colour = coverColour(product.category_ids[0] ?? product.category_id ?? 0)
  return (
    <article className="product-card">
      <div className={`product-stand tint-${colour}`}>
        <PictureLink
          to={productPath(product)}
          file={firstImage(product)}
          name={product.name}
          eager={eager}
          ratio="square"
        />
      </div>
      <h3 className="product-name" id={nameElementId(product)}>
        {product.id === null ? (
          product.name
        ) : (
          <Link to={paths.product(product.id)} className="card-link">
            {product.name}
          </Link>
        )}
      </h3>
      <PriceLine product={product} />
      <div className="product-facts">
        <RatingStars rating={limits.rating} />
        <StockChip stock={product.total_stock} />
      </div>
      {action ? <div className="product-action">{action}</div> : null}
    </article>
  )
}
