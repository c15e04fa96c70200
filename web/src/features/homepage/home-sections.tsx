import { useQuery } from '@tanstack/react-query'
import { Fragment, type ReactNode, startTransition, useEffect, useId, useRef, useState } from 'react'
import { phoneUrl } from '../../config/contact-urls.ts'
import { categoryPath, paths } from '../../config/paths.ts'
import { store } from '../../config/store.ts'
import { openingOf } from '../../domain/book-facts.ts'
import type { ShopProduct } from '../../domain/product.ts'
import { useIsOnline } from '../../platform/online.ts'
import { whenIdle } from '../../platform/when-idle.ts'
import { EmptyState, Failure, RetryButton } from '../../ui/feedback/load-states.tsx'
import { Skeleton } from '../../ui/loading/placeholders.tsx'
import { IconButton } from '../../ui/media/icon.tsx'
import { ProductCard } from '../../ui/media/product-card.tsx'
import { PricesAsOf } from '../../ui/page/as-of.tsx'
import { Link } from '../../ui/page/link.tsx'
import { Price } from '../../ui/page/price-line.tsx'
import { type ShopSection, sectionsMessage, sectionsQuery } from './queries.ts'

const CARD_ITEMS = 4
const SECTION_GROUP = 6
const SECTION_CARDS = 4

/** The number of sections to render immediately, a row on wide screens, and then in each idle period. */
const FIRST_SECTIONS = SECTION_CARDS
const BATCH = 3

type Props = {
  /** Content after the first group. */
  afterFirstGroup: ReactNode
  /** Content for a host without sections, so that shoppers are not at a dead end. */
  fallback: ReactNode
}

/** The sections in groups of six: four cards and two strips. */
export function HomeSections({ afterFirstGroup, fallback }: Props) {
  const { data, error, dataUpdatedAt, isPending, failureCount, refetch } = useQuery(sectionsQuery())
  const isOnline = useIsOnline()
  const count = useIdleBatches(data?.length ?? 0)

  if (isPending)
    return (
      <>
        <SectionsSkeleton />
        {/* The retries take 14 seconds. */}
        {failureCount > 0 ? fallback : null}
      </>
    )
  if (error && !data && !isOnline) {
    return <Failure message="You're offline. The shop will appear as soon as you're back online." />
  }
  const failure = error && isOnline ? <SectionsFailure error={error} onRetry={() => void refetch()} /> : null
  if (!data)
    return (
      <>
        {failure}
        {fallback}
      </>
    )
  if (data.length === 0) {
    return (
      <>
        <EmptyState
          title="Nothing is featured just now."
          text="You'll find all our products in the shop."
          leadsTo={{ to: paths.shop, text: 'Browse the shop' }}
        />
        {fallback}
      </>
    )
  }
  const groups = groupSections(data.slice(0, count)).map(({ cards, strips }, group) => (
    <Fragment key={cards[0]?.id ?? group}>
      <div className="section-row">
        {cards.map((section) => (
          <SectionCard key={section.id} section={section} />
        ))}
      </div>
      {strips.map((section) => (
        <SectionStrip key={section.id} section={section} />
      ))}
      {group === 0 && (count > SECTION_GROUP || count === data.length) ? afterFirstGroup : null}
    </Fragment>
  ))
  return (
    <>
      {failure}
      <PricesAsOf at={dataUpdatedAt} />
      {groups}
    </>
  )
}

function SectionsFailure({ error, onRetry }: { error: Error; onRetry: () => void }) {
  return (
    <div className="notice notice-error d-block" role="alert">
      <p>
        <strong>Error:</strong> {sectionsMessage(error)}
      </p>
      <p>Please try refreshing the page.</p>
      <p>We couldn't load our featured products.</p>
      <p>
        {/* Not PhoneText, which is in a chunk that home does not load. */}
        You can also call{' '}
        <a className="money" href={phoneUrl(store.phones[0])}>
          {store.phones[0]}
        </a>
        .
      </p>
      <p className="mt-2">
        <RetryButton onRetry={onRetry} />
      </p>
    </div>
  )
}

function SectionsSkeleton() {
  return (
    <div className="section-card d-flex" aria-busy="true">
      <h2 className="h3">
        <span role="status">Loading...</span>
      </h2>
      <div className="section-row">
        {[0, 1, 2, 3].map((at) => (
          <Skeleton key={at} className="image" />
        ))}
      </div>
    </div>
  )
}

/** The maximum wait for an idle period, in milliseconds. A long home page is complete within three seconds. */
const IDLE_TIMEOUT_MS = 120

/** Whether all sections were rendered during this visit. If so, they are rendered immediately on return. */
let wasComplete = false

/**
 * Returns how many of the sections to render now. Starts with a few and adds batches while the browser is idle, which
 * avoids long tasks. Doesn't wait for scrolling, so that find-in-page and screen readers reach all sections.
 */
function useIdleBatches(total: number): number {
  const [count, setCount] = useState(() => (wasComplete ? Number.POSITIVE_INFINITY : FIRST_SECTIONS))
  useEffect(() => {
    if (total === 0) return
    if (count >= total) {
      wasComplete = true
      return
    }
    return whenIdle(() => startTransition(() => setCount(count + BATCH)), IDLE_TIMEOUT_MS)
  }, [count, total])
  return Math.min(count, total)
}

/** The number of products that fill a strip on wide screens. */
const FILLED_STRIP = 4

/** A section as a strip of products that scrolls horizontally. */
function SectionStrip({ section: { title, items } }: { section: ShopSection }) {
  const id = useId()
  const row = useRef<HTMLUListElement>(null)
  const scroll = (pages: number) => {
    const list = row.current
    list?.scrollBy({ left: pages * list.clientWidth * 0.9, behavior: 'smooth' })
  }
  return (
    <section className="section-strip mb-4" aria-labelledby={id}>
      <div className="ruled-head flex-nowrap">
        <h2 id={id}>{title}</h2>
        <div className={`strip-tools d-flex${items.length > FILLED_STRIP ? '' : ' strip-whole'}`}>
          <IconButton icon="chevron-left" label={`Scroll ${title} back`} onClick={() => scroll(-1)} />
          <IconButton icon="chevron-right" label={`Scroll ${title} forward`} onClick={() => scroll(1)} />
          <Link {...toSectionLink(items)} aria-describedby={id}>
            See All
          </Link>
        </div>
      </div>
      {items.length === 0 ? (
        <p className="sheet">No products available in this section</p>
      ) : (
        <div className="d-flex">
          <ul className="strip d-flex" ref={row}>
            {items.map((item, index) => (
              <li key={item.id ?? `at-${index}`} className="product-card strip-item">
                <ProductCard product={item} />
              </li>
            ))}
          </ul>
          {items.length < FILLED_STRIP ? (
            <p className="strip-rest wide-only large-display">
              <span>
                Looking for something else?{' '}
                <Link className="d-inline-block" to={paths.specialOrder}>
                  Ask us to find it
                </Link>
              </span>
            </p>
          ) : null}
        </div>
      )}
    </section>
  )
}

/** Splits sections into groups of six. The first four of each group are cards, the others are strips. */
export function groupSections<S>(sections: readonly S[]): { cards: S[]; strips: S[] }[] {
  const groups: ReturnType<typeof groupSections<S>> = []
  for (let at = 0; at < sections.length; at += SECTION_GROUP) {
    const group = sections.slice(at, at + SECTION_GROUP)
    groups.push({ cards: group.slice(0, SECTION_CARDS), strips: group.slice(SECTION_CARDS) })
  }
  return groups
}

export function findSectionCategoryId(items: readonly ShopProduct[]): number | null {
  return items.find((item) => item.category_id !== null)?.category_id ?? null
}

/** Returns the target of "See more" and "See All", which is the section's category or, without one, the shop. */
function toSectionLink(items: readonly ShopProduct[]): { to: string; state?: { categoryId: number } } {
  const categoryId = findSectionCategoryId(items)
  return categoryId === null ? { to: paths.shop } : { to: categoryPath(categoryId), state: { categoryId } }
}

/** A section's card: up to four products or a single one with the start of its description. */
function SectionCard({ section: { title, items } }: { section: ShopSection }) {
  const id = useId()
  const shown = items.slice(0, CARD_ITEMS)
  const single = items.length === 1 ? items[0] : undefined
  return (
    <section className="section-card d-flex" aria-labelledby={id}>
      <h2 id={id} className="h3">
        {title}
      </h2>
      {shown.length === 0 ? (
        <p className="muted">Coming Soon</p>
      ) : (
        <ul className={single ? 'section-images section-single' : 'section-images'}>
          {shown.map((item, index) => (
            <li key={item.id ?? `at-${index}`}>
              <ProductCard
                product={single ?? { ...item, author: null }}
                price={
                  <>
                    {single ? <p className="small section-opening">{openingOf(single)}</p> : null}
                    <Price amount={item.price} className="strong" />
                  </>
                }
              />
            </li>
          ))}
        </ul>
      )}
      <div className="section-card-foot">
        {single ? (
          single.id === null ? null : (
            <Link to={paths.product(single.id)} aria-describedby={id}>
              Shop Now <Arrow />
            </Link>
          )
        ) : items.length > 1 ? (
          <Link {...toSectionLink(items)} aria-describedby={id}>
            See more <Arrow />
          </Link>
        ) : null}
      </div>
    </section>
  )
}

/** An arrow. Link checkers would report "See more" alone as vague; screen readers also read the section's title. */
function Arrow() {
  return <span aria-hidden="true">›</span>
}
