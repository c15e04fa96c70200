import {
  type ComponentType,
  type PointerEvent,
  type ReactNode,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react'
import { limits } from '../../config/limits.ts'
import { storeTypedText } from '../../platform/fields.ts'
import { isOnline, onOnline } from '../../platform/online.ts'
import { readStoredJson, writeStoredJson } from '../../platform/storage.ts'
import { ErrorBoundary } from '../feedback/error-boundary.tsx'
import { Failure } from '../feedback/load-states.tsx'

/** Delay before the second retry, in milliseconds; doubled for each later one. */
const RETRY_DELAY_MS = 500

export type Preloadable = {
  /** Preloads the code. Never rejects. */
  preload: () => Promise<void>
}

/** Loads code once, on demand. */
export function codeLoader<C>(request: () => Promise<C>) {
  let loading: Promise<C> | null = null
  let loaded: C | null = null
  let failure: unknown = null
  let hasFailed = false
  /** Whether a component waits for the code, or shows its failure. */
  let isUsed = false
  let isRetry = false

  const requestCode = async (): Promise<C> => {
    const begun = performance.now()
    for (let failures = 0; ; failures += 1) {
      try {
        if (failure !== null) await Promise.all([loadMissingStyles(), refreshFile(failure)])
        loaded = await request()
        return loaded
      } catch (error) {
        failure = error
        // The first requests after the network returns often fail, and no second `online` event fires.
        const mayRetry = isOnline() && (isRetry || returned > begun)
        hasFailed = !mayRetry || failures === limits.retries
        if (hasFailed) throw error
        await new Promise((resolve) => setTimeout(resolve, RETRY_DELAY_MS * 2 ** failures))
      }
    }
  }
  const start = () => {
    loading ??= requestCode()
    return loading
  }
  const load = () => {
    isUsed = true
    return start()
  }
  /** Returns the code; throws the promise that Suspense waits for, or the error. */
  const read = (): C => {
    if (loaded) return loaded
    throw hasFailed ? failure : load()
  }
  const forget = () => {
    loading = null
    hasFailed = false
    isUsed = false
  }
  /** After a failure, makes the next `load` a retry. */
  const reset = () => {
    if (!hasFailed) return
    isRetry = true
    forget()
  }
  /**
   * A failed preload shows no error, unless a component waits for it.
   * trap: Vite's loader waits for a chunk's style sheet only in the first import, so `load` must share its promise.
   */
  const preload = async (): Promise<void> => {
    await start().catch(() => {
      if (!isUsed) forget()
    })
  }
  const isFailure = (error: unknown) => failure !== null && error === failure
  return { load, read, reset, preload, isFailure, loaded: () => loaded }
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

type Props = {
  loader: Pick<ReturnType<typeof codeLoader>, 'reset' | 'isFailure'>
  /** Rendered if loading failed or a child threw. `again` retries. */
  failed: (again: () => void) => ReactNode
  /** Whether the document is reloaded once if loading failed. Other parts reload it only after a failed retry. */
  isPage?: boolean
  children: ReactNode
}

/** Keeps the rest of the page if lazy-loaded code fails. Retries on a click and when the network returns. */
export function CodeBoundary({ loader, failed, isPage = false, children }: Props) {
  const isClicked = useRef(false)
  const onFailure = (error: unknown) => {
    if (loader.isFailure(error) && (isPage || isClicked.current)) void reloadDocument(isClicked.current)
  }
  return (
    <ErrorBoundary
      resetOn={typeof window === 'object' ? window.location.pathname : ''}
      fallback={(error, reset) => {
        const retry = (isClick: boolean) => {
          isClicked.current = isClick
          loader.reset()
          reset()
        }
        return (
          <Failed error={error} onShow={onFailure} onReturn={() => retry(false)} onLeave={loader.reset}>
            {failed(() => retry(true))}
          </Failed>
        )
      }}
    >
      {children}
    </ErrorBoundary>
  )
}

type FailedProps = {
  error: unknown
  onShow: (error: unknown) => void
  onReturn: () => void
  onLeave: () => void
  children: ReactNode
}

function Failed({ error, onShow, onReturn, onLeave, children }: FailedProps) {
  const show = useEffectEvent(onShow)
  const retry = useEffectEvent(onReturn)
  useEffect(() => show(error), [error])
  useEffect(() => onOnline(() => retry()), [])
  useEffect(() => onLeave, [onLeave])
  return children
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
  const loader = codeLoader(() => afterPaint().then(load))

  function Part(props: P) {
    const [Loaded, setLoaded] = useState(loader.loaded)
    useEffect(() => {
      if (Loaded) return
      loader.load().then(
        (component) => setLoaded(() => component),
        // Thrown during the next render, so that the boundary catches it.
        (error) =>
          setLoaded(() => {
            throw error
          }),
      )
    }, [Loaded])
    if (Loaded) return <Loaded {...props} />
    return typeof waiting === 'function' ? waiting(props) : waiting
  }

  const LazyPart = (props: P) => (
    <CodeBoundary loader={loader} failed={(again) => failed(again, props)}>
      <Part {...props} />
    </CodeBoundary>
  )
  return Object.assign(LazyPart, { preload: loader.preload, isLoaded: () => loader.loaded() !== null })
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
