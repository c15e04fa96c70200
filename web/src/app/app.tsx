import type { QueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { BrowserRouter } from 'react-router-dom'
import { ErrorBoundary } from '../ui/feedback/error-boundary.tsx'
import { ErrorScreen } from './error-screen.tsx'
import { Layout } from './layout.tsx'
import { createQueryClient, Providers } from './providers.tsx'
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
