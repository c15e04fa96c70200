import { useState } from 'react'
import { readField, readId, readObject } from '../../api/read-values.ts'
import { readJson, writeJson } from '../../platform/storage.ts'
import type { ListLine } from './list-link.ts'

const KEY = 'schoolListTicks'
/** Lists whose ticks are kept; older ones are forgotten. */
const KEPT = 20

type Kept = Record<string, unknown>

/** Lines that the child already has, by product id, kept on this phone for each list. */
export function useTicks(lines: readonly ListLine[]): [ReadonlySet<number>, (id: number) => void] {
  // The title may be corrected without anything being bought anew.
  const list = lines.map(({ id }) => id).join('-')
  const [ticked, setTicked] = useState(() => readTicks(list))
  const [of, setOf] = useState(list)
  if (of !== list) {
    setOf(list)
    setTicked(readTicks(list))
  }
  const toggle = (id: number) => {
    const next = new Set(ticked)
    if (!next.delete(id)) next.add(id)
    const { [list]: _, ...others } = readObject(readJson(KEY)) as Kept
    const kept = [...Object.entries(others), [list, [...next]] as const].slice(-KEPT)
    writeJson(KEY, Object.fromEntries(kept))
    setTicked(next)
  }
  return [ticked, toggle]
}

function readTicks(list: string): Set<number> {
  const kept = readObject(readJson(KEY)) as Kept
  const ids = Object.hasOwn(kept, list) ? readField(kept[list]) : []
  return new Set(ids.map(readId).filter((id) => id !== null))
}
