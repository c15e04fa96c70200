import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, Suspense, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { env } from '../config/env.ts'
import { isCheckoutStep, paths } from '../config/paths.ts'
import { store } from '../config/store.ts'
import { useCart } from '../features/cart/cart-store.ts'
import { useLocation } from '../platform/location.ts'
import { useIsOnline } from '../platform/online.ts'
import { afterLoad } from '../platform/when-idle.ts'
import { ANNOUNCER_ID } from '../ui/feedback/announcer.ts'
import { ErrorBoundary } from '../ui/feedback/error-boundary.tsx'
import { TOAST_EVENT } from '../ui/feedback/notify.ts'
import { lazyComponent } from '../ui/loading/lazy-component.tsx'
import { lazyModule } from '../ui/loading/lazy-module.ts'
import { Spinner } from '../ui/loading/placeholders.tsx'
import { Icon } from '../ui/media/icon.tsx'
import { SocialLinks, socialLinks } from '../ui/page/contact-links.tsx'
import { OrderingContacts, WithoutScripts } from '../ui/page/without-scripts.tsx'
import { ErrorScreen } from './error-screen.tsx'
import { Footer } from './footer/footer.tsx'
import { Header } from './header/header.tsx'
import { TopLinks, topLinks } from './header/header-links.tsx'
import { RouteEffects } from './route-effects.tsx'

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
      <WithoutScripts>
        <p className="shell">
          Buttons need JavaScript and a newer browser. Read our <a href={paths.categories}>categories</a> and
          products. To order, <OrderingContacts message={`Hello ${store.name}, I'd like to order:`} />.
        </p>
      </WithoutScripts>
      <RouteEffects />
      {store.promotionBar ? <PromotionBar /> : null}
      {topLinks.length + socialLinks.length === 0 ? null : <TopBar />}
      <ErrorBoundary resetOn={pathname}>
        <Header />
      </ErrorBoundary>
      <main id="main" tabIndex={-1}>
        <SlowReadsNotice />
        <ErrorBoundary
          resetOn={pathname}
          fallback={() => <ErrorScreen onRetry={() => window.location.reload()} canReload />}
        >
          <Suspense
            fallback={
              <div className="shell page">
                <Spinner fillsPage />
              </div>
            }
          >
            {children}
          </Suspense>
        </ErrorBoundary>
      </main>
      <ErrorBoundary resetOn={pathname}>
        <Footer />
      </ErrorBoundary>
      <OfflineBar />
      <OfflineSetup />
      <ToastHost />
    </>
  )
}

const PromotionBar = lazyComponent(() => import('./promotion-bar.tsx').then((module) => module.PromotionBar))

const slowReads = lazyModule(() => import('./slow-reads.tsx'))
/** When the code is loaded, in milliseconds: before any read is late, and after what the first screen needs. */
const SLOW_READS_AFTER_MS = 2500

/** The live region exists from the start, so that the first text is announced. */
function SlowReadsNotice() {
  const [since, setSince] = useState<number | null>(null)
  useEffect(() => {
    const now = Date.now()
    const timer = setTimeout(() => void slowReads.load().then(() => setSince(now)), SLOW_READS_AFTER_MS)
    return () => clearTimeout(timer)
  }, [])
  const Notice = since === null ? undefined : slowReads.loaded()?.SlowReads
  return (
    <div role="status" className="slow-reads">
      {Notice && since !== null ? <Notice since={since} /> : null}
    </div>
  )
}

function OfflineBar() {
  const isOnline = useIsOnline()
  const hasItems = useCart().length > 0
  return (
    <div role="status" className={isOnline ? undefined : 'offline-bar on-dark'}>
      {isOnline ? null : (
        <>
          <Icon name="info" />
          You're offline.{hasItems ? ' Your cart is safe.' : ''}
        </>
      )}
    </div>
  )
}

function TopBar() {
  return (
    <nav className="top-bar on-dark" aria-label="Store website">
      <div className="shell d-flex justify-content-between">
        <TopLinks />
        <SocialLinks />
      </div>
    </nav>
  )
}

/** The minimum duration of a visit to a single page whose files are cached, in milliseconds. */
const FIRST_PAGE_DELAY_MS = 2000

const offlineCode = lazyModule(() => import('./enable-offline.ts'))

/** Sets up offline use with the second page or after a delay. */
function OfflineSetup() {
  const { pathname } = useLocation()
  const first = useRef(pathname)
  const client = useQueryClient()

  useEffect(() => {
    if (!env.offline || !('serviceWorker' in navigator)) return
    return afterLoad(
      () => void offlineCode.load().then((code) => code?.enableOffline(client)),
      pathname === first.current ? FIRST_PAGE_DELAY_MS : 0,
    )
  }, [pathname, client])

  return null
}

const afterFirstInput = lazyModule(() => import('./after-first-input.tsx'))

/**
 * The live regions exist from the start, so that the first text is announced. The code loads on a tap, a key or a
 * toast.
 */
function ToastHost() {
  const [firstEvent, setFirstEvent] = useState<Event | null>(null)
  const Listener = firstEvent && afterFirstInput.loaded()?.AfterFirstInput
  useEffect(() => {
    if (firstEvent) return
    const stop = new AbortController()
    // A load that failed is repeated on the next event. The first event says which control was used; a toast may follow
    // before the code has loaded.
    const load = (event: Event) => {
      void afterFirstInput.load().then((code) => code && setFirstEvent((first) => first ?? event))
    }
    for (const type of [TOAST_EVENT, 'pointerdown', 'keydown'])
      window.addEventListener(type, load, { signal: stop.signal })
    return () => stop.abort()
  }, [firstEvent])
  return (
    <>
      <div aria-live="polite" aria-relevant="additions">
        {firstEvent && Listener ? <Listener event={firstEvent} /> : null}
      </div>
      <p id={ANNOUNCER_ID} role="status" className="visually-hidden" />
    </>
  )
}
