import { type ReactNode, Suspense, useLayoutEffect } from 'react'
import { useLocation } from 'react-router-dom'
import { isCheckoutStep } from '../boot/pages.ts'
import { useIsOnline } from '../platform/online.ts'
import { ErrorBoundary } from '../ui/feedback/error-boundary.tsx'
import { ToastHost } from '../ui/feedback/toast-host.tsx'
import { Spinner } from '../ui/loading/spinner.tsx'
import { Icon } from '../ui/media/icon.tsx'
import { ErrorScreen } from './error-screen.tsx'
import { Footer } from './footer/footer.tsx'
import { SocialLinks } from './footer/social-links.tsx'
import { Header } from './header/header.tsx'
import { PromotionBar } from './header/promotion-bar.tsx'
import { TopLinks } from './header/top-links.tsx'
import { OfflineSetup } from './offline/offline-setup.tsx'
import { RouteEffects } from './route-effects.tsx'

/** The header, footer and notices around every page. */
export function Layout({ children }: { children: ReactNode }) {
  const { pathname } = useLocation()
  useLayoutEffect(() => {
    document.documentElement.classList.toggle('quiet-shell', isCheckoutStep(pathname))
  }, [pathname])
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
                <Spinner />
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

/** A notice while the browser is offline. */
function OfflineBar() {
  const online = useIsOnline()
  return (
    <div role="status" className={online ? undefined : 'offline-bar on-dark'}>
      {online ? null : (
        <>
          <Icon name="info" />
          You're offline. Your cart is safe.
        </>
      )}
    </div>
  )
}

/** Links to the store's own website and its social pages. */
function TopBar() {
  return (
    <nav className="top-bar on-dark" aria-label="Store website">
      <div className="shell">
        <TopLinks />
        <SocialLinks />
      </div>
    </nav>
  )
}
