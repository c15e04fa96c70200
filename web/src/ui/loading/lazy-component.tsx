import type { ComponentType, PointerEvent, ReactNode } from 'react'
import { ErrorBoundary } from '../feedback/error-boundary.tsx'
import { Failure } from '../feedback/load-states.tsx'
import { lazyModule } from './lazy-module.ts'

export type Preloadable = {
  /** Preloads the code. Never rejects. */
  preload: () => Promise<unknown>
}

type Options<P> = {
  waiting: ReactNode | ((props: P) => ReactNode)
  /** Rendered if loading failed or the component threw. `again` retries. */
  failed?: (again: () => void, props: P) => ReactNode
}

/** For optional content: renders nothing while loading or after a failure. */
const OPTIONAL = { waiting: null, failed: () => null }

/** A component whose code is loaded when it is first rendered. */
export type LazyComponent<P> = ComponentType<P> & Preloadable & { isLoaded: () => boolean }

/**
 * Creates a component whose code is loaded when it is first rendered. Does not use Suspense, which shows loaded content
 * only 300 ms after the fallback, too late for a menu or panel.
 */
export function lazyComponent<P extends object>(
  importComponent: () => Promise<ComponentType<P>>,
  { waiting, failed = (again) => <LoadFailure onRetry={again} /> }: Options<P> = OPTIONAL,
): LazyComponent<P> {
  const { useCode, load: preload, loaded } = lazyModule(() => afterPaint().then(importComponent))

  function Content(props: P) {
    const { code: Loaded, error, retry } = useCode()
    if (Loaded) return <Loaded {...props} />
    if (error) return failed(retry, props)
    return typeof waiting === 'function' ? waiting(props) : waiting
  }
  const Wrapped = (props: P) => (
    <CodeBoundary failed={(again) => failed(again, props)}>
      <Content {...props} />
    </CodeBoundary>
  )
  return Object.assign(Wrapped, { preload, isLoaded: () => loaded() !== undefined })
}

type BoundaryProps = { failed: (again: () => void) => ReactNode; children: ReactNode }

/** Keeps the rest of the page if a component throws. Navigating to another page renders it again. */
export function CodeBoundary({ failed, children }: BoundaryProps) {
  return (
    <ErrorBoundary resetOn={typeof window === 'object' ? window.location.pathname : ''} fallback={failed}>
      {children}
    </ErrorBoundary>
  )
}

export function LoadFailure({ onRetry }: { onRetry: () => void }) {
  return <Failure message="This didn't load." onRetry={onRetry} />
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
