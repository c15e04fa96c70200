import { useSyncExternalStore } from 'react'
import { readText, writeText } from './storage.ts'

/**
 * A value in localStorage that components follow, in this tab and in others.
 * @param read makes a valid value of parsed JSON, whatever it is; of `undefined` when nothing is stored
 */
export function storageStore<T>(key: string, read: (stored: unknown) => T) {
  const changed = `${key}Updated`
  let last: { text: string | null; value: T } | null = null

  /** Returns the same value, by identity, until the stored text changes. */
  function get(): T {
    const text = readText(key)
    if (last === null || last.text !== text) last = { text, value: read(parse(text)) }
    return last.value
  }

  /** Stores the value; null removes it. */
  function set(value: T | null): void {
    writeText(key, value === null ? null : JSON.stringify(value))
    window.dispatchEvent(new Event(changed))
  }

  function subscribe(listener: () => void): () => void {
    const onStorage = (event: StorageEvent) => {
      if (event.key === key || event.key === null) listener()
    }
    window.addEventListener(changed, listener)
    window.addEventListener('storage', onStorage)
    return () => {
      window.removeEventListener(changed, listener)
      window.removeEventListener('storage', onStorage)
    }
  }

  const use = () => useSyncExternalStore(subscribe, get, get)
  return { get, set, use }
}

function parse(text: string | null): unknown {
  if (text === null) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
