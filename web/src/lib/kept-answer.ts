import { limits } from '../config/limits.ts'
import { readJson, writeJson } from './storage.ts'

/**
 * Answers that are kept in browser storage for an hour, with the time they came (specification §7). Older ones
 * are not used, not even when the host fails.
 */
type Kept = { data: unknown; timestamp: number }

function readKept(key: string, isSound: (data: unknown) => boolean): Kept | undefined {
  const kept = readJson(key) as Partial<Kept> | null | undefined
  if (kept === null || typeof kept !== 'object' || typeof kept.timestamp !== 'number') return undefined
  const age = Date.now() - kept.timestamp
  return age >= 0 && age < limits.cacheLifetime && isSound(kept.data) ? (kept as Kept) : undefined
}

export function keepAnswer(key: string, data: unknown): void {
  writeJson(key, { data, timestamp: Date.now() })
}

/** The part of a query that starts it from what is kept. What is not sound counts as not kept. */
export function keptUnder(key: string, isSound: (data: unknown) => boolean) {
  return {
    staleTime: limits.cacheLifetime,
    initialData: () => readKept(key, isSound)?.data,
    initialDataUpdatedAt: () => readKept(key, isSound)?.timestamp,
  }
}
