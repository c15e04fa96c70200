import { QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { withOfflineCache } from '../api/offline-cache.ts'
import { CACHE_LIFETIME_MS } from '../config/limits.ts'

/**
 * Defaults of the shop's queries. Queries do not retry unless they set it. They also run offline, so that a page shows an
 * error instead of an endless skeleton.
 */
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

type Props = { client: QueryClient; children: ReactNode }

export function Providers({ client, children }: Props) {
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>
}
