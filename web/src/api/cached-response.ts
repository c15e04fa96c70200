import { CACHE_LIFETIME_MS, limits } from '../config/limits.ts'
import { hydration } from '../platform/hydration.ts'
import { readStored, readStoredJson, writeStoredJson } from '../platform/storage.ts'
import { whenIdle } from '../platform/when-idle.ts'
import { readObject } from './read-values.ts'

/** A response in localStorage with its time. Responses older than an hour are not used, even if the host fails. */
type Cached = { data: unknown; timestamp: number }

function readCached(key: string, isValid: (data: unknown) => boolean): Cached | undefined {
  if ((readStored(key)?.length ?? 0) > limits.cachedCharacters) return undefined
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

export function cacheResponse(key: string, data: unknown, timestamp = Date.now()): void {
  writeStoredJson(key, { data, timestamp })
}

/**
 * Returns the options that initialise a query with its cached response, parsed like a fresh one, if it is valid.
 * `meta.store` writes a response that was embedded in the document.
 */
export function cachedQueryOptions<Data>(
  key: string,
  isValid: (data: unknown) => boolean,
  format: Format = {},
) {
  const { read = (stored) => stored, write = (data) => data } = format
  const cached = () => {
    const found = readCached(key, (stored) => isValid(read(stored)))
    return found && { data: read(found.data) as Data, timestamp: found.timestamp }
  }
  return {
    staleTime: CACHE_LIFETIME_MS,
    // During hydration, only embedded responses may be rendered.
    initialData: () => (hydration.isPending ? undefined : cached()?.data),
    initialDataUpdatedAt: () => cached()?.timestamp,
    meta: {
      store: (data: unknown, at: number) => {
        const newer = cached()
        if (newer && newer.timestamp > at) return newer
        if (data !== undefined && Date.now() - at < CACHE_LIFETIME_MS)
          whenIdle(() => isValid(data) && cacheResponse(key, write(data), at))
        return undefined
      },
    },
  }
}

/** Converts between a response and its stored form. */
type Format = { read?: (stored: unknown) => unknown; write?: (data: unknown) => unknown }

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
