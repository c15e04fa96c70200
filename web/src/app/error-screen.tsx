import { phoneUrl } from '../config/contact-urls.ts'
import { paths } from '../config/paths.ts'
import { store } from '../config/store.ts'
import { useIsOnline } from '../platform/online.ts'
import { EmptyState } from '../ui/feedback/load-states.tsx'
import { PageHead } from '../ui/page/page-head.tsx'

type Props = {
  onRetry: () => void
  /** Whether a retry reloads the document, which fails offline. */
  canReload?: boolean
}

/** The page shown if a page throws or its code fails to load. */
export function ErrorScreen({ onRetry, canReload = false }: Props) {
  const isOnline = useIsOnline()
  return (
    <div className="shell page" role="alert">
      <PageHead title={isOnline ? "This page didn't load" : "You're offline"} metadata={{ isHidden: true }} />
      <EmptyState
        title={isOnline ? "We couldn't show this page." : "This page isn't saved on your device yet."}
        text={
          isOnline ? (
            <>
              Try again, or call us on <a href={phoneUrl(store.phones[0])}>{store.phones[0]}</a>.
            </>
          ) : canReload ? (
            "Try again when you're back online."
          ) : (
            "It will open as soon as you're back online."
          )
        }
        action={
          <div className="d-flex flex-wrap gap-2">
            {isOnline || !canReload ? (
              <button type="button" className="btn btn-primary" onClick={onRetry}>
                Try again
              </button>
            ) : null}
            {isOnline ? (
              <a className="btn btn-outline-secondary" href={paths.home}>
                Home
              </a>
            ) : null}
          </div>
        }
      />
    </div>
  )
}
