import { IsRestoringProvider, QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, startTransition, useCallback, useContext, useEffect, useState } from 'react'
import {
  BrowserRouter,
  type Location,
  UNSAFE_LocationContext as LocationContext,
  NavigationType,
  parsePath,
} from 'react-router-dom'
import { withOfflineCache } from '../api/offline-cache.ts'
import { CACHE_LIFETIME_MS } from '../config/limits.ts'
import { HydratedContext } from '../platform/hydration.ts'
import { ErrorBoundary } from '../ui/feedback/error-boundary.tsx'
import { PrefetchContext } from '../ui/page/link.tsx'
import { ErrorScreen } from './error-screen.tsx'
import { Layout } from './layout.tsx'
import { prefetchPage, ShopRoutes } from './routes.tsx'

type Props = {
  /** May contain the responses that the server has rendered. */
  client?: QueryClient
  /** The path and query that the document was rendered for; null if the browser renders the first page. */
  renderedUrl?: string | null
  /** Called before the app first renders anything that differs from the document, and when that has been rendered. */
  onHydration?: (stage: 'hydrated' | 'ready', client: QueryClient) => void
}

/** The shop in a browser. */
export function App({ client: given, ...hydration }: Props) {
  const [client] = useState(() => given ?? createQueryClient())
  return (
    <ErrorBoundary fallback={() => <ErrorScreen onRetry={() => window.location.reload()} reloads />}>
      <Shop client={client} router={(shop) => <BrowserRouter>{shop}</BrowserRouter>} {...hydration} />
    </ErrorBoundary>
  )
}

type ShopProps = Omit<Props, 'client'> & { client: QueryClient; router: (shop: ReactNode) => ReactNode }

/** The shop with the given router, in a browser or on a server. */
export function Shop({ client, router, renderedUrl = null, onHydration }: ShopProps) {
  const [isHydrated, setHydrated] = useState(renderedUrl === null)
  const prefetch = useCallback((url: string) => prefetchPage(client, url), [client])
  const [rendered] = useState(() => renderedUrl && locationOf(renderedUrl))
  return (
    <QueryClientProvider client={client}>
      {router(
        <HydratedContext value={isHydrated}>
          {/* No query is requested during hydration. */}
          <IsRestoringProvider value={!isHydrated}>
            <At location={isHydrated ? null : rendered}>
              <PrefetchContext value={prefetch}>
                <Layout>
                  <ShopRoutes />
                  <AfterCommit
                    key={String(isHydrated)}
                    act={() => {
                      if (rendered) onHydration?.(isHydrated ? 'ready' : 'hydrated', client)
                      // In a transition, because it renders the whole page.
                      startTransition(() => setHydrated(true))
                    }}
                  />
                </Layout>
              </PrefetchContext>
            </At>
          </IsRestoringProvider>
        </HydratedContext>,
      )}
    </QueryClientProvider>
  )
}

const locationOf = (url: string): Location =>
  ({ pathname: '/', search: '', hash: '', state: null, key: 'default', ...parsePath(url) }) as Location

/**
 * Renders its children at a location. A host serves one document at several URLs, such as the product page without a
 * product, so the app hydrates it at the URL it was rendered for, and then moves to the browser's.
 */
function At({ location, children }: { location: Location | null | ''; children: ReactNode }) {
  const current = useContext(LocationContext)
  const rendered = location ? { location, navigationType: NavigationType.Pop } : current
  return <LocationContext value={rendered}>{children}</LocationContext>
}

/** Acts once when the page next to it has been committed; not in the effect, where React renders no further state. */
function AfterCommit({ act }: { act: () => void }) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: acts once per mount
  useEffect(() => queueMicrotask(act), [])
  return null
}

/** Queries do not retry by default. They also run offline, so that a page shows an error, not an endless skeleton. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    // Only logs failed queries; the page decides what to show.
    queryCache: new QueryCache({ onError: (error) => console.info(error.message) }),
    defaultOptions: {
      queries: {
        retry: false,
        networkMode: 'always',
        persister: withOfflineCache,
        refetchOnReconnect: true,
        staleTime: 60_000,
        gcTime: CACHE_LIFETIME_MS,
        refetchOnWindowFocus: false,
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  })
}
