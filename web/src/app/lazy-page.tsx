import { type ComponentType, useEffect } from 'react'
import { codeQuery } from '../ui/loading/code.ts'
import { CodeBoundary, type Preloadable } from '../ui/loading/lazy-part.tsx'
import { ErrorScreen } from './error-screen.tsx'

export type LazyPage = ComponentType & Preloadable

/** Creates a lazy-loaded page. The previous page stays until its code has loaded. A preloaded page never suspends. */
export function lazyPage(importPage: () => Promise<{ default: ComponentType }>): LazyPage {
  const { useCode, preload, reset } = codeQuery(async () => (await importPage()).default)

  function Content() {
    const { code: Page, hasFailed, retry } = useCode(true)
    // Opening a page that failed to load tries again.
    useEffect(() => reset, [])
    if (Page) return <Page />
    if (hasFailed) return <ErrorScreen onRetry={retry} />
    throw preload()
  }
  const LazyPage = () => (
    <CodeBoundary failed={(again) => <ErrorScreen onRetry={again} />}>
      <Content />
    </CodeBoundary>
  )
  return Object.assign(LazyPage, { preload })
}
