import type { Query, QueryClient } from '@tanstack/react-query'
import { call } from '../api/api.ts'
import { isResponseError } from '../api/response-cache.ts'
import { isCachedDocument, isStoredTime } from '../api/stored-times.ts'
import { isOnline } from '../platform/online.ts'

/** When failed reads are repeated after a reconnection, in milliseconds. Early requests often fail. */
const SETTLING_MS = [1500, 5000, 12_000]

/** How often the host is requested while it is out of reach, in milliseconds. */
const REACH_INTERVAL_MS = 10_000

/**
 * Repeats the reads of a page that failed, or for which a stored response stands in, when the network returns, or when
 * the host can be reached again: a browser with a mobile network whose data bundle is used up reports that it is online.
 */
export function repeatFailedReads(client: QueryClient): void {
  const repeat = () => client.refetchQueries({ type: 'active', predicate: isUnanswered })
  // Trap: TanStack Query takes a page that was loaded offline for online, and would not notice that the network returns.
  if (!isOnline()) window.dispatchEvent(new Event('offline'))
  window.addEventListener('online', () => {
    for (const delay of SETTLING_MS) setTimeout(() => isOnline() && repeat(), delay)
  })

  let isWaiting = false
  const waitForHost = async (wasOutOfReach: boolean) => {
    if (isWaiting || !hasUnanswered(client)) return
    isWaiting = true
    let isReachable = await canReachHost()
    // If the host responds at once, the reads have failed for another reason, and would fail again.
    const isWorthwhile = wasOutOfReach || !isReachable
    while (!isReachable && hasUnanswered(client)) {
      await new Promise((resolve) => setTimeout(resolve, REACH_INTERVAL_MS))
      isReachable = await canReachHost()
    }
    if (isReachable && isWorthwhile) await repeat()
    isWaiting = false
  }
  client.getQueryCache().subscribe((event) => {
    // A stored response sets the state, with its time.
    if (event.type === 'updated' && /^(error|setState)$/.test(event.action.type)) void waitForHost(false)
  })
  void waitForHost(isCachedDocument)
}

/** Whether a read failed without a response, or a stored response stands in. The place search has a different host. */
const isUnanswered = ({ queryKey, state: { data, dataUpdatedAt, error } }: Query) =>
  queryKey[0] !== 'places' &&
  ((error !== null && !isResponseError(error)) || (data !== undefined && isStoredTime(dataUpdatedAt)))

const hasUnanswered = (client: QueryClient) =>
  client.getQueryCache().findAll({ type: 'active', predicate: isUnanswered }).length > 0

/** Whether the host responds, with any status. It is not requested for a hidden page. */
async function canReachHost(): Promise<boolean> {
  if (document.hidden || !isOnline()) return false
  return call('GET /config').then(() => true, isResponseError)
}
