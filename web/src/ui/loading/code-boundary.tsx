import { type ReactNode, useEffect, useRef, useState } from 'react'
import { limits } from '../../config/limits.ts'
import { isOnline, onOnline } from '../../platform/online.ts'
import { ErrorBoundary } from '../feedback/error-boundary.tsx'

/** Before the second retry; doubled for each further one. */
const RETRY_DELAY_MS = 500

/** The code of a component, loaded when it is wanted, and again after a failure. */
export type LateLoader<C> = {
  /** Loads it. Rejects when that fails. */
  fetch: () => Promise<C>
  /** When the load began that failed last, in milliseconds on the page's clock; null once it is asked for again. */
  failedSince: () => number | null
}

export type Preloadable = {
  /** Fetches the code, so that the first drawing need not wait for it. Settles without an error. */
  preload: () => Promise<void>
}

export function lateLoader<C>(load: () => Promise<C>): LateLoader<C> {
  let failedSince: number | null = null
  return {
    fetch: async () => {
      const begun = performance.now()
      const isRetry = failedSince !== null
      failedSince = null
      for (let failures = 0; ; failures += 1) {
        try {
          if (isRetry) await loadMissingStyles()
          return await load()
        } catch (error) {
          // The first requests after the network has returned often fail, and no further event follows.
          const isLast = !isRetry || !isOnline() || failures === limits.retries
          if (isLast) {
            failedSince = begun
            throw error
          }
          await new Promise((resolve) => setTimeout(resolve, RETRY_DELAY_MS * 2 ** failures))
        }
      }
    },
    failedSince: () => failedSince,
  }
}

/** When the network returned last, on the page's clock. */
let returned = 0
// Pages are also rendered ahead, where there is no window.
if (typeof window === 'object') {
  onOnline(() => {
    returned = performance.now()
  })
}

type Props = {
  loader: LateLoader<unknown>
  draw: () => ReactNode
  /** Shown when loading failed or the component threw. `again` tries once more. */
  failed: (again: () => void) => ReactNode
  /** Before another try, and when the failure is left. */
  renew?: () => void
}

/**
 * Keeps the failure of code that is loaded late in its own place: the rest of the page stays. It is tried again on a
 * press and when the network returns.
 */
export function CodeBoundary({ loader, draw, failed, renew = () => undefined }: Props) {
  const [tries, setTries] = useState(0)
  const again = () => {
    renew()
    setTries(tries + 1)
  }
  return (
    <ErrorBoundary
      resetOn={`${typeof window === 'object' ? window.location.pathname : ''} ${tries}`}
      fallback={() => (
        <Missing since={loader.failedSince()} onLeave={renew} onReturn={again}>
          {failed(again)}
        </Missing>
      )}
    >
      <Draw draw={draw} />
    </ErrorBoundary>
  )
}

/** Inside of the boundary, so that what it throws stays there. */
function Draw({ draw }: Pick<Props, 'draw'>) {
  return draw()
}

type MissingProps = {
  since: number | null
  onLeave: () => void
  onReturn: () => void
  children: ReactNode
}

/** The next visit to this place loads the code again, and so does a network that returns. */
function Missing({ since, onLeave, onReturn, children }: MissingProps) {
  const act = useRef(onReturn)
  useEffect(() => {
    act.current = onReturn
  })
  useEffect(() => {
    // It may have returned before this was drawn.
    if (since !== null && returned > since) act.current()
    return onOnline(() => act.current())
  }, [since])
  useEffect(() => onLeave, [onLeave])
  return children
}

let loading: Promise<unknown> | null = null

/**
 * Loads the style sheets that have failed once more. Rejects when one fails again.
 * trap: Vite's loader asks for the style sheet of a chunk once; the second import of the chunk settles without it.
 */
async function loadMissingStyles(): Promise<void> {
  // Two parts that are tried again at the same time wait for the same style sheets.
  loading ??= Promise.all(
    [...document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')]
      .filter((link) => failedLinks.has(link))
      .map(loadAgain),
  ).finally(() => {
    loading = null
  })
  await loading
}

/** Links whose style sheet did not load. One that is still loading has no sheet either, so events tell them apart. */
const failedLinks = new WeakSet<HTMLLinkElement>()
// Pages are also prerendered, where there is no document.
if (typeof document === 'object') {
  document.addEventListener(
    'error',
    ({ target }) => {
      if (target instanceof HTMLLinkElement) failedLinks.add(target)
    },
    // Error events of links do not bubble.
    true,
  )
}

function loadAgain(link: HTMLLinkElement): Promise<void> {
  const copy = link.cloneNode() as HTMLLinkElement
  return new Promise((loaded, failed) => {
    copy.onload = () => loaded()
    copy.onerror = () => failed(new Error(`${copy.href} did not load.`))
    link.replaceWith(copy)
  })
}
