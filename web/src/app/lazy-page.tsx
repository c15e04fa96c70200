import { type ComponentType, lazy } from 'react'
import { CodeBoundary, lazyLoader, type Preloadable } from '../ui/loading/lazy-part.tsx'
import { ErrorScreen } from './error-screen.tsx'

export type LazyPage = ComponentType & Preloadable

/** Creates a lazy-loaded page. The previous page stays until its code has loaded. A preloaded page never suspends. */
export function lazyPage(importPage: () => Promise<{ default: ComponentType }>): LazyPage {
  const load = async () => (await importPage()).default
  let loaded: ComponentType | null = null
  const loader = lazyLoader(async () => {
    loaded ??= await load()
    return loaded
  })
  const create = () =>
    lazy(() => (loaded ? resolvedWith(loaded) : loader.fetch().then((page) => ({ default: page }))))
  let Page = create()
  // trap: a lazy component that failed never retries, so a new one is created.
  const renew = () => {
    if (loader.failedSince() !== null) Page = create()
  }
  function LazyPage() {
    return (
      <CodeBoundary
        loader={loader}
        draw={() => <Page />}
        failed={(again) => <ErrorScreen onRetry={again} />}
        renew={renew}
        isPage
      />
    )
  }
  const preload = async () => {
    loaded ??= await load().catch(() => null)
  }
  return Object.assign(LazyPage, { preload })
}

/** Returns a thenable that resolves synchronously. With a promise, the first render would suspend. */
function resolvedWith(page: ComponentType): Promise<{ default: ComponentType }> {
  const thenable = {
    // biome-ignore lint/suspicious/noThenProperty: React.lazy calls it synchronously
    then: (resolve: (module: { default: ComponentType }) => void) => resolve({ default: page }),
  }
  return thenable as Promise<{ default: ComponentType }>
}
