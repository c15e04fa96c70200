import { startCaching } from '../api/response-cache.ts'
import { isUnmetered, shouldLimitData } from '../platform/data-saver.ts'
import { matchesMedia } from '../platform/media-query.ts'
import { isOnline } from '../platform/online.ts'
import { allowScript } from '../platform/trusted-types.ts'

/** Delay after a reconnection, in milliseconds. Requests that are sent earlier often fail. */
const SETTLING_MS = 1500

/** Notifies TanStack Query of a reconnection again, so that it refetches stale and failed queries. */
function repeatFailedReads(): void {
  if (!isOnline()) return
  window.dispatchEvent(new Event('offline'))
  window.dispatchEvent(new Event('online'))
}

/** Caches responses and, unless the data saver is on and the shop is not installed, registers the service worker. */
export function enableOffline(): void {
  startCaching()
  // Trap: TanStack Query takes a page that was loaded offline for online, and would not notice that the network returns.
  if (!isOnline()) window.dispatchEvent(new Event('offline'))
  window.addEventListener('online', ({ isTrusted }) => {
    // The event that repeatFailedReads dispatches is not trusted.
    if (isTrusted) setTimeout(repeatFailedReads, SETTLING_MS)
  })
  if (shouldLimitData() && !isInstalled()) return
  navigator.serviceWorker.register(allowScript('/sw.js')).then(
    // In tests without service workers, there is no registration.
    (registration: ServiceWorkerRegistration | undefined) => registration && cachePageFiles(),
    (error: unknown) => console.info(`The shop is not cached for offline use: ${error}`),
  )
}

/** Whether the installed shop is open, so that all pages may be cached. */
function isInstalled(): boolean {
  return matchesMedia('(display-mode: standalone)')
}

/** Caches the files that were loaded before the worker controlled the page, and on unmetered connections all pages. */
async function cachePageFiles(): Promise<void> {
  const { active } = await navigator.serviceWorker.ready
  if (isInstalled() || isUnmetered()) active?.postMessage({ type: 'keep-pages' })
  if (navigator.serviceWorker.controller) return
  new PerformanceObserver((list) => {
    active?.postMessage({ type: 'keep', urls: list.getEntries().map(({ name }) => name) })
  }).observe({ type: 'resource', buffered: true })
}
