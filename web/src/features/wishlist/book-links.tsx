import { Link } from 'react-router-dom'
import { BOOKS_CATEGORY_ID } from '../../config/limits.ts'
import { categoryPath } from '../../lib/paths.ts'

/** Fixed names (specification §2); all of them lead to the books. */
const names = ['Textbooks', 'Novels and stories', "Children's books", 'Revision guides', 'Religious books']

export function BookLinks() {
  return (
    <nav className="side-block" aria-labelledby="side-books">
      <h2 id="side-books">Books</h2>
      <ul className="side-links">
        {names.map((name) => (
          <li key={name}>
            <Link to={categoryPath(BOOKS_CATEGORY_ID)} state={{ categoryId: BOOKS_CATEGORY_ID }}>
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
