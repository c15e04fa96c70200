import { useQuery } from '@tanstack/react-query'
import { BOOKS_CATEGORY_ID } from '../../config/limits.ts'
import { paths } from '../../config/paths.ts'
import { firstImage, productPath } from '../../domain/product.ts'
import { PictureLink } from '../../ui/media/image-link.tsx'
import { Link } from '../../ui/page/link.tsx'
import { Price } from '../../ui/page/price-line.tsx'
import { categoryProductsQuery } from './queries.ts'

const SHOWN = 5

/** A few books, each with a way to its page. Nothing when they cannot be had. */
export function PopularBooks() {
  const { data = [] } = useQuery(categoryProductsQuery(BOOKS_CATEGORY_ID))
  const books = data.filter((product) => product.id !== null).slice(0, SHOWN)
  return (
    <section className="side-block" aria-labelledby="side-popular">
      <h2 id="side-popular">Popular in Books</h2>
      <ul className="popular">
        {books.map((book, at) => (
          <li key={`${book.id}-${at}`}>
            <PictureLink to={productPath(book)} file={firstImage(book)} name={book.name} />
            <div>
              <Link to={paths.product(book.id ?? 0)} className="card-link">
                {book.name}
              </Link>
              <Price amount={book.price} className="small" />
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}
