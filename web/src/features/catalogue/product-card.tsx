import type { ReactNode } from 'react'
import { limits } from '../../config/limits.ts'
import { nameElementId, type ShopProduct } from '../../domain/product.ts'
import { ImageLink, NameLink } from '../../ui/media/image-link.tsx'
import { RatingStars } from '../../ui/media/rating-stars.tsx'
import { PriceLine } from '../../ui/page/price-line.tsx'
import { StockChip } from '../../ui/page/stock-chip.tsx'
import { productColour } from './cover-colour.ts'

type Props = {
  product: ShopProduct
  /** In the first row: its picture is fetched at once, the very first before all others. */
  eager?: boolean | 'first'
  action?: ReactNode
}

/** A product in a list. The whole card leads to its page; only the action is above that. */
export function ProductCard({ product, eager = false, action }: Props) {
  return (
    <article className="product-card">
      <div className={`product-stand tint-${productColour(product)}`}>
        <ImageLink product={product} eager={eager} ratio="square" />
      </div>
      <h3 className="product-name" id={nameElementId(product)}>
        <NameLink product={product} />
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
