import type { ComponentProps, ReactNode } from 'react'
import { firstImage, productPath, type ShopProduct } from '../../domain/product.ts'
import { Link } from '../page/link.tsx'
import { ProductImage } from './product-image.tsx'

type Shown = Pick<ShopProduct, 'id' | 'name' | 'images'>
type Props = Omit<ComponentProps<typeof ProductImage>, 'file' | 'name'> & { product: Shown }

/** The image of a card, as a link for pointers only; the name next to it is the accessible link. */
export function ImageLink({ product, ...options }: Props) {
  const to = productPath(product)
  const image = <ProductImage file={firstImage(product)} name={product.name} {...options} />
  return to === null ? (
    image
  ) : (
    <Link to={to} className="picture-link" tabIndex={-1} aria-hidden="true">
      {image}
    </Link>
  )
}

/** The product name of a card; a link if the product has a page. */
export function NameLink({ product, name = product.name }: { product: Shown; name?: string }) {
  const to = productPath(product)
  return to === null ? (
    name
  ) : (
    <Link to={to} className="card-link">
      {name}
    </Link>
  )
}

type WordsProps = { author: string | null; id?: string | undefined; level?: 'h2' | 'h3'; children: ReactNode }

/** The name and author of a card. */
export function CardWords({ author, id, level: Heading = 'h3', children }: WordsProps) {
  return (
    <div>
      <Heading className="product-name" id={id}>
        {children}
      </Heading>
      {author === null ? null : <p className="product-author">{author}</p>}
    </div>
  )
}
