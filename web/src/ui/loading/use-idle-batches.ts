import { startTransition, useEffect, useState } from 'react'
import { whenIdle } from '../../platform/when-idle.ts'

/** The longest that a batch waits for an idle moment, in milliseconds: a long home page is whole within three seconds. */
const IDLE_TIMEOUT_MS = 120

/** What has been drawn whole once in this visit is drawn at once when the shopper comes back to it. */
const drawn = new Set<string>()

/**
 * How many entries of a long list to draw now: the first few at once, the rest by batches as the browser is idle, so
 * that no single task is long. All are drawn without scrolling, so that find-in-page and screen readers reach the last.
 * @param name of the list, for the visit
 */
export function useIdleBatches(name: string, total: number, first: number, batch: number): number {
  const [count, setCount] = useState(() => (drawn.has(name) ? Number.POSITIVE_INFINITY : first))
  useEffect(() => {
    if (total === 0) return
    if (count >= total) {
      drawn.add(name)
      return
    }
    return whenIdle(() => startTransition(() => setCount(count + batch)), IDLE_TIMEOUT_MS)
  }, [name, count, total, batch])
  return Math.min(count, total)
}
