import { Icon } from '../media/icon.tsx'

type Props = { page: number; pages: number; onPage: (page: number) => void }

/** "Page X of Y" between two buttons. Pages count from 1. */
export function Pagination({ page, pages, onPage }: Props) {
  return (
    <nav className="pages" aria-label="Pages">
      <button
        type="button"
        className="btn btn-outline-secondary"
        disabled={page <= 1}
        onClick={() => onPage(page - 1)}
      >
        <Icon name="chevron-left" />
        Previous
      </button>
      <span aria-live="polite">
        Page {page} of {pages}
      </span>
      <button
        type="button"
        className="btn btn-outline-secondary"
        disabled={page >= pages}
        onClick={() => onPage(page + 1)}
      >
        Next
        <Icon name="chevron-right" />
      </button>
    </nav>
  )
}
