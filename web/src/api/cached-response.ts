import { CACHE_LIFETIME_MS, limits } from '../config/limits.ts'
import { readStored, readStoredJson, writeStoredJson } from '../platform/storage.ts'
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

export function cacheResponse(key: string, data: unknown): void {
  writeStoredJson(key, { data, timestamp: Date.now() })
}

/** Returns the options that initialise a query with its cached response, parsed like a fresh one, if it is valid. */
export function cachedQueryOptions<Data>(key: string, isValid: (data: unknown) => boolean) {
  return {
    staleTime: CACHE_LIFETIME_MS,
    initialData: () => readCached(key, isValid)?.data as Data | undefined,
    initialDataUpdatedAt: () => readCached(key, isValid)?.timestamp,
  }
}
