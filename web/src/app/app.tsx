import { BrowserRouter } from 'react-router-dom'
import { ErrorBoundary } from '../ui/error-boundary.tsx'
import { ErrorScreen } from './error-screen.tsx'
import { Layout } from './layout.tsx'
import { Providers } from './providers.tsx'

/** The whole shop. */
export function App() {
  return (
    <ErrorBoundary fallback={() => <ErrorScreen onRetry={() => window.location.reload()} />}>
      <Providers>
        <BrowserRouter>
          <Layout />
        </BrowserRouter>
      </Providers>
    </ErrorBoundary>
  )
}
