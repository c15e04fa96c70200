import { useId } from 'react'
import { paths } from '../../config/paths.ts'
import type { ShopProduct } from '../../domain/product.ts'
import { ProductImage } from '../../ui/media/product-image.tsx'
import { AsOf } from '../../ui/page/as-of.tsx'
import { Link } from '../../ui/page/link.tsx'
import { Price } from '../../ui/page/price-line.tsx'
import { besidesHost, useIndexResponse } from './use-index-answer.ts'
import './also-in-shop.scss'

/** Products shown below the host's, and looked at to find as many that the host has not. */
const SHOWN = 6
const LOOKED_AT = 30

type Props = {
  query: string
  /** The products of the host's answer; null when it gave none. */
  received: readonly ShopProduct[] | null
}

/** What the index finds for a query besides the host's own results; nothing where there is nothing. */
export function AlsoInShop({ query, received }: Props) {
  const id = useId()
  const found = useIndexResponse(query, LOOKED_AT)
  const shown = found ? besidesHost(found, received, query).slice(0, SHOWN) : []
  if (shown.length === 0) return null
  return (
    <section className="also-in-shop" aria-labelledby={id}>
      <h2 id={id}>Also in the shop</h2>
      <ul>
        {shown.map((product) => (
          <li key={product.id}>
            <ProductImage
              file={product.image}
              name={product.name}
              alt=""
              ratio="square"
              sizes="4rem"
              className="wordless"
            />
            <div>
              <Link to={paths.product(product.id)} className="card-link">
                {product.name}
              </Link>
              <p>
                <Price amount={product.price} />
                <AsOf at={product.seenAt} />
              </p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}
