import { hydration } from '../platform/hydration.ts'
import { readStored, readStoredJson, writeStoredJson } from '../platform/storage.ts'
import { readObject } from './read-values.ts'

/** The maximum length of stored text. */
const MAX_CACHED_CHARACTERS = 2_000_000
/** Lifetime of a cached response. */
export const CACHE_LIFETIME_MS = 3_600_000

/** A response in localStorage with its time. Responses older than an hour are not used, even if the host fails. */
type Cached = { data: unknown; timestamp: number }

function readCached(key: string, isValid: (data: unknown) => boolean): Cached | undefined {
  if ((readStored(key)?.length ?? 0) > MAX_CACHED_CHARACTERS) return undefined
  const { data, timestamp } = readObject(readStoredJson(key))
  if (typeof timestamp !== 'number') return undefined
  const age = Date.now() - timestamp
  if (!(age >= 0 && age < CACHE_LIFETIME_MS)) return undefined
  try {
    return isValid(data) ? { data, timestamp } : undefined
  } catch {
    // The data is nested too deeply to validate.
    return undefined
  }
}

/**
 * Returns the options that initialise a query with its cached response, if it is valid. `meta.store` caches a response
 * from the host or from the document.
 */
export function cachedQueryOptions<Data>(key: string, isValid: (data: unknown) => boolean) {
  const cached = () => readCached(key, isValid)
  return {
    staleTime: CACHE_LIFETIME_MS,
    // During hydration, only embedded responses may be rendered.
    initialData: () => (hydration.isPending ? undefined : (cached()?.data as Data | undefined)),
    initialDataUpdatedAt: () => cached()?.timestamp,
    meta: {
      store: (data: unknown, at: number) => {
        const newer = cached()
        if (newer && newer.timestamp > at) return newer
        if (data !== undefined && Date.now() - at < CACHE_LIFETIME_MS && isValid(data))
          writeStoredJson(key, { data, timestamp: at })
        return undefined
      },
    },
  }
}

/** Deletes the cached responses, so that storage has space for what cannot be requested again. */
export function deleteCachedResponses(): void {
  try {
    for (const [key, text] of Object.entries(window.localStorage))
      if (text.startsWith('{"data":')) window.localStorage.removeItem(key)
  } catch {
    // Storage is blocked.
  }
}

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: {
      /** Whether cached data must not be used. */
      fetchNow?: boolean
      /** Stores a response with its time. Returns the stored response if that is newer, or if `data` is undefined. */
      store?: (data: unknown, at: number) => { data: unknown; timestamp: number } | undefined
    }
  }
}
