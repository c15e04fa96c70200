import { useQuery } from '@tanstack/react-query'
import { BOOKS_CATEGORY_ID } from '../../config/store.ts'
import { Skeleton } from '../../ui/loading/placeholders.tsx'
import { ImageLink, NameLink } from '../../ui/media/image-link.tsx'
import { Price } from '../../ui/page/price-line.tsx'
import { categoryProductsQuery } from './queries.ts'

const MAX_BOOKS = 5

/** Links to a few books. Renders nothing if they fail to load. */
export function PopularBooks() {
  const { data = [], isPending } = useQuery(categoryProductsQuery(BOOKS_CATEGORY_ID))
  const books = data.filter((product) => product.id !== null).slice(0, MAX_BOOKS)
  if (books.length === 0 && !isPending) return null
  return (
    <section className="side-block" aria-labelledby="side-popular">
      <h2 className="h3" id="side-popular">
        Popular in Books
      </h2>
      <ul className="side-popular">
        {isPending
          ? [0, 1, 2, 3, 4].map((at) => (
              <li key={`plate-${at}`} aria-hidden="true">
                <Skeleton className="image" />
                <Skeleton />
              </li>
            ))
          : null}
        {books.map((book, index) => (
          <li key={`${book.id}-${index}`}>
            <ImageLink product={book} />
            <div>
              <span className="d-block strong">
                <NameLink product={book} />
              </span>
              <Price amount={book.price} />
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}
