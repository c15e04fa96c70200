import { QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { keptWithoutNetwork } from '../api/offline-cache.ts'
import { CACHE_LIFETIME_MS } from '../config/limits.ts'

/**
 * What the queries of the shop have in common. Reads do not retry unless their query says so; without a network
 * they try all the same (and again, where their query says so): a page shows a failure and never a skeleton for ever.
 */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    // A failed read is logged; what the shopper sees is decided by the page.
    queryCache: new QueryCache({ onError: (error) => console.info(error.message) }),
    defaultOptions: {
      queries: {
        retry: false,
        networkMode: 'always',
        persister: keptWithoutNetwork,
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
