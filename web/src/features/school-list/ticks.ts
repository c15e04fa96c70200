import { useMemo } from 'react'
import { readField, readId, readObject } from '../../api/read-values.ts'
import { storageStore } from '../../platform/storage-store.ts'
import type { ListLine } from './list-link.ts'

/** The number of lists whose ticks are stored. The oldest are dropped. */
const MAX_STORED_LISTS = 20

const ticks = storageStore('schoolListTicks', (stored) => readObject(stored) as Record<string, unknown>)

/** Returns the ids of the ticked products and a function that toggles one. Stored in this browser for each list. */
export function useTicks(lines: readonly ListLine[]): [ReadonlySet<number>, (id: number) => void] {
  // The key doesn't include the title, so that the ticks survive a change of title.
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
