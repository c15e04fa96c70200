import type { ComponentProps } from 'react'
import { Link } from '../page/link.tsx'
import { ProductImage } from './product-image.tsx'

type Props = ComponentProps<typeof ProductImage> & {
  /** null: there is nothing to lead to. */
  to: string | null
}

/** The picture of a card as a way to its page, for the pointer alone: the name beside it is the link for everyone. */
export function PictureLink({ to, ...picture }: Props) {
  return to === null ? (
    <ProductImage {...picture} />
  ) : (
    <Link to={to} className="picture-link" tabIndex={-1} aria-hidden="true">
      <ProductImage {...picture} />
    </Link>
  )
}
