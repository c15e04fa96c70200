import { QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { BrowserRouter } from 'react-router-dom'
import { withOfflineCache } from '../api/offline-cache.ts'
import { CACHE_LIFETIME_MS } from '../config/limits.ts'
import { ErrorBoundary } from '../ui/feedback/error-boundary.tsx'
import { ErrorScreen } from './error-screen.tsx'
import { Layout } from './layout.tsx'
import { ShopRoutes } from './routes.tsx'

/** The shop. `client` may contain responses that the boot script has requested. */
export function App({ client: given }: { client?: QueryClient }) {
  const [client] = useState(() => given ?? createQueryClient())
  return (
    <ErrorBoundary fallback={() => <ErrorScreen onRetry={() => window.location.reload()} reloads />}>
      <Providers client={client}>
        <BrowserRouter>
          <Layout>
            <ShopRoutes />
          </Layout>
        </BrowserRouter>
      </Providers>
    </ErrorBoundary>
  )
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

export function Providers({ client, children }: { client: QueryClient; children: ReactNode }) {
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>
}
