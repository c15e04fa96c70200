import type { ComponentProps, ReactNode } from 'react'
import {
  firstImage,
  nameElementId,
  productColour,
  productPath,
  type ShopProduct,
} from '../../domain/product.ts'
import { Link } from '../page/link.tsx'
import { PriceLine } from '../page/price-line.tsx'
import { ProductImage } from './product-image.tsx'

type Named = Pick<ShopProduct, 'id' | 'name'>
type Props = Omit<ComponentProps<typeof ProductImage>, 'file' | 'name' | 'tint'> & {
  product: Named & Pick<ShopProduct, 'images' | 'category_ids' | 'category_id'>
}

/** The image of a card, as a link for pointers only; the name next to it is the accessible link. */
export function ImageLink({ product, ...options }: Props) {
  const to = productPath(product)
  const image = (
    <ProductImage file={firstImage(product)} name={product.name} tint={productColour(product)} {...options} />
  )
  return to === null ? (
    image
  ) : (
    <Link to={to} className="image-link" tabIndex={-1} aria-hidden="true">
      {image}
    </Link>
  )
}

/** The product name of a card; a link if the product has a page. */
export function NameLink({ product }: { product: Named }) {
  const to = productPath(product)
  return to === null ? (
    product.name
  ) : (
    <Link to={to} className="card-link">
      {product.name}
    </Link>
  )
}

type CardProps = {
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
}: CardProps) {
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
