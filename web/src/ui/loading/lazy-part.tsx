import { type ComponentType, type PointerEvent, type ReactNode, useEffect, useState } from 'react'
import { Failure } from '../feedback/failure.tsx'
import { CodeBoundary, lazyLoader, type Preloadable } from './code-boundary.tsx'

type Options<P> = {
  /** Rendered until the code is loaded. */
  waiting: ReactNode | ((props: P) => ReactNode)
  /** Rendered if loading failed or the component threw. `again` retries. */
  failed?: (again: () => void, props: P) => ReactNode
}

/** For optional content: renders nothing while loading or after a failure. */
const OPTIONAL = { waiting: null, failed: () => null }

/** A component whose code is loaded when it is first rendered. */
export type LazyPart<P> = ComponentType<P> & Preloadable

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
