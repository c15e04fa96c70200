import type { ComponentType } from 'react'
import { CodeBoundary, codeLoader, type Preloadable } from '../ui/loading/lazy-part.tsx'
import { ErrorScreen } from './error-screen.tsx'

export type LazyPage = ComponentType & Preloadable

/** Creates a lazy-loaded page. The previous page stays until its code has loaded. A preloaded page never suspends. */
export function lazyPage(importPage: () => Promise<{ default: ComponentType }>): LazyPage {
  const loader = codeLoader(async () => (await importPage()).default)
  function Content() {
    const Page = loader.read()
    return <Page />
  }
  const LazyPage = () => (
    <CodeBoundary loader={loader} failed={(again) => <ErrorScreen onRetry={again} />} isPage>
      <Content />
    </CodeBoundary>
  )
  return Object.assign(LazyPage, { preload: loader.preload })
}
