import type { Query, QueryClient, QueryFunction, QueryFunctionContext, QueryKey } from '@tanstack/react-query'
import { ApiError, ContractError } from 'contracts/client'
import { SLOW_AFTER_MS } from '../config/delays.ts'
import type { StoredKey } from '../config/stored-values.ts'
import { hydration } from '../platform/hydration.ts'
import { readStored, readStoredJson, writeStored, writeStoredJson } from '../platform/storage.ts'
import type { CachedResponse, CacheScope } from './offline-store.ts'
import { readObject } from './read-values.ts'

// Caches responses of earlier visits in two places, each for one purpose:
// - localStorage, for an hour, in place of a request. Only the lists of LIST_KEYS, under fixed keys (docs/literal.md).
// - IndexedDB (`offline-store.ts`), for 30 days, if the network is slow or fails. These lists too, because they must
// also open offline when the hour is over.

/** The `meta` of a query that must not use cached data. */
export const FETCH_NOW = { fetchNow: true }

/** The maximum age of a list in localStorage, in milliseconds. */
export const CACHE_LIFETIME_MS = 3_600_000
/** The maximum length of a list's stored text. */
const MAX_LIST_CHARACTERS = 2_000_000

/** The prefixes of the lists' keys. Those of category lists continue with the category's id. */
const LIST_KEYS = [
  'homepage_sections',
  'categories',
  'latest_products',
  'subcategories_',
  'children_',
] as const
type ListKey = Extract<StoredKey, `${(typeof LIST_KEYS)[number]}${string}`>
const isListKey = (key: string): key is ListKey => LIST_KEYS.some((start) => key.startsWith(start))

type List = { key: ListKey; isValid: (data: unknown) => boolean }

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: {
      /** Whether cached data must not be used. */
      fetchNow?: boolean
      /** The key of the query's list in localStorage. */
      list?: List
    }
  }
}

/**
 * Returns the options of a query whose response is a list in localStorage.
 * @param isValid whether a response is cached
 */
export function storedListOptions<Data>(key: ListKey, isValid: (data: unknown) => boolean) {
  const list = { key, isValid }
  return {
    staleTime: CACHE_LIFETIME_MS,
    // During hydration, only embedded responses may be rendered.
    initialData: () => (hydration.isPending ? undefined : (readStoredList(list)?.data as Data | undefined)),
    initialDataUpdatedAt: () => readStoredList(list)?.at,
    meta: { list },
  }
}

/** Returns a list of the last hour. Older ones are not used, even if the host fails. */
function readStoredList({ key, isValid }: List): CachedResponse | undefined {
  if ((readStored(key)?.length ?? 0) > MAX_LIST_CHARACTERS) return undefined
  const { data, timestamp: at } = readObject(readStoredJson(key))
  if (typeof at !== 'number' || at > Date.now() || !isRecent(at)) return undefined
  try {
    return isValid(data) ? { data, at } : undefined
  } catch {
    // The data is nested too deeply to validate.
    return undefined
  }
}

function writeStoredList({ key, isValid }: List, { data, at }: CachedResponse): void {
  if (data !== undefined && isRecent(at) && isValid(data)) writeStoredJson(key, { data, timestamp: at })
}

const isRecent = (at: number) => Date.now() - at < CACHE_LIFETIME_MS

/** Writes the lists of the document to localStorage, or replaces them with newer ones from there. */
export function syncStoredLists(client: QueryClient): void {
  for (const { meta, queryKey, state } of client.getQueryCache().getAll()) {
    const stored = meta?.list && readStoredList(meta.list)
    if (stored && stored.at > state.dataUpdatedAt)
      client.setQueryData(queryKey, stored.data, { updatedAt: stored.at })
    else if (meta?.list) writeStoredList(meta.list, { data: state.data, at: state.dataUpdatedAt })
  }
}

/** Deletes the lists, so that localStorage has space for what cannot be requested again. */
export function deleteLists(): void {
  try {
    for (const key of Object.keys(window.localStorage)) if (isListKey(key)) writeStored(key, null)
  } catch {
    // Storage is blocked.
  }
}

/** The maximum time for which a failed query waits for cached data, in milliseconds. */
const STORE_TIMEOUT_MS = 3000

const PUBLIC: readonly unknown[] = ['products', 'categories', 'homepage', 'banners', 'config']

/** Returns whether a query's data is public or belongs to a customer (wishlist, orders); null if it is not cached. */
export function cacheScopeOf([resource, owner, part]: QueryKey): CacheScope | null {
  if (PUBLIC.includes(resource)) return 'public'
  if (resource === 'wishlist' && owner !== 'shared') return 'private'
  return resource === 'customer' && part === 'orders' ? 'private' : null
}

const openStore = () => import('./offline-store.ts')

/** Whether responses are cached for offline use: not at first, so that the first page does not need the store. */
export const offlineCache = { isStarted: false }

/** Writes a query's response to the offline cache. */
export function cacheOffline({ queryHash, queryKey }: Query, response: CachedResponse): void {
  const scope = cacheScopeOf(queryKey)
  if (!offlineCache.isStarted || scope === null || response.data == null) return
  void openStore().then(
    (store) => store.writeResponse(queryHash, scope, response),
    () => undefined,
  )
}

/** Resolves with undefined also if IndexedDB is blocked, or does not respond. */
async function readOffline(hash: string, scope: CacheScope): Promise<CachedResponse | undefined> {
  const stored = openStore().then((store) => store.readResponse(hash, scope))
  const timeout = new Promise<undefined>((expired) => setTimeout(expired, STORE_TIMEOUT_MS))
  return Promise.race([stored, timeout]).catch(() => undefined)
}

/** Whether an error is a response from the host or an abort, rather than a network failure. */
export function isResponseError(error: unknown): boolean {
  return error instanceof ApiError || error instanceof ContractError || (error as Error).name === 'AbortError'
}

/** Runs a query. Returns cached data with its date if the network is slow or fails, but not for the host's errors. */
export async function withResponseCache<T, K extends QueryKey>(
  request: QueryFunction<T, K>,
  context: QueryFunctionContext<K>,
  query: Query,
): Promise<T> {
  const { queryHash: hash } = query
  const { dataUpdateCount } = query.state
  const scope = cacheScopeOf(query.queryKey)
  if (scope === null || query.meta?.fetchNow) return request(context)
  const show = (stored: CachedResponse): T => {
    // In the next task, because TanStack Query then sets the time of the data to the current one.
    setTimeout(() => query.setState({ dataUpdatedAt: stored.at }))
    return stored.data as T
  }
  /**
   * Whether the response is late and a later request was answered before it. The first update is the cached response.
   */
  const isOutdated = () => query.state.dataUpdateCount > dataUpdateCount + 1
  const requested = Promise.resolve(request(context)).then((data) => {
    if (isOutdated()) return data
    const response = { data, at: Date.now() }
    if (query.meta?.list) writeStoredList(query.meta.list, response)
    cacheOffline(query, response)
    return data
  })
  let timer: ReturnType<typeof setTimeout> | undefined
  let isSettled = false
  const cachedLate = new Promise<CachedResponse>((shown) => {
    if (query.state.data === undefined)
      timer = setTimeout(
        () => void readOffline(hash, scope).then((stored) => stored && !isSettled && shown(stored)),
        SLOW_AFTER_MS,
      )
  })
  try {
    return await Promise.race([
      requested,
      cachedLate.then((stored) => {
        // The late response replaces the cached data when it arrives.
        requested.then(
          (data) => isOutdated() || query.setData(data),
          () => {},
        )
        return show(stored)
      }),
    ])
  } catch (error) {
    const stored =
      query.state.data === undefined && !isResponseError(error) ? await readOffline(hash, scope) : undefined
    if (!stored) throw error
    return show(stored)
  } finally {
    clearTimeout(timer)
    isSettled = true
  }
}

export function deletePrivateResponses(): void {
  openStore()
    .then((store) => store.deletePrivateResponses())
    .catch(() => window.indexedDB.deleteDatabase('private-responses'))
    // IndexedDB is blocked, so nothing was stored.
    .catch(() => undefined)
}
