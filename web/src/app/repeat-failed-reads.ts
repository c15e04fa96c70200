import type { Query, QueryClient } from '@tanstack/react-query'
import { ApiError } from 'contracts/client'
import { call } from '../api/api.ts'
import { isCachedDocument, mayBeOutdated, outdatedTimes } from '../api/outdated-times.ts'
import { isOnline, onOnline } from '../platform/online.ts'
import { codeClient } from '../ui/loading/lazy-module.ts'

/** When failed reads are repeated after a reconnection, in milliseconds. Early requests often fail. */
const SETTLING_MS = [1500, 5000, 12_000]

/** The key of `hostConfigQuery`, whose module is in a large chunk that not every page needs. */
const CONFIG_KEY = ['config']

/** The interval between requests until the host responds again, in milliseconds. */
const INTERVAL_MS = 10_000

/**
 * Repeats the reads of a page that failed, or whose data may be outdated, and the loading of its code: when
 * the network returns, and when the host works again. A browser whose mobile data bundle is used up reports that it is
 * online, and a host may respond to every request with 503.
 */
export function repeatFailedReads(client: QueryClient): void {
  const clients = [client, codeClient]
  const repeat = () => Promise.all(clients.map((each) => each.refetchQueries(TO_REPEAT)))
  const readsToRepeat = () => clients.flatMap((each) => each.getQueryCache().findAll(TO_REPEAT))
  // Trap: TanStack Query takes a page that was loaded offline for online, and would not notice that the network
  // returns.
  if (!isOnline()) window.dispatchEvent(new Event('offline'))
  onOnline(() => {
    for (const delay of SETTLING_MS) setTimeout(() => isOnline() && repeat(), delay)
  })

  let isWaiting = false
  const lostBefore = new WeakSet<Query>()
  /** Returns the reads that have received no response for the first time, and remembers them. */
  const takeNewlyLost = () => {
    const lost = readsToRepeat().filter(
      (query) => !(query.state.error instanceof ApiError) && !lostBefore.has(query),
    )
    for (const query of lost) lostBefore.add(query)
    return lost
  }
  const waitForHost = async (wasOutOfReach: boolean) => {
    if (isWaiting || readsToRepeat().length === 0) return
    isWaiting = true
    let isHostUp = !client.getQueryState(CONFIG_KEY)?.error && (await isHostWorking())
    // If only the configuration fails, the other data is current.
    if (!isHostUp && readsToRepeat().some(({ queryKey }) => queryKey[0] !== CONFIG_KEY[0]))
      markAsOutdated(client)
    // If the host responds now, its refusals are final. A read without a response was perhaps sent before the host
    // returned, so it is repeated once.
    const isWorthwhile = wasOutOfReach || !isHostUp || takeNewlyLost().length > 0
    isHostUp &&= wasOutOfReach || !isWorthwhile
    while (!isHostUp && readsToRepeat().length > 0) {
      await new Promise((resolve) => setTimeout(resolve, INTERVAL_MS))
      isHostUp = await isHostWorking()
    }
    if (isHostUp && isWorthwhile) await repeat()
    isWaiting = false
    // Other reads, and repeated ones, may have failed in the meantime.
    if (isWorthwhile) void waitForHost(false)
  }
  for (const each of clients)
    each.getQueryCache().subscribe((event) => {
      // A cached response sets the state, with its time. A page whose code is missing is rendered after the error.
      const mayNeedRepeat =
        event.type === 'updated'
          ? /^(error|setState)$/.test(event.action.type)
          : event.type === 'observerAdded'
      if (mayNeedRepeat) void waitForHost(false)
    })
  void waitForHost(isCachedDocument)
}

/** Makes the page show when its data was received, because it may be outdated while the host does not work. */
function markAsOutdated(client: QueryClient): void {
  for (const query of client
    .getQueryCache()
    .findAll({ type: 'active', predicate: ({ state }) => state.data !== undefined })) {
    // A different time renders the page again.
    const dataUpdatedAt = query.state.dataUpdatedAt - 1
    outdatedTimes.add(dataUpdatedAt)
    query.setState({ dataUpdatedAt })
  }
}

/** Whether the host has refused a read, so that it would refuse a repeated one, too. Not if it limits its rate. */
const isRefusal = (error: unknown) => error instanceof ApiError && error.status < 500 && error.status !== 429

/** Whether a read failed without a refusal, or its data may be outdated. The place search has a different host. */
const needsRepeat = ({ queryKey, state: { data, dataUpdatedAt, error } }: Query) =>
  queryKey[0] !== 'places' &&
  ((error !== null && !isRefusal(error)) || (data !== undefined && mayBeOutdated(dataUpdatedAt)))

const TO_REPEAT = { type: 'active', predicate: needsRepeat } as const

/** Requests a small response of the host. It is not requested for a hidden page. */
async function isHostWorking(): Promise<boolean> {
  if (document.hidden || !isOnline()) return false
  return call('GET /config').then(() => true, isRefusal)
}
