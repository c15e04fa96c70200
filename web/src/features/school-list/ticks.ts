import { useMemo } from 'react'
import { readField, readId, readObject } from '../../api/read-values.ts'
import { storageStore } from '../../platform/storage-store.ts'
import type { ListLine } from './list-link.ts'

/** Lists whose ticks are kept; older ones are forgotten. */
const KEPT = 20

const ticks = storageStore('schoolListTicks', (stored) => readObject(stored) as Record<string, unknown>)

/** Lines that the child already has, by product id, kept on this phone for each list. */
export function useTicks(lines: readonly ListLine[]): [ReadonlySet<number>, (id: number) => void] {
  // The title may be corrected without anything being bought anew.
  const list = lines.map(({ id }) => id).join('-')
  const stored = ticks.use()
  const ticked = useMemo(() => {
    const ids = Object.hasOwn(stored, list) ? readField(stored[list]) : []
    return new Set(ids.map(readId).filter((id) => id !== null))
  }, [stored, list])
  const toggle = (id: number) => {
    const next = new Set(ticked)
    if (!next.delete(id)) next.add(id)
    const { [list]: _, ...others } = ticks.get()
    ticks.set(Object.fromEntries([...Object.entries(others), [list, [...next]] as const].slice(-KEPT)))
  }
  return [ticked, toggle]
}
