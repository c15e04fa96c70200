import { type ReactNode, Suspense } from 'react'
import { useLocation } from 'react-router-dom'
import { ErrorBoundary } from '../ui/error-boundary.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { ToastHost } from '../ui/toast-host.tsx'
import { ErrorScreen } from './error-screen.tsx'
import { Footer } from './footer.tsx'
import { Header } from './header.tsx'
import { OfflineBar } from './offline-bar.tsx'
import { OfflineSetup } from './offline-setup.tsx'
import { PromotionBar } from './promotion-bar.tsx'
import { RouteEffects } from './route-effects.tsx'
import { TopBar } from './top-bar.tsx'

/** What every page has in common, around the page itself. */
export function Layout({ children }: { children: ReactNode }) {
  const { pathname } = useLocation()
  return (
    <>
      <a className="skip-link" href="#main">
        Skip to content
      </a>
      <RouteEffects />
      <PromotionBar />
      <TopBar />
      <ErrorBoundary resetOn={pathname} fallback={() => null}>
        <Header />
      </ErrorBoundary>
      <main id="main" tabIndex={-1}>
        <ErrorBoundary
          resetOn={pathname}
          fallback={() => <ErrorScreen onRetry={() => window.location.reload()} reloads />}
        >
          <Suspense
            fallback={
              <div className="shell page page-wait">
                <Spinner label="Loading..." />
              </div>
            }
          >
            {children}
          </Suspense>
        </ErrorBoundary>
      </main>
      <ErrorBoundary resetOn={pathname} fallback={() => null}>
        <Footer />
      </ErrorBoundary>
      <OfflineBar />
      <OfflineSetup />
      <ToastHost />
    </>
  )
}
