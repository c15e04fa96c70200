import type { QueryClient } from '@tanstack/react-query'
import { cacheOffline, cacheScopeOf, offlineCache } from '../api/response-cache.ts'
import { getSession } from '../api/session.ts'
import { isUnmetered, shouldLimitData } from '../platform/data-saver.ts'
import { matchesMedia } from '../platform/media-query.ts'
import { allowScript } from '../platform/trusted-types.ts'
import { whenIdle } from '../platform/when-idle.ts'
import { repeatFailedReads } from './repeat-failed-reads.ts'

let isEnabled = false

/**
 * Repeats failed reads. Once the page's requests have ended, caches responses and registers the service worker. With
 * the data saver on, or on a 2G connection, registers it in an installed shop only. Does nothing if it has been called
 * before.
 */
export async function enableOffline(client: QueryClient): Promise<void> {
  if (isEnabled) return
  isEnabled = true
  repeatFailedReads(client)
  await waitForRequests(client)
  void startCaching(client)
  if (shouldLimitData() && !isInstalled()) return
  register().catch((error: unknown) => console.info(`The shop is not cached for offline use: ${error}`))
}

/** Resolves when no request of the page is pending and the browser is idle. */
function waitForRequests(client: QueryClient): Promise<void> {
  return new Promise((end) => {
    const check = () => {
      if (client.isFetching() > 0) return
      stop()
      whenIdle(end)
    }
    const stop = client.getQueryCache().subscribe(check)
    check()
  })
}

/** Registers the service worker. Fails if the browser refuses it; Firefox already throws where site data is blocked. */
async function register(): Promise<void> {
  const registration: ServiceWorkerRegistration | undefined = await navigator.serviceWorker.register(
    allowScript('/sw.js'),
  )
  // In tests without service workers, there is no registration.
  if (registration) await cachePageFiles()
}

/**
 * Starts caching responses for offline use, including earlier ones and those in the document: one in each idle period,
 * because copying a list blocks the page.
 */
async function startCaching(client: QueryClient): Promise<void> {
  offlineCache.isStarted = true
  for (const query of client.getQueryCache().getAll()) {
    await new Promise<void>((idle) => whenIdle(idle))
    const { queryKey, state } = query
    // A customer may have logged out since the response.
    if (cacheScopeOf(queryKey) === 'public' || queryKey.includes(getSession()))
      cacheOffline(query, { data: state.data, at: state.dataUpdatedAt })
  }
}

/** Whether the installed shop is open, so that all pages may be cached. */
function isInstalled(): boolean {
  return matchesMedia('(display-mode: standalone)')
}

/** Caches the files that were loaded before the worker controlled the page, and on unmetered connections all pages. */
async function cachePageFiles(): Promise<void> {
  const { active } = await navigator.serviceWorker.ready
  if (isInstalled() || isUnmetered()) active?.postMessage({ type: 'cache-pages' })
  if (navigator.serviceWorker.controller) return
  new PerformanceObserver((list) => {
    active?.postMessage({ type: 'cache-loaded', urls: list.getEntries().map(({ name }) => name) })
  }).observe({ type: 'resource', buffered: true })
}
