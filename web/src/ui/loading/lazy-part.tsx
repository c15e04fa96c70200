import { type ComponentType, type PointerEvent, type ReactNode, useEffect, useState } from 'react'
import { limits } from '../../config/limits.ts'
import { isOnline, onOnline } from '../../platform/online.ts'
import { readStoredJson, writeStoredJson } from '../../platform/storage.ts'
import { storeTypedText } from '../../platform/typed-text.ts'
import { ErrorBoundary } from '../feedback/error-boundary.tsx'
import { Failure } from '../feedback/load-states.tsx'

/** Delay before the second retry, in milliseconds; doubled for each later one. */
const RETRY_DELAY_MS = 500

export type Preloadable = {
  /** Preloads the code. Never rejects. */
  preload: () => Promise<void>
}

type LazyLoader = ReturnType<typeof lazyLoader>

/** Loads a component's code on demand, and retries after a failure. */
export function lazyLoader<C>(load: () => Promise<C>) {
  let failedSince: number | null = null
  let failure: unknown = null
  return {
    /** Loads the code. Rejects if that fails. */
    fetch: async () => {
      const begun = performance.now()
      const isRetry = failedSince !== null
      failedSince = null
      for (let failures = 0; ; failures += 1) {
        try {
          if (isRetry) await Promise.all([loadMissingStyles(), refreshFile(failure)])
          return await load()
        } catch (error) {
          failure = error
          // The first requests after the network returns often fail, and no second `online` event fires.
          const isLast = !isRetry || !isOnline() || failures === limits.retries
          if (isLast) {
            failedSince = begun
            throw error
          }
          await new Promise((resolve) => setTimeout(resolve, RETRY_DELAY_MS * 2 ** failures))
        }
      }
    },
    /** Start of the last failed load, in milliseconds of the page's clock; null once it is retried. */
    failedSince: () => failedSince,
  }
}

/** Time when the network last returned, on the page's clock. */
let returned = 0
/** Links whose style sheet failed to load. `link.sheet` cannot show this, because it is also null while loading. */
const failedLinks = new Set<HTMLLinkElement>()
// Pages are also prerendered, where there is no window.
if (typeof window === 'object') {
  onOnline(() => {
    returned = performance.now()
  })
  // Error events of links do not bubble.
  document.addEventListener(
    'error',
    ({ target }) => {
      if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') failedLinks.add(target)
    },
    true,
  )
}

/** Requests the file that an error names past the HTTP cache, which may contain a hotspot's page. Never rejects. */
async function refreshFile(failure: unknown): Promise<void> {
  const url = /https?:\/\/\S+\.js/.exec(String(failure))?.[0]
  if (url !== undefined) await fetch(url, { cache: 'reload' }).catch(() => undefined)
}

type Props = {
  loader: LazyLoader
  draw: () => ReactNode
  /** Rendered if loading failed or the component threw. `again` retries. */
  failed: (again: () => void) => ReactNode
  /** Called before a retry, and when the failed part is unmounted. */
  renew?: () => void
  /** Whether the document is reloaded once if loading failed. Other parts reload it only after a failed retry. */
  isPage?: boolean
}

/** Keeps the rest of the page if lazy-loaded code fails. Retries on a click and when the network returns. */
export function CodeBoundary({ loader, draw, failed, renew = () => undefined, isPage = false }: Props) {
  const [{ tries, isRequested }, setTries] = useState({ tries: 0, isRequested: false })
  const retry = (isRequested: boolean) => {
    renew()
    setTries({ tries: tries + 1, isRequested })
  }
  return (
    <ErrorBoundary
      resetOn={`${typeof window === 'object' ? window.location.pathname : ''} ${tries}`}
      fallback={() => (
        <Missing
          since={loader.failedSince()}
          onLeave={renew}
          onReturn={() => retry(false)}
          onGone={() => {
            if (isPage || isRequested) void reloadDocument(isRequested)
          }}
        >
          {failed(() => retry(true))}
        </Missing>
      )}
    >
      <Draw draw={draw} />
    </ErrorBoundary>
  )
}

/** A component inside the boundary, because a boundary catches only its children's errors. */
const Draw = ({ draw }: Pick<Props, 'draw'>) => draw()

type MissingProps = Record<'onLeave' | 'onReturn' | 'onGone', () => void> & {
  since: number | null
  children: ReactNode
}

/** Retries when the part is mounted again, and when the network returns. */
function Missing({ since, onLeave, onReturn, onGone, children }: MissingProps) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once for each failure
  useEffect(() => {
    // The network may have returned before this effect.
    if (since !== null && returned > since) onReturn()
    else if (since !== null) onGone()
    return onOnline(onReturn)
  }, [since])
  useEffect(() => onLeave, [onLeave])
  return children
}

/**
 * Loads failed style sheets again. Rejects if one fails again.
 * trap: Vite's loader requests a chunk's style sheet once; a second import of the chunk resolves without it.
 */
async function loadMissingStyles(): Promise<void> {
  await Promise.all(
    [...failedLinks].map(
      (link) =>
        new Promise((loaded, failed) => {
          const copy = link.cloneNode() as HTMLLinkElement
          copy.onload = loaded
          copy.onerror = () => failed(new Error(`${copy.href} did not load.`))
          failedLinks.delete(link)
          link.replaceWith(copy)
        }),
    ),
  )
}

/** The pages that were reloaded in this tab, each with the build that failed to load it. */
const RELOADED_KEY = 'reloadedPages'

/**
 * Reloads the document after code failed to load, because a deployment may have removed the files of this build. Typed
 * text is kept. Does nothing if the server does not respond.
 * @param isRequested whether the shopper clicked Try again. Otherwise, each page of a build is reloaded only once per tab.
 */
async function reloadDocument(isRequested: boolean): Promise<void> {
  if (!isOnline()) return
  const { href, pathname } = window.location
  const response = await fetch(href, { method: 'HEAD', cache: 'no-store' }).catch(() => null)
  if (response === null || response.status >= 500 || !(isRequested || isFirstReload(pathname))) return
  storeTypedText()
  window.location.reload()
}

/** Whether a page was not reloaded yet. If that cannot be stored, a reload might repeat, so the result is false. */
function isFirstReload(pathname: string): boolean {
  const build = document.querySelector<HTMLLinkElement>('link[data-script]')?.href
  const page = `${build} ${pathname}`
  const stored = readStoredJson(RELOADED_KEY, 'session')
  const reloaded = Array.isArray(stored) ? stored : []
  return !reloaded.includes(page) && writeStoredJson(RELOADED_KEY, [...reloaded, page], 'session')
}

type Options<P> = {
  /** Rendered until the code is loaded. */
  waiting: ReactNode | ((props: P) => ReactNode)
  /** Rendered if loading failed or the component threw. `again` retries. */
  failed?: (again: () => void, props: P) => ReactNode
}

/** For optional content: renders nothing while loading or after a failure. */
const OPTIONAL = { waiting: null, failed: () => null }

/** A component whose code is loaded when it is first rendered. */
export type LazyPart<P> = ComponentType<P> & Preloadable & { isLoaded: () => boolean }

/** Not with Suspense, which shows loaded content only 300 ms after the fallback, too late for a menu or panel. */
export function lazyPart<P extends object>(
  load: () => Promise<ComponentType<P>>,
  { waiting, failed = (again) => <PartFailure onRetry={again} /> }: Options<P> = OPTIONAL,
): LazyPart<P> {
  const loader = lazyLoader(load)
  let loaded: ComponentType<P> | null = null
  let loading: Promise<void> | null = null
  const fetchOnce = () => {
    loading ??= afterPaint()
      .then(loader.fetch)
      .then((component) => {
        loaded = component
      })
      .finally(() => {
        loading = null
      })
    return loading
  }

  function Part(props: P) {
    const [Loaded, setLoaded] = useState(() => loaded)
    const [failure, setFailure] = useState<{ error: unknown } | null>(null)
    useEffect(() => {
      if (Loaded) return
      // React ignores updates of an unmounted component.
      fetchOnce().then(
        () => setLoaded(() => loaded),
        (error) => setFailure({ error }),
      )
    }, [Loaded])
    if (failure) throw failure.error
    if (Loaded) return <Loaded {...props} />
    return typeof waiting === 'function' ? waiting(props) : waiting
  }

  const LazyPart = (props: P) => (
    <CodeBoundary loader={loader} draw={() => <Part {...props} />} failed={(again) => failed(again, props)} />
  )
  const preload = async () => {
    if (!loaded) await fetchOnce().catch(() => undefined)
  }
  return Object.assign(LazyPart, { preload, isLoaded: () => loaded !== null })
}

export function PartFailure({ onRetry }: { onRetry: () => void }) {
  return <Failure message="This didn't load. Your cart is safe." onRetry={onRetry} />
}

/** Returns button props that preload a component on hover or focus. */
export function preloadOnIntent({ preload }: Preloadable) {
  return {
    onPointerEnter: ({ pointerType }: PointerEvent) => {
      if (pointerType !== 'touch') void preload()
    },
    onFocus: () => void preload(),
  }
}

/** Settles after the next paint, so that the feedback to a tap is not delayed by further work. */
export function afterPaint(): Promise<void> {
  return new Promise((shown) => requestAnimationFrame(() => setTimeout(shown)))
}
