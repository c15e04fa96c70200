import { BOOKS_CATEGORY_ID } from '../../config/limits.ts'
import { categoryPath } from '../../config/paths.ts'
import { Link } from '../../ui/page/link.tsx'

/** The names of the linked categories. */
const names = ['Textbooks', 'Novels and stories', "Children's books", 'Revision guides', 'Religious books']

type Props = { categories: readonly { id: number; name: string }[] }

/** Links to categories of books. A name without a category links to all books. */
export function BookLinks({ categories }: Props) {
  const ids = new Map(categories.map(({ id, name }) => [name.trim().toLowerCase(), id]))
  return (
    <nav className="side-block" aria-labelledby="side-books">
      <h2 id="side-books">Books</h2>
      <ul className="side-links">
        {names.map((name) => {
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
