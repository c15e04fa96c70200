import { type ComponentType, lazy } from 'react'
import { CodeBoundary, lateLoader, type Preloadable } from '../ui/loading/code-boundary.tsx'
import { ErrorScreen } from './error-screen.tsx'

export type LazyPage = ComponentType & Preloadable

/** A screen whose code comes when it is first opened: until then the old one stays. */
export function lazyPage(load: () => Promise<ComponentType>): LazyPage {
  const loader = lateLoader(load)
  const suspended = () => lazy(async () => ({ default: await loader.fetch() }))
  let Page: ComponentType = suspended()
  let isDrawn = false
  // trap: a lazy component that once failed fails for ever; it takes another one to ask again.
  const renew = () => {
    if (loader.failedSince() !== null) Page = suspended()
  }

  function LazyPage() {
    isDrawn = true
    return (
      <CodeBoundary
        loader={loader}
        draw={() => <Page />}
        failed={(again) => <ErrorScreen onRetry={again} />}
        renew={renew}
      />
    )
  }
  const preload = async () => {
    const component = await load().catch(() => null)
    // trap: another component in the same place would lose the state of what is drawn.
    if (component && !isDrawn) Page = component
  }
  return Object.assign(LazyPage, { preload })
}
