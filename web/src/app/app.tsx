import { IsRestoringProvider, QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, startTransition, useCallback, useEffect, useState } from 'react'
import { BrowserRouter } from 'react-router-dom'
import { CACHE_LIFETIME_MS, withResponseCache } from '../api/response-cache.ts'
import { HydrationContext } from '../platform/hydration.ts'
import { locationOf } from '../platform/location.ts'
import { ErrorBoundary } from '../ui/feedback/error-boundary.tsx'
import { PrefetchContext } from '../ui/page/link.tsx'
import { type RenderedSite, SiteContext } from '../ui/page/metadata.tsx'
import { ErrorScreen } from './error-screen.tsx'
import { Layout } from './layout.tsx'
import { prefetchPage, ShopRoutes } from './shop-routes.tsx'

type Props = {
  /** Query client. May already contain the responses that the document embeds. */
  client?: QueryClient
  /** Path and query for which the document was rendered. `null` if there is no server-rendered markup. */
  renderedUrl?: string | null
  site?: RenderedSite
  /**
   * Called with `hydrated` after hydration, and with `ready` once the state of the browser has been rendered. Without
   * server-rendered markup, only with `ready`.
   */
  onHydration?: (stage: 'hydrated' | 'ready', client: QueryClient) => void
}

export function App({ client: initialClient, ...hydration }: Props) {
  const [client] = useState(() => initialClient ?? createQueryClient())
  return (
    <ErrorBoundary fallback={() => <ErrorScreen onRetry={() => window.location.reload()} canReload />}>
      <Shop client={client} router={(shop) => <BrowserRouter>{shop}</BrowserRouter>} {...hydration} />
    </ErrorBoundary>
  )
}

type ShopProps = Omit<Props, 'client'> & { client: QueryClient; router: (shop: ReactNode) => ReactNode }

/** The part of the component tree that the server and the browser share. `router` differs between the two. */
export function Shop({ client, router, renderedUrl = null, site = UNKNOWN_SITE, onHydration }: ShopProps) {
  const [rendered, setRendered] = useState(() => (renderedUrl === null ? null : locationOf(renderedUrl)))
  const isHydrated = rendered === null
  const prefetch = useCallback((url: string) => prefetchPage(client, url), [client])
  return (
    <QueryClientProvider client={client}>
      {router(
        <HydrationContext value={rendered}>
          {/* No query is requested during hydration. */}
          <IsRestoringProvider value={!isHydrated}>
            <SiteContext value={site}>
              <PrefetchContext value={prefetch}>
                <Layout>
                  <ShopRoutes />
                  <AfterCommit
                    key={String(isHydrated)}
                    act={() => {
                      onHydration?.(isHydrated ? 'ready' : 'hydrated', client)
                      // In a transition, because it renders the whole page.
                      startTransition(() => setRendered(null))
                    }}
                  />
                </Layout>
              </PrefetchContext>
            </SiteContext>
          </IsRestoringProvider>
        </HydrationContext>,
      )}
    </QueryClientProvider>
  )
}

const UNKNOWN_SITE: RenderedSite = { origin: '', isExact: false }

/** Calls `act` once after its first commit. In a microtask, because React does not flush updates within an effect. */
function AfterCommit({ act }: { act: () => void }) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: acts once per mount
  useEffect(() => queueMicrotask(act), [])
  return null
}

/** Creates a client whose queries do not retry, and run offline too, so that a page shows an error, not a skeleton. */
export function createQueryClient(): QueryClient {
  const failedQueries = new WeakSet<object>()
  const client = new QueryClient({
    queryCache: new QueryCache({
      // The page decides what to show.
      onError(error, query) {
        console.info(error.message)
        failedQueries.add(query)
      },
      // Once a read that had failed succeeds, repeats the page's other failed reads.
      onSuccess(_, query) {
        if (failedQueries.delete(query))
          void client.refetchQueries({ type: 'active', predicate: (each) => each.state.status === 'error' })
      },
    }),
    defaultOptions: {
      queries: {
        retry: false,
        networkMode: 'always',
        persister: withResponseCache,
        // Data that was shown offline may have changed, even if it is not stale yet.
        refetchOnReconnect: 'always',
        staleTime: 60_000,
        gcTime: CACHE_LIFETIME_MS,
        refetchOnWindowFocus: false,
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  })
  return client
}
