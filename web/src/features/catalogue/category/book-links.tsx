import { categoryPath } from '../../../config/paths.ts'
import { BOOKS_CATEGORY_ID } from '../../../config/store.ts'
import { Link } from '../../../ui/page/link.tsx'
import { useCategories } from './use-categories.ts'

const ROOTS = [BOOKS_CATEGORY_ID]

/** Names of categories below the books. */
const NAMES = ['Textbooks', 'Novels and stories', "Children's books", 'Revision guides', 'Religious books']

/** Links to categories of books. A name without a category links to all books. */
export function BookLinks() {
  const { categories } = useCategories({ opened: ROOTS })
  const ids = new Map(categories.map(({ id, name }) => [name.trim().toLowerCase(), id]))
  return (
    <nav className="side-block" aria-labelledby="side-books">
      <h2 className="h3" id="side-books">
        Books
      </h2>
      <ul className="side-links">
        {NAMES.map((name) => {
          const categoryId = ids.get(name.toLowerCase()) ?? BOOKS_CATEGORY_ID
          return (
            <li key={name}>
              <Link to={categoryPath(categoryId)} state={{ categoryId }}>
                {name}
              </Link>
            </li>
          )
        })}
      </ul>
    </nav>
  )
}
