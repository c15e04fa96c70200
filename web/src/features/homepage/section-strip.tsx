import { useId, useRef } from 'react'
import { Icon } from '../../ui/media/icon.tsx'
import { CardWords, ImageLink, NameLink } from '../../ui/media/image-link.tsx'
import { Link } from '../../ui/page/link.tsx'
import { PriceLine } from '../../ui/page/price-line.tsx'
import type { ShopSection } from './queries.ts'
import { sectionTarget } from './section-groups.ts'

type Props = { section: ShopSection; title: string }

/** A section as a strip of products that scrolls horizontally. */
export function SectionStrip({ section, title }: Props) {
  const id = useId()
  const row = useRef<HTMLUListElement>(null)
  const scroll = (pages: number) => {
    const list = row.current
    list?.scrollBy({ left: pages * list.clientWidth * 0.9, behavior: 'smooth' })
  }
  return (
    <section className="section-strip" aria-labelledby={id}>
      <div className="ruled-head">
        <h2 id={id}>{title}</h2>
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
            aria-label={`Scroll ${title} forward`}
            onClick={() => scroll(1)}
          >
            <Icon name="chevron-right" />
          </button>
          <Link {...sectionTarget(section.items)} aria-describedby={id}>
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
                <ImageLink product={item} ratio="square" />
              </div>
              <CardWords author={item.author}>
                <NameLink product={item} />
              </CardWords>
              <PriceLine product={item} />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
