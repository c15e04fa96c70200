import type { ReactNode } from 'react'
import { limits } from '../../config/limits.ts'
import { nameElementId, type ShopProduct } from '../../domain/product.ts'
import { CardWords, ImageLink, NameLink } from '../../ui/media/image-link.tsx'
import { RatingStars } from '../../ui/media/rating-stars.tsx'
import { PriceLine } from '../../ui/page/price-line.tsx'
import { StockChip } from '../../ui/page/stock-chip.tsx'

type Props = {
  product: ShopProduct
  /** Whether the image loads immediately, as in the first row. 'first' also gives it the highest priority. */
  eager?: boolean | 'first'
  action?: ReactNode
}

/** A product card. The whole card links to the product's page, except for the action. */
export function ProductCard({ product, eager = false, action }: Props) {
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
        {action ? <div className="product-action">{action}</div> : null}
      </div>
    </article>
  )
}
