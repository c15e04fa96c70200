import { type ComponentType, useEffect, useRef } from 'react'
import { CodeBoundary, type Preloadable } from '../ui/loading/lazy-component.tsx'
import { lazyModule } from '../ui/loading/lazy-module.ts'
import { ErrorScreen } from './error-screen.tsx'

export type LazyPage = ComponentType & Preloadable

/** Creates a lazy-loaded page. The previous page stays until its code has loaded. A preloaded page never suspends. */
export function lazyPage(importPage: () => Promise<{ default: ComponentType }>): LazyPage {
  const { useCode, load, reset } = lazyModule(async () => (await importPage()).default)

  function Content() {
    const { code: Page, error } = useCode(true)
    if (Page) return <Page />
    throw error ?? load()
  }

  /** Opens the page when a retry, or the return of the network, has loaded its code. */
  function Failed({ onRetry }: { onRetry: () => void }) {
    const { code, retry } = useCode(true)
    const wasMissing = useRef(code === undefined)
    useEffect(() => {
      if (wasMissing.current && code) onRetry()
    }, [code, onRetry])
    // Opening a page that failed to load tries again.
    useEffect(() => reset, [])
    return <ErrorScreen onRetry={code ? onRetry : retry} />
  }

  const Page = () => (
    <CodeBoundary failed={(again) => <Failed onRetry={again} />}>
      <Content />
    </CodeBoundary>
  )
  return Object.assign(Page, { preload: load })
}
