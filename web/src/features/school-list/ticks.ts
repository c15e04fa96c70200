import { useMemo } from 'react'
import { readField, readId, readObject } from '../../api/read-values.ts'
import { storageStore } from '../../platform/storage-store.ts'
import type { ListLine } from './list-link.ts'

/** The number of lists whose ticks are stored; older ones are dropped. */
const MAX_STORED_LISTS = 20

const ticks = storageStore('schoolListTicks', (stored) => readObject(stored) as Record<string, unknown>)

/** Returns the product ids that the child already has, stored in this browser for each list. */
export function useTicks(lines: readonly ListLine[]): [ReadonlySet<number>, (id: number) => void] {
  // The key has no title, so that a corrected title keeps the ticks.
  const list = lines.map(({ id }) => id).join('-')
  const stored = ticks.use()
  const ticked = useMemo(() => {
    const ids = Object.hasOwn(stored, list) ? readField(stored[list]) : []
    return new Set(ids.map(readId).filter((id) => id !== null))
  }, [stored, list])
  const toggle = (id: number) => {
    const next = new Set(ticked)
    if (!next.delete(id)) next.add(id)
    const { [list]: _, ...otherLists } = ticks.get()
    ticks.set(
      Object.fromEntries(
        [...Object.entries(otherLists), [list, [...next]] as const].slice(-MAX_STORED_LISTS),
      ),
    )
  }
  return [ticked, toggle]
}
