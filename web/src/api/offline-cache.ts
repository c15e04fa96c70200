import type { Query, QueryFunction, QueryFunctionContext, QueryKey } from '@tanstack/react-query'
import { ApiError, ContractError } from 'contracts/client'
import type { CachedResponse, Kind } from './offline-store.ts'

/** The `meta` of a query that must not use cached data. */
export const FETCH_NOW = { fetchNow: true }

/** How long a query waits before cached data is shown, in milliseconds. */
const RESPONSE_TIMEOUT_MS = 6000
/** How long a query that failed waits for cached data, in milliseconds. */
const STORE_TIMEOUT_MS = 3000

const PUBLIC: readonly unknown[] = ['products', 'categories', 'homepage', 'banners', 'config']

/** Returns whether a query's data is public or belongs to a customer (wishlist, orders); null if it is not cached. */
function kindOf([resource, owner, part]: QueryKey): Kind | null {
  if (PUBLIC.includes(resource)) return 'public'
  if (resource === 'wishlist' && owner !== 'shared') return 'private'
  return resource === 'customer' && part === 'orders' ? 'private' : null
}

const openStore = () => import('./offline-store.ts')
let isCaching = false
const unwritten = new Map<string, () => void>()

/** Starts caching responses, including earlier ones. Called late, so that the first page does not need to load the store. */
export function startCaching(): void {
  isCaching = true
  for (const write of unwritten.values()) write()
  unwritten.clear()
}

function cacheData(hash: string, kind: Kind, data: unknown): void {
  const response = { data, at: Date.now() }
  const write = () =>
    void openStore().then(
      (store) => store.writeResponse(hash, kind, response),
      () => undefined,
    )
  if (isCaching) write()
  else unwritten.set(hash, write)
}

/** Resolves with undefined also if IndexedDB is blocked, or does not respond. */
async function readCached(hash: string, kind: Kind): Promise<CachedResponse | undefined> {
  const stored = openStore().then((store) => store.readResponse(hash, kind))
  const timeout = new Promise<undefined>((expired) => setTimeout(expired, STORE_TIMEOUT_MS))
  return Promise.race([stored, timeout]).catch(() => undefined)
}

/** Whether an error is a response from the host or an abort, rather than a network failure. */
function isResponseError(error: unknown): boolean {
  return error instanceof ApiError || error instanceof ContractError || (error as Error).name === 'AbortError'
}

/** Runs a query. Returns cached data with its date if the network is slow or fails, but not for the host's errors. */
export async function withOfflineCache<T, K extends QueryKey>(
  request: QueryFunction<T, K>,
  context: QueryFunctionContext<K>,
  query: Query,
): Promise<T> {
  const { queryHash: hash } = query
  const kind = kindOf(query.queryKey)
  if (kind === null || query.meta?.fetchNow) return request(context)
  const show = (stored: CachedResponse): T => {
    setTimeout(() => query.setState({ dataUpdatedAt: stored.at }))
    return stored.data as T
  }
  const requested = Promise.resolve(request(context)).then((data) => {
    if (data !== null && data !== undefined) cacheData(hash, kind, data)
    query.meta?.store?.(data, Date.now())
    return data
  })
  let timer: ReturnType<typeof setTimeout> | undefined
  const cachedLate = new Promise<CachedResponse>((shown) => {
    if (query.state.data === undefined)
      timer = setTimeout(
        () => void readCached(hash, kind).then((stored) => stored && shown(stored)),
        RESPONSE_TIMEOUT_MS,
      )
  })
  try {
    return await Promise.race([
      requested,
      cachedLate.then((stored) => {
        // The late response replaces the cached data when it arrives.
        requested.then((data) => query.setData(data)).catch(() => undefined)
        return show(stored)
      }),
    ])
  } catch (error) {
    const stored =
      query.state.data === undefined && !isResponseError(error) ? await readCached(hash, kind) : undefined
    if (!stored) throw error
    return show(stored)
  } finally {
    clearTimeout(timer)
  }
}

export function deletePrivateResponses(): void {
  unwritten.clear()
  openStore()
    .then((store) => store.deletePrivateResponses())
    .catch(() => window.indexedDB.deleteDatabase('private-responses'))
    // IndexedDB is blocked, so nothing was stored.
    .catch(() => undefined)
}
