import { clear, createStore, delMany, entries, get, keys, set, type UseStore } from 'idb-keyval'
import { outdatedTimes } from './outdated-times.ts'
import { readObject } from './read-values.ts'

/** A query's data with its time, in milliseconds since 1970. */
export type CachedResponse = { data: unknown; at: number }

/** A customer's data is deleted with each log-in and log-out, and when a log-in expires. */
export type CacheScope = 'public' | 'private'

/** Maximum number of public entries. The oldest are deleted first. */
const MAX_ENTRIES = 150
/** Maximum age of an entry, in milliseconds. */
const MAX_AGE_MS = 30 * 24 * 60 * 60 * 1000

/** Names of the databases. */
export const DATABASES: Record<CacheScope, string> = {
  public: 'cached-responses',
  private: 'private-responses',
}

const stores: Record<CacheScope, UseStore> = {
  public: createStore(DATABASES.public, 'responses'),
  private: createStore(DATABASES.private, 'responses'),
}

let isPruned = false

export async function writeResponse(
  hash: string,
  scope: CacheScope,
  response: CachedResponse,
): Promise<void> {
  try {
    await set(hash, response, stores[scope])
    if (!isPruned) await prune()
  } catch (error) {
    // Storage is full or blocked, so nothing is cached.
    console.info(`A response could not be cached: ${error}`)
  }
}

/** Returns a response that replaces a slow or failed request. */
export async function readResponse(hash: string, scope: CacheScope): Promise<CachedResponse | undefined> {
  const response = await readEntry(hash, scope)
  if (response) outdatedTimes.add(response.at)
  return response
}

async function readEntry(hash: string, scope: CacheScope): Promise<CachedResponse | undefined> {
  const stored: unknown = await get(hash, stores[scope])
  return isEntry(stored) && Date.now() - stored.at <= MAX_AGE_MS ? stored : undefined
}

/** Whether a value is a valid entry. The database may contain anything. */
function isEntry(value: unknown): value is CachedResponse {
  const { at, data } = readObject(value)
  return typeof at === 'number' && at <= Date.now() && data !== undefined && data !== null
}

/** Returns all public entries that have not expired, one at a time, because reading them blocks the page. */
export async function* publicResponses(): AsyncGenerator<CachedResponse> {
  for (const hash of await keys<string>(stores.public)) {
    const response = await readEntry(hash, 'public')
    if (response) yield response
  }
}

export async function deletePrivateResponses(): Promise<void> {
  await clear(stores.private)
}

/** Deletes expired public entries, and the oldest beyond the limit. Runs once per visit. */
async function prune(): Promise<void> {
  isPruned = true
  const timeOf = (value: unknown) => (isEntry(value) ? value.at : 0)
  const stored = (await entries<string, unknown>(stores.public)).sort(([, a], [, b]) => timeOf(b) - timeOf(a))
  const old = stored.filter(
    ([, value], index) => index >= MAX_ENTRIES || Date.now() - timeOf(value) > MAX_AGE_MS,
  )
  await delMany(
    old.map(([hash]) => hash),
    stores.public,
  )
}
