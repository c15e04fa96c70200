import { useRef } from 'react'
import { Link } from 'react-router-dom'
import { paths } from '../../lib/paths.ts'
import { firstImage } from '../../lib/product.ts'
import { Icon } from '../../ui/icon.tsx'
import { PriceLine } from '../../ui/price-line.tsx'
import { ProductImage } from '../../ui/product-image.tsx'
import type { ShopSection } from './queries.ts'
import { sectionTarget } from './section-links.ts'

type Props = { section: ShopSection; title: string }

/** A section as a strip that scrolls sideways, its items 16 rem wide. */
export function SectionStrip({ section, title }: Props) {
  const row = useRef<HTMLUListElement>(null)
  const scroll = (pages: number) => {
    const list = row.current
    list?.scrollBy({ left: pages * list.clientWidth * 0.9, behavior: 'smooth' })
  }
  return (
    <section className="section-strip" aria-label={title}>
      <div className="ruled-head">
        <h2>{title}</h2>
        <div className="strip-tools">
          <button
            type="button"
            className="icon-button"
            aria-label={`Scroll ${title} back`}
            onClick={() => scroll(-1)}
          >
            <Icon name="chevron-left" />
          </button>
          <button
            type="button"
            className="icon-button"
            aria-label={`Scroll ${title} on`}
            onClick={() => scroll(1)}
          >
            <Icon name="chevron-right" />
          </button>
          <Link {...sectionTarget(section.items)} aria-label={`See All: ${title}`}>
            See All
          </Link>
        </div>
      </div>
      {section.items.length === 0 ? (
        <p className="strip-empty">No products available in this section</p>
      ) : (
        <ul className="strip" ref={row}>
          {section.items.map((item, at) => (
            <li key={item.id ?? `at-${at}`} className="product-card strip-item">
              <div className="product-stand">
                <ProductImage file={firstImage(item)} name={item.name} ratio="square" alt="" />
              </div>
              <h3 className="product-name">
                {item.id === null ? (
                  item.name
                ) : (
                  <Link to={paths.product(item.id)} className="card-link">
                    {item.name}
                  </Link>
                )}
              </h3>
              <PriceLine product={item} />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
