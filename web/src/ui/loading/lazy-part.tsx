import { type ComponentType, type PointerEvent, type ReactNode, useEffect, useState } from 'react'
import { Failure } from '../feedback/failure.tsx'
import { CodeBoundary, lateLoader, type Preloadable } from './code-boundary.tsx'

type Options<P> = {
  /** Shown until the code is loaded. */
  waiting: ReactNode | ((props: P) => ReactNode)
  /** Shown when loading failed or the component threw. `again` loads it once more. */
  failed?: (again: () => void, props: P) => ReactNode
}

/** For a part without which the page works: nothing is shown while it loads, nor where it does not. */
const OPTIONAL = { waiting: null, failed: () => null }

/** A part of a page whose code is loaded when it is first drawn. */
export type LazyPart<P> = ComponentType<P> & Preloadable

/**
 * Makes a part of a page that comes late. Not by Suspense: React holds what has just loaded back until 300 ms after
 * the fallback was shown, which a menu or a panel has no time for.
 */
export function lazyPart<P extends object>(
  load: () => Promise<ComponentType<P>>,
  { waiting, failed = (again) => <PartFailure onRetry={again} /> }: Options<P> = OPTIONAL,
): LazyPart<P> {
  const loader = lateLoader(load)
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
      let isLeft = false
      fetchOnce().then(
        () => isLeft || setLoaded(() => loaded),
        (error) => isLeft || setFailure({ error }),
      )
      return () => {
        isLeft = true
      }
    }, [Loaded])
    if (failure) throw failure.error
    if (Loaded) return <Loaded {...props} />
    return typeof waiting === 'function' ? waiting(props) : waiting
  }

  function LazyPart(props: P) {
    return (
      <CodeBoundary
        loader={loader}
        draw={() => <Part {...props} />}
        failed={(again) => failed(again, props)}
      />
    )
  }
  const preload = async () => {
    if (!loaded) await fetchOnce().catch(() => undefined)
  }
  return Object.assign(LazyPart, { preload })
}

/** Says that a part of the page did not load. */
export function PartFailure({ onRetry }: { onRetry: () => void }) {
  return <Failure message="This did not load. Your cart is safe." onRetry={onRetry} />
}

/** For a button: fetches a part's code when a mouse or the focus comes near. A touch is the press itself. */
export function preloadOnIntent({ preload }: Preloadable) {
  return {
    onPointerEnter: ({ pointerType }: PointerEvent) => {
      if (pointerType !== 'touch') void preload()
    },
    onFocus: () => void preload(),
  }
}

/** Settles once the browser has shown what has changed: the answer to a press must not wait for what comes next. */
export function afterPaint(): Promise<void> {
  return new Promise((shown) => requestAnimationFrame(() => setTimeout(shown)))
}
