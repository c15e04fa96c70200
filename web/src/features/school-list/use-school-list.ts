import { useEffect, useMemo, useRef, useState } from 'react'
import { readId, readListField, readObject } from '../../api/read-values.ts'
import { useLocation } from '../../platform/location.ts'
import { createStorageStore } from '../../platform/storage-store.ts'
import { decodeList, encodeList, type ListLine, type SchoolList } from './list-link.ts'

/** Returns the list in the page's URL. Changes update the URL, so that they survive a reload. */
export function useSchoolList() {
  const { hash } = useLocation()
  /** 'none' if the URL doesn't contain a list, 'broken' if the list can't be decoded. */
  const [list, setList] = useState<SchoolList | 'reading' | 'none' | 'broken'>('reading')
  /** The list as the URL's fragment; '' while a changed list is encoded. */
  const [fragment, setFragment] = useState('')
  const latest = useRef<SchoolList | null>(null)
  /** Counts the lists that were opened, each of which begins with its own state. */
  const [openedCount, setOpenedCount] = useState(0)

  useEffect(() => {
    let isCurrent = true
    let latestText = hash
    const read = async (text: string) => {
      latestText = text
      const result = text.length < 2 ? 'none' : ((await decodeList(text)) ?? 'broken')
      // The page was left, or a later list was opened.
      if (!isCurrent || text !== latestText) return
      latest.current = null
      setOpenedCount((count) => count + 1)
      setList(result)
      setFragment(text.slice(1))
    }
    void read(hash)
    // Pasting the URL of a different list fires only hashchange.
    const onHash = () => void read(window.location.hash)
    window.addEventListener('hashchange', onHash)
    return () => {
      isCurrent = false
      latest.current = null
      window.removeEventListener('hashchange', onHash)
    }
  }, [hash])

  const change = (next: SchoolList) => {
    if (typeof list === 'object') moveTicks(list, next)
    setList(next)
    setFragment('')
    latest.current = next
    void encodeList(next).then((encoded) => {
      // A later change has replaced this one.
      if (latest.current !== next) return
      window.history.replaceState(window.history.state, '', `#${encoded}`)
      setFragment(encoded)
    })
  }
  return { list, fragment, change, openedCount }
}

/** The number of lists whose ticks are stored. The oldest are dropped. */
const MAX_STORED_LISTS = 20

const ticks = createStorageStore('schoolListTicks', (stored) => readObject(stored) as Record<string, unknown>)

/**
 * Returns the key of a list's ticks. It doesn't include the title, so that the ticks survive a change of title. Trap:
 * an object's keys that are numbers come first, so the list of one product would be the oldest without the prefix.
 */
function ticksKey(lines: readonly ListLine[]): string {
  return `list-${lines.map(({ id }) => id).join('-')}`
}

/** Stores a list's ticks as the latest, in place of those with `replacedKey`. */
function storeTicks(key: string, ids: unknown, replacedKey = key): void {
  const { [key]: _, [replacedKey]: __, ...otherLists } = ticks.get()
  ticks.set(Object.fromEntries([...Object.entries(otherLists), [key, ids]].slice(-MAX_STORED_LISTS)))
}

/** Keeps the ticks of a list whose lines are changed in this browser. */
function moveTicks(from: SchoolList, to: SchoolList): void {
  const [key, nextKey] = [ticksKey(from.lines), ticksKey(to.lines)]
  if (key !== nextKey && Object.hasOwn(ticks.get(), key)) storeTicks(nextKey, ticks.get()[key], key)
}

/** Returns the ids of the ticked products and a function that toggles one. Stored in this browser for each list. */
export function useTicks(lines: readonly ListLine[]): [ReadonlySet<number>, (id: number) => void] {
  const key = ticksKey(lines)
  const stored = ticks.use()
  const ticked = useMemo(() => {
    const ids = Object.hasOwn(stored, key) ? readListField(stored[key]) : []
    return new Set(ids.map(readId).filter((id) => id !== null))
  }, [stored, key])
  const toggle = (id: number) => {
    const next = new Set(ticked)
    if (!next.delete(id)) next.add(id)
    storeTicks(key, [...next])
  }
  return [ticked, toggle]
}
