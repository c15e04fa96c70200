import { useQuery } from '@tanstack/react-query'
import { startTransition, useEffect, useMemo, useState } from 'react'
import { paths } from '../../../config/paths.ts'
import { mainCategoryId, type ShopProduct } from '../../../domain/product.ts'
import { schoolClassesOf } from '../../../domain/school-class.ts'
import { whenIdle } from '../../../platform/when-idle.ts'
import { Skeleton } from '../../../ui/loading/placeholders.tsx'
import { ImageLink } from '../../../ui/media/image-link.tsx'
import { ProductCard } from '../../../ui/media/product-card.tsx'
import { Link } from '../../../ui/page/link.tsx'
import { PageButtons } from '../../../ui/page/pagination.tsx'
import { Price } from '../../../ui/page/price-line.tsx'
import { categoryProductsQuery } from '../queries.ts'

const SIMILAR_PAGE_SIZE = 5
/** In characters. */
const MAX_NAME_LENGTH = 45

function shortName(name: string): string {
  const characters = [...name]
  return characters.length > MAX_NAME_LENGTH ? `${characters.slice(0, MAX_NAME_LENGTH).join('')}...` : name
}

/** Returns the other products. Those for the same class come first, then those by the same author. */
export function putSameClassFirst(product: ShopProduct, products: readonly ShopProduct[]): ShopProduct[] {
  const classes = schoolClassesOf(product)
  const rank = (other: ShopProduct) =>
    (schoolClassesOf(other).some((each) => classes.includes(each)) ? 2 : 0) +
    (other.author !== null && other.author === product.author ? 1 : 0)
  return products
    .filter((other) => other.id !== null && other.id !== product.id)
    .map((other) => ({ other, rank: rank(other) }))
    .sort((a, b) => b.rank - a.rank)
    .map(({ other }) => other)
}

function Series({ product, products }: { product: ShopProduct; products: readonly ShopProduct[] }) {
  const books = seriesOf(product, products)
  const at = books.findIndex(({ id }) => id === product.id)
  if (at < 0) return null
  return (
    <nav className="product-series d-flex flex-wrap align-items-center gap-2" aria-label="In this series">
      <span aria-hidden="true">In this series:</span>
      {books.map(({ id, number }, place) => (
        <Link
          key={id}
          to={paths.product(id)}
          aria-current={place === at ? 'page' : undefined}
          className="btn btn-outline-secondary"
        >
          {place === at + 1 ? (
            `Book ${number}, next class up`
          ) : (
            <>
              <span className="visually-hidden">Book </span>
              {number}
            </>
          )}
        </Link>
      ))}
    </nav>
  )
}

/** The maximum time to wait for the browser to be idle before the request, in milliseconds. */
const IDLE_TIMEOUT_MS = 120

/** Other products from the main category, five at a time. Renders nothing if there are none. */
export function SimilarProducts({ product }: { product: ShopProduct }) {
  const category = mainCategoryId(product)
  // The request is sent after the product is rendered.
  const [isDue, setDue] = useState(false)
  useEffect(() => whenIdle(() => startTransition(() => setDue(true)), IDLE_TIMEOUT_MS), [])
  const { data = [], isLoading } = useQuery({
    ...categoryProductsQuery(category ?? 0),
    enabled: category !== null && isDue,
  })
  const [page, setPage] = useState(1)
  const similar = useMemo(() => putSameClassFirst(product, data), [product, data])
  if (isLoading) return <SimilarSkeleton />
  if (similar.length === 0) return null
  const pages = Math.ceil(similar.length / SIMILAR_PAGE_SIZE)
  // The last page begins with products of the page before, so that all pages have the same height.
  const start = Math.max(0, Math.min((page - 1) * SIMILAR_PAGE_SIZE, similar.length - SIMILAR_PAGE_SIZE))
  const shown = similar.slice(start, start + SIMILAR_PAGE_SIZE)
  return (
    <>
      <Series product={product} products={data} />
      <section className="product-similar" aria-labelledby="similar-title">
        <div className="plain-head">
          <h2 id="similar-title">Similar Products</h2>
          <div className="d-flex gap-2">
            <PageButtons page={page} pages={pages} onPage={setPage} />
          </div>
        </div>
        {/* Another page begins at the row's start. */}
        <ul key={page} className="product-row">
          {shown.map((other, index) => (
            <li key={`${other.id}-${index}`} className="product-card">
              <ProductCard
                product={{ ...other, name: shortName(other.name) }}
                image={<ImageLink product={other} isSecondary />}
                price={<Price amount={other.price} className="price-now" />}
              />
            </li>
          ))}
        </ul>
      </section>
    </>
  )
}

function SimilarSkeleton() {
  return (
    <div className="product-similar" aria-hidden="true">
      <div className="plain-head">
        <Skeleton width="12rem" height="1.75rem" />
      </div>
      <ul className="product-row">
        {Array.from({ length: SIMILAR_PAGE_SIZE }, (_, index) => index).map((index) => (
          <li key={index} className="product-card">
            <Skeleton className="image" />
            <div className="product-words">
              <Skeleton height="2.1875rem" />
            </div>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** Captures the title before a number, and the number: "Equator Primary Mathematics Pupil's Book 4". */
const NUMBERED = /^(.*\b(?:book|reader|ekitabo|level|volume|kitabu cha)) ([1-7])\b/i

type SeriesBook = { id: number; number: number }

/**
 * Returns the books of a product's series, sorted by number and including the product; [] if there are fewer than two.
 */
export function seriesOf(product: Pick<ShopProduct, 'name'>, products: readonly ShopProduct[]): SeriesBook[] {
  const stem = NUMBERED.exec(product.name)?.[1]
  if (stem === undefined) return []
  const books = new Map<number, SeriesBook>()
  for (const { id, name } of products) {
    const [, otherTitle, number] = NUMBERED.exec(name) ?? []
    if (id !== null && otherTitle === stem && !books.has(Number(number)))
      books.set(Number(number), { id, number: Number(number) })
  }
  return books.size < 2 ? [] : [...books.values()].sort((a, b) => a.number - b.number)
}
