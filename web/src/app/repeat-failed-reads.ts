import type { Query, QueryClient } from '@tanstack/react-query'
import { call } from '../api/api.ts'
import { isResponseError } from '../api/response-cache.ts'
import { isOnline } from '../platform/online.ts'

/** Delay after a reconnection, in milliseconds. Requests that are sent earlier often fail. */
const SETTLING_MS = 1500

/** How often the host is requested while it is out of reach, in milliseconds. */
const REACH_INTERVAL_MS = 10_000

/** Notifies TanStack Query of a reconnection, so that it refetches stale and failed queries. */
function notifyReconnected(): void {
  if (!isOnline()) return
  window.dispatchEvent(new Event('offline'))
  window.dispatchEvent(new Event('online'))
}

/**
 * Repeats the failed reads of a page when the network returns, or when the host can be reached again: a browser with a
 * mobile network whose data bundle is used up reports that it is online.
 */
export function repeatFailedReads(client: QueryClient): void {
  // Trap: TanStack Query takes a page that was loaded offline for online, and would not notice that the network returns.
  if (!isOnline()) window.dispatchEvent(new Event('offline'))
  window.addEventListener('online', ({ isTrusted }) => {
    // The event that notifyReconnected dispatches is not trusted.
    if (isTrusted) setTimeout(notifyReconnected, SETTLING_MS)
  })

  let isWaiting = false
  const waitForHost = async () => {
    if (isWaiting || !hasUnreachedRead(client)) return
    isWaiting = true
    // If the host responds at once, the reads have failed for another reason, and would fail again.
    const isOutOfReach = !(await canReachHost())
    while (isOutOfReach && hasUnreachedRead(client)) {
      await new Promise((resolve) => setTimeout(resolve, REACH_INTERVAL_MS))
      if (document.hidden || !isOnline() || !(await canReachHost())) continue
      notifyReconnected()
      break
    }
    isWaiting = false
  }
  client.getQueryCache().subscribe((event) => {
    if (event.type === 'updated' && event.action.type === 'error') void waitForHost()
  })
  void waitForHost()
}

/** Whether a read that the page shows has failed without a response. */
function hasUnreachedRead(client: QueryClient): boolean {
  const isUnreached = ({ state: { error } }: Query) => error !== null && !isResponseError(error)
  return client.getQueryCache().findAll({ type: 'active', predicate: isUnreached }).length > 0
}

/** Whether the host responds, with any status. */
const canReachHost = (): Promise<boolean> => call('GET /config').then(() => true, isResponseError)
