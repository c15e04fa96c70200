import { store } from '../config/store.ts'
import { paths } from '../lib/paths.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { PageHead } from '../ui/page-head.tsx'

/** What is left when a page breaks: the cart is safe, and there are ways on. */
export function ErrorScreen({ onRetry }: { onRetry: () => void }) {
  return (
    <div className="shell page" role="alert">
      <PageHead title="Something went wrong" facts={{ hidden: true }} />
      <EmptyState
        title="This page could not be shown."
        text={
          <>
            Your cart is safe. Try again, or call us on{' '}
            <a href={`tel:${store.phones[0].replaceAll(' ', '')}`}>{store.phones[0]}</a>.
          </>
        }
        action={
          <div className="d-flex flex-wrap gap-2">
            <button type="button" className="btn btn-primary" onClick={onRetry}>
              Try again
            </button>
            <a className="btn btn-outline-secondary" href={paths.home}>
              Home
            </a>
          </div>
        }
      />
    </div>
  )
}
