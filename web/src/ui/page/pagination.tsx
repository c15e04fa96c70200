import type { ReactNode } from 'react'
import { Icon } from '../media/icon.tsx'

type Props = { page: number; pages: number; onPage: (page: number) => void; children?: ReactNode }

/** "Page X of Y" between two buttons. Pages count from 1. */
export function Pagination(props: Props) {
  return (
    <nav className="pages d-flex align-items-center justify-content-between gap-2 mt-4" aria-label="Pages">
      <PageButtons {...props}>
        <span aria-live="polite">
          Page {props.page} of {props.pages}
        </span>
      </PageButtons>
    </nav>
  )
}

/** Previous and Next, around the children. */
export function PageButtons({ page, pages, onPage, children }: Props) {
  return (
    <>
      <button
        type="button"
        className="btn btn-outline-secondary"
        disabled={page <= 1}
        onClick={() => onPage(page - 1)}
      >
        <Icon name="chevron-left" />
        Previous
      </button>
      {children}
      <button
        type="button"
        className="btn btn-outline-secondary"
        disabled={page >= pages}
        onClick={() => onPage(page + 1)}
      >
        Next
        <Icon name="chevron-right" />
      </button>
    </>
  )
}
