import type { ComponentProps } from 'react'
import { firstImage, productColour, productPath, type ShopProduct } from '../../domain/product.ts'
import { Link } from '../page/link.tsx'
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
