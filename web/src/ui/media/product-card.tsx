import type { ReactNode } from 'react'
import { nameElementId, type ShopProduct } from '../../domain/product.ts'
import { PriceLine } from '../page/price-line.tsx'
import { ImageLink, NameLink } from './image-link.tsx'

type Props = {
  product: ShopProduct
  level?: 'h2' | 'h3'
  image?: ReactNode
  price?: ReactNode
  /** A control next to the rating, which the product's name describes. */
  action?: ReactNode
}

/** The content of a product's card. The whole card links to the product's page, except for the action. */
export function ProductCard({
  product,
  level: Heading = 'h3',
  image = <ImageLink product={product} />,
  price = <PriceLine product={product} />,
  action,
}: Props) {
  return (
    <>
      {image}
      <div className="product-words">
        <Heading className="product-name" id={action ? nameElementId(product) : undefined}>
          <NameLink product={product} />
        </Heading>
        {product.author === null ? null : <p className="product-author">{product.author}</p>}
        {price}
      </div>
      {action ? (
        <div className="product-foot">
          <RatingStars />
          <div className="product-action">{action}</div>
        </div>
      ) : null}
    </>
  )
}

/** The outlines of five stars in one path, which keeps the number of elements per card low. */
const STARS = [8, 25, 42, 59, 76]
  .map((tip) => `M${tip} .8l2.2 4.6 5 .6-3.7 3.5 1 5-4.5-2.5-4.5 2.5 1-5-3.7-3.5 5-.6z`)
  .join('')

/** The fixed rating of every product: docs/literal.md. */
function RatingStars() {
  return (
    <span className="stars">
      <svg viewBox="0 0 84 16" role="img" aria-label="4.5 out of 5 stars">
        <path d={STARS} fill="#d8d6ca" />
        {/* Clipped in the middle of the last star. */}
        <path d={STARS} fill="#b97f00" clipPath="inset(0 8.74% 0 0)" />
      </svg>
      <span aria-hidden="true">4.5</span>
    </span>
  )
}
