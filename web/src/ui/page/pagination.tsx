import { type ReactNode, useContext } from 'react'
import { useLocation } from '../../platform/location.ts'
import { Icon } from '../media/icon.tsx'
import { SiteContext } from './metadata.tsx'
import { WithoutScripts } from './without-scripts.tsx'

type Props = { page: number; pages: number; onPage: (page: number) => void; children?: ReactNode }

/** "Page X of Y" between two buttons. Pages count from 1. The list announces its page together with its count. */
export function Pagination(props: Props) {
  return (
    <nav className="pages d-flex align-items-center justify-content-between gap-2 mt-4" aria-label="Pages">
      <PageButtons {...props}>
        <span>
          Page {props.page} of {props.pages}
        </span>
      </PageButtons>
      <PageLinks {...props} />
    </nav>
  )
}

/** The same as links, for browsers without scripts. Web servers send the first page for every query. */
function PageLinks({ page, pages }: Props) {
  const { search } = useLocation()
  const { isExact } = useContext(SiteContext)
  const linkTo = (next: number, text: string) => {
    const params = new URLSearchParams(search)
    params.set('page', String(next))
    return <a href={`?${params}`}>{text}</a>
  }
  return (
    <WithoutScripts>
      {isExact ? (
        <>
          {page > 1 ? linkTo(page - 1, 'Previous page') : null}{' '}
          {page < pages ? linkTo(page + 1, 'Next page') : null}
        </>
      ) : pages > 1 ? (
        'The other pages need JavaScript and a newer browser.'
      ) : null}
    </WithoutScripts>
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

/** Returns what a list announces: its count and, if it has several pages, the page. */
export function withPage(count: string, page: number, pages: number): string {
  return pages === 1 ? `${count}.` : `${count}, page ${page} of ${pages}.`
}
