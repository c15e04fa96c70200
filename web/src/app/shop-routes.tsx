import type { QueryClient } from '@tanstack/react-query'
import { matchPath } from 'react-router-dom'
import { store } from '../config/store.ts'
import { useIsHydrated } from '../platform/hydration.ts'
import { useLocation } from '../platform/location.ts'
import { Spinner } from '../ui/loading/placeholders.tsx'
import { Metadata, PageContext } from '../ui/page/metadata.tsx'
import { OrderingContacts, WithoutScripts } from '../ui/page/without-scripts.tsx'
import { routes, type ShopRoute } from './routes.ts'
// Imported statically, because most pages use them and separate chunks would cost requests.
import '../domain/book-facts.ts'
import '../features/catalogue/recent-products.tsx'
import '../features/checkout/payment/lazy-payment-notice.tsx'
import '../platform/trusted-types.ts'
import '../ui/page/as-of.tsx'
import '../ui/feedback/load-states.tsx'
import '../ui/media/image-link.tsx'
import '../ui/media/product-card.tsx'
import '../ui/page/price-line.tsx'
import '../ui/page/side-panel.tsx'
import '../ui/loading/placeholders.tsx'

/** The same rules as in the web servers' configurations (web/build/hosting-table.ts). */
const ENDS_WITH_SLASHES = /\/\/$/
const EXTENSION = /\.\w+$/

/**
 * Returns the route of a path, and its decoded `:id`. Paths are case-sensitive, have no extension, and may end with one
 * slash. All other paths have the route for missing pages.
 */
export function routeOf(pathname: string): { route: ShopRoute; id: string } {
  for (const route of routes) {
    const match = matchPath({ path: route.path, caseSensitive: true }, pathname)
    if (!match || route.path === '*') continue
    const { id: segment = '' } = match.params
    const id = decoded(segment)
    if (id !== null && !EXTENSION.test(segment) && !ENDS_WITH_SLASHES.test(pathname)) return { route, id }
  }
  return { route: routes.at(-1) as ShopRoute, id: '' }
}

/** Returns the canonical path of a page, which has no final slash. */
export const pagePath = (pathname: string): string => pathname.replace(/([^/])\/$/, '$1')

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}

/** Preloads the code of the page at a URL. Never rejects. */
export async function preloadPage(url: string): Promise<void> {
  await routeOf(url.replace(/[?#].*/, '')).route.component.preload()
}

/** Preloads the code and the responses of the page at a URL of the shop. */
export function prefetchPage(client: QueryClient, url: string): void {
  const { pathname, searchParams } = new URL(url, window.location.href)
  const { route, id } = routeOf(pathname)
  void route.component.preload()
  for (const query of route.queries?.(id, searchParams) ?? []) void client.prefetchQuery(query)
}

export function ShopRoutes() {
  const { route } = routeOf(useLocation().pathname)
  return <RoutePage key={route.name} route={route} />
}

function RoutePage({ route }: { route: ShopRoute }) {
  const isHydrated = useIsHydrated()
  const { pathname } = useLocation()
  const { component: Page, path, rendering, title, hasSkeleton, description, isHidden, readsSearch } = route
  const isUnknown = pathname === path && path.includes(':') && !hasSkeleton
  const isRendered = isHydrated || (rendering !== 'private' && !isUnknown)
  return (
    <PageContext value={{ path: /[:*]/.test(path) ? undefined : path, description, isHidden, readsSearch }}>
      {isRendered ? (
        <Page />
      ) : (
        <div className="shell page">
          {title === null ? <title>{store.name}</title> : <Metadata title={title} />}
          {title && <h1>{title}</h1>}
          <Spinner fillsPage />
          <WithoutScripts>
            <p>
              This page needs JavaScript and a newer browser. To order, or to ask about an order,{' '}
              <OrderingContacts message={`Hello ${store.name}, I have a question:`} />.
            </p>
          </WithoutScripts>
        </div>
      )}
    </PageContext>
  )
}
