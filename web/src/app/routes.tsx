import { type ComponentType, lazy } from 'react'
import { useLocation } from 'react-router-dom'
import { matchPattern } from '../boot/pages.ts'
import { CodeBoundary, lazyLoader, type Preloadable } from '../ui/loading/code-boundary.tsx'
import { ErrorScreen } from './error-screen.tsx'
import { screens } from './screens.ts'
// Imported statically, because most pages use them and separate chunks would cost requests.
import '../platform/trusted-types.ts'
import '../ui/page/as-of.tsx'
import '../ui/feedback/empty-state.tsx'
import '../ui/media/image-link.tsx'
import '../ui/page/price-line.tsx'
import '../ui/loading/skeleton.tsx'
import '../ui/feedback/still-trying.tsx'

type LazyPage = ComponentType & Preloadable

/** Creates a lazy-loaded page. The previous page stays until its code has loaded. */
function lazyPage(load: () => Promise<ComponentType>): LazyPage {
  const loader = lazyLoader(load)
  const suspended = () => lazy(async () => ({ default: await loader.fetch() }))
  let Page: ComponentType = suspended()
  let isDrawn = false
  // trap: a lazy component that failed never retries, so a new one is created.
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
        isPage
      />
    )
  }
  const preload = async () => {
    const component = await load().catch(() => null)
    // trap: replacing a rendered component would lose its state.
    if (component && !isDrawn) Page = component
  }
  return Object.assign(LazyPage, { preload })
}

const routes = screens.map(({ pattern, load }) => ({ pattern, Page: lazyPage(load) }))

/** Returns the page at a path. The last pattern matches every path. */
const pageAt = (pathname: string) =>
  routes.find(({ pattern }) => matchPattern(pattern, pathname) !== null)?.Page

/** Renders the page at the current path. */
export function ShopRoutes() {
  const Page = pageAt(useLocation().pathname)
  return Page ? <Page /> : null
}

/** Preloads the code of the page at a path. Never rejects. */
export async function preloadScreen(pathname: string): Promise<void> {
  await pageAt(pathname)?.preload()
}
