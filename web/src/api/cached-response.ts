import { CACHE_LIFETIME_MS, limits } from '../config/limits.ts'
import { readJson, readText, writeJson } from '../platform/storage.ts'
import { readObject } from './read-values.ts'

/**
 * Answers are kept in browser storage for an hour, with the time they came. Older ones are not used, not even when
 * the host fails.
 */
type Kept = { data: unknown; timestamp: number }

function readKept(key: string, isValid: (data: unknown) => boolean): Kept | undefined {
  if ((readText(key)?.length ?? 0) > limits.keptLetters) return undefined
  const { data, timestamp } = readObject(readJson(key))
  if (typeof timestamp !== 'number') return undefined
  const age = Date.now() - timestamp
  if (!(age >= 0 && age < CACHE_LIFETIME_MS)) return undefined
  try {
    return isValid(data) ? { data, timestamp } : undefined
  } catch {
    // Nested too deep to be read.
    return undefined
  }
}

export function cacheAnswer(key: string, data: unknown): void {
  writeJson(key, { data, timestamp: Date.now() })
}

/**
 * The part of a query that starts it from its cached answer; one that is not valid counts as none. Like a fresh
 * answer it is of the contract's type by name only, and is read by the same reader.
 */
export function cachedQueryOptions<Data>(key: string, isValid: (data: unknown) => boolean) {
  return {
    staleTime: CACHE_LIFETIME_MS,
    initialData: () => readKept(key, isValid)?.data as Data | undefined,
    initialDataUpdatedAt: () => readKept(key, isValid)?.timestamp,
  }
}
