import { useId } from 'react'
import { paths } from '../../config/paths.ts'
import { ProductImage } from '../../ui/media/product-image.tsx'
import { AsOf } from '../../ui/page/as-of.tsx'
import { Link } from '../../ui/page/link.tsx'
import { Price } from '../../ui/page/price-line.tsx'
import type { FoundProduct } from './index/shop-index.ts'
import './also-in-shop.scss'

const MAX_PRODUCTS = 6

export function AlsoInShop({ found }: { found: readonly FoundProduct[] }) {
  const id = useId()
  return (
    <section className="also-in-shop" aria-labelledby={id}>
      <h2 id={id}>Also in the shop</h2>
      <ul className="also-products">
        {found.slice(0, MAX_PRODUCTS).map((product) => (
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
              {product.author === '' ? null : <p className="product-author">{product.author}</p>}
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
