import { useState } from 'react'
import { readJson, writeJson } from './storage.ts'

/**
 * What somebody is typing, kept for the session under `key`, so that a reload or a way round through the log-in
 * page loses nothing. Fields that the kept draft does not know start as given.
 */
export function useDraft<T extends object>(
  key: string,
  start: T,
): [T, (change: Partial<T>) => void, () => void] {
  const [draft, setDraft] = useState<T>(() => {
    const kept = readJson(key, 'session')
    return kept !== null && typeof kept === 'object' ? { ...start, ...kept } : start
  })

  const change = (part: Partial<T>) =>
    setDraft((old) => {
      const next = { ...old, ...part }
      writeJson(key, next, 'session')
      return next
    })

  const clear = () => {
    writeJson(key, null, 'session')
    setDraft(start)
  }

  return [draft, change, clear]
}
