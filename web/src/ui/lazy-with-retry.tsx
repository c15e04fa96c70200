import { type ComponentType, lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { onOnline } from '../lib/online.ts'
import { ErrorBoundary } from './error-boundary.tsx'
import { Failure } from './failure.tsx'
import { loadMissingStyles } from './missing-styles.ts'

type Options<P> = {
  /** Shown until the code is loaded. Left out, the Suspense boundary around decides: the old page stays until then. */
  waiting?: ReactNode | ((props: P) => ReactNode)
  /** Shown when loading failed or the component threw. `again` loads it once more. */
  failed?: (again: () => void, props: P) => ReactNode
}

/**
 * A component whose code is loaded when it is first drawn. If loading fails, the rest of the page stays, with a
 * message in this place; it is loaded again on a press and when the network returns.
 */
export type LazyWithRetry<P> = ComponentType<P> & {
  /** Fetches the code, so that the first drawing need not wait for it. Settles without an error. */
  preload: () => Promise<void>
}

/** When the network returned last, on the page's clock. */
let returned = 0
// Pages are also rendered ahead, where there is no window.
if (typeof window === 'object') {
  onOnline(() => {
    returned = performance.now()
  })
}

export function lazyWithRetry<P extends object>(
  load: () => Promise<ComponentType<P>>,
  {
    waiting,
    failed = (again) => <Failure message="This did not load. Your cart is safe." onRetry={again} />,
  }: Options<P> = {},
): LazyWithRetry<P> {
  // trap: a lazy component that once failed fails for ever; it takes another one to ask again.
  let lost = false
  /** When the load began that failed last. */
  let lostSince = 0
  const fetched = (isRetry = false) => {
    lost = false
    return lazy(async () => {
      const begun = performance.now()
      try {
        if (isRetry) await loadMissingStyles()
        return { default: (await load()) as ComponentType<object> }
      } catch (error) {
        lost = true
        lostSince = begun
        throw error
      }
    })
  }
  let Part: ComponentType<object> = fetched()
  let isDrawn = false
  const renew = () => {
    if (lost) Part = fetched(true)
  }

  function LazyWithRetry(props: P) {
    const [tries, setTries] = useState(0)
    const again = () => {
      renew()
      setTries(tries + 1)
    }
    isDrawn = true
    const part = <Part {...props} />
    return (
      <ErrorBoundary
        resetOn={`${typeof window === 'object' ? window.location.pathname : ''} ${tries}`}
        fallback={() => (
          <Missing since={lostSince} onLeave={renew} onReturn={again}>
            {failed(again, props)}
          </Missing>
        )}
      >
        {waiting === undefined ? (
          part
        ) : (
          <Suspense fallback={typeof waiting === 'function' ? waiting(props) : waiting}>{part}</Suspense>
        )}
      </ErrorBoundary>
    )
  }
  const preload = async () => {
    const component = await load().catch(() => null)
    // trap: another component in the same place would lose the state of what is drawn.
    if (component && !isDrawn) Part = component as ComponentType<object>
  }
  return Object.assign(LazyWithRetry, { preload })
}

type MissingProps = { since: number; onLeave: () => void; onReturn: () => void; children: ReactNode }

/** The next visit to this place loads the code again, and so does a network that returns. */
function Missing({ since, onLeave, onReturn, children }: MissingProps) {
  const act = useRef(onReturn)
  useEffect(() => {
    act.current = onReturn
  })
  useEffect(() => {
    // It may have returned before this was drawn.
    if (returned > since) act.current()
    return onOnline(() => act.current())
  }, [since])
  useEffect(() => onLeave, [onLeave])
  return children
}

/** Loads a component's code before it is needed. A failure shows when the component is drawn. */
export function warm(load: () => Promise<unknown>): void {
  load().catch(() => undefined)
}
