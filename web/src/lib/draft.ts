import { useState } from 'react'
import { readObject } from './read-values.ts'
import { readJson, writeJson } from './storage.ts'

/** Letters of one field that are taken back from storage. */
const LONGEST = 10_000

/**
 * What the shopper is typing, kept for the session under `key`, so that a reload or a detour through the log-in
 * page loses nothing. `read` makes a valid draft of what was stored, and an empty one of nothing; `open` may fill
 * more in as the form opens.
 */
export function useDraft<T extends object>(
  key: string,
  read: (kept: Record<string, unknown>) => T,
  open: (kept: T) => T = (kept) => kept,
): [T, (change: Partial<T>) => void, () => void] {
  const [draft, setDraft] = useState<T>(() => open(read(readObject(readJson(key, 'session')))))

  const change = (part: Partial<T>) =>
    setDraft((old) => {
      const next = { ...old, ...part }
      writeJson(key, next, 'session')
      return next
    })

  const clear = () => {
    writeJson(key, null, 'session')
    setDraft(read({}))
  }

  return [draft, change, clear]
}

/** The texts of a stored draft, field by field; what is not a text, or too long a one, is as in `empty`. */
export function keptTexts<T extends Record<string, string>>(kept: Record<string, unknown>, empty: T): T {
  return Object.fromEntries(
    Object.entries(empty).map(([field, start]) => {
      const value = Object.hasOwn(kept, field) ? kept[field] : undefined
      return [field, typeof value === 'string' && value.length <= LONGEST ? value : start]
    }),
  ) as T
}
