import { useId } from 'react'
import { limits } from '../../config/limits.ts'
import { paths } from '../../config/paths.ts'
import { openingOf } from '../../domain/book-facts.ts'
import { firstImage, type ShopProduct } from '../../domain/product.ts'
import { ProductImage } from '../../ui/media/product-image.tsx'
import { Link } from '../../ui/page/link.tsx'
import type { ShopSection } from './queries.ts'
import { sectionTarget } from './section-groups.ts'

type Props = { section: ShopSection; title: string }

/**
 * A card for a section. Shows up to four covers or, for a single product, a large cover and the first words of its
 * description.
 */
export function SectionCard({ section, title }: Props) {
  const id = useId()
  const shown = section.items.slice(0, limits.cardItems)
  const single = section.items.length === 1 ? section.items[0] : undefined
  return (
    <section className="section-card" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {shown.length === 0 ? (
        <p className="coming-soon">Coming Soon</p>
      ) : (
        <ul className={single ? 'card-pictures card-single' : 'card-pictures'}>
          {shown.map((item, at) => (
            <li key={item.id ?? `at-${at}`}>
              <CardImage item={item} />
              {single ? <ProductText product={single} /> : null}
            </li>
          ))}
        </ul>
      )}
      <div className="section-card-foot">
        {single ? (
          single.id === null ? null : (
            <Link to={paths.product(single.id)} aria-describedby={id}>
              <span>Shop Now</span>
              <Arrow />
            </Link>
          )
        ) : section.items.length > 1 ? (
          <Link {...sectionTarget(section.items)} aria-describedby={id}>
            <span>See more</span>
            <Arrow />
          </Link>
        ) : null}
      </div>
    </section>
  )
}

/**
 * An arrow. A character instead of an icon, because link checkers report a link as vague if its text is only "See
 * more". Screen readers also read the section's title.
 */
function Arrow() {
  return (
    <span className="onward" aria-hidden="true">
      ›
    </span>
  )
}

/** The name, author and first words of a section's only product, such as the book of the month. */
function ProductText({ product }: { product: ShopProduct }) {
  return (
    <div className="card-about">
      <strong>{product.name}</strong>
      {product.author === null ? null : <p className="product-author">{product.author}</p>}
      <p className="card-opening">{openingOf(product)}</p>
    </div>
  )
}

function CardImage({ item }: { item: ShopProduct }) {
  const image = <ProductImage file={firstImage(item)} name={item.name} ratio="square" />
  return item.id === null ? image : <Link to={paths.product(item.id)}>{image}</Link>
}
