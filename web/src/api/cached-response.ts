import { CACHE_LIFETIME_MS, limits } from '../config/limits.ts'
import { readJson, readText, writeJson } from '../platform/storage.ts'
import { readObject } from './read-values.ts'

/**
 * Responses are cached in localStorage for an hour, with their time. Older ones are not used, even if the host fails.
 */
type Cached = { data: unknown; timestamp: number }

function readCached(key: string, isValid: (data: unknown) => boolean): Cached | undefined {
  if ((readText(key)?.length ?? 0) > limits.cachedCharacters) return undefined
  const { data, timestamp } = readObject(readJson(key))
  if (typeof timestamp !== 'number') return undefined
  const age = Date.now() - timestamp
  if (!(age >= 0 && age < CACHE_LIFETIME_MS)) return undefined
  try {
    return isValid(data) ? { data, timestamp } : undefined
  } catch {
    // Nested too deeply.
    return undefined
  }
}

export function cacheResponse(key: string, data: unknown): void {
  writeJson(key, { data, timestamp: Date.now() })
}

/**
 * Returns the initial data of a query from its cached response; an invalid one is ignored. It is parsed like a fresh
 * response.
 */
export function cachedQueryOptions<Data>(key: string, isValid: (data: unknown) => boolean) {
  return {
    staleTime: CACHE_LIFETIME_MS,
    initialData: () => readCached(key, isValid)?.data as Data | undefined,
    initialDataUpdatedAt: () => readCached(key, isValid)?.timestamp,
  }
}
