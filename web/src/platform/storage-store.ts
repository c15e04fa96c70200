import { useSyncExternalStore } from 'react'
import type { StoredKey } from '../config/stored-values.ts'
import { parseStored, readStored, type StorageArea, writeStored } from './storage.ts'

/**
 * Creates a store for a value in browser storage that components subscribe to, across tabs. Fires `cartUpdated` on
 * `window` when the value under the key `cart` is set.
 * @param read returns a valid value for any parsed JSON, and for `undefined` if nothing is stored
 * @param format `text` stores and reads a string without JSON
 */
export function createStorageStore<T>(
  key: StoredKey,
  read: (stored: unknown) => T,
  format: 'json' | 'text' = 'json',
  area: StorageArea = 'local',
) {
  const changed = `${key}Updated`
  let last: { text: string | null; value: T } | null = null

  /** Returns the same value, by identity, until the stored text changes. */
  function get(): T {
    const text = readStored(key, area)
    if (last === null || last.text !== text)
      last = { text, value: read(format === 'json' ? parseStored(text) : (text ?? undefined)) }
    return last.value
  }

  /** Stores the value; null removes it. @returns false if storage is full or blocked: the value is lost with the tab */
  function set(value: T | null): boolean {
    const text = format === 'json' ? JSON.stringify(value) : String(value)
    const isStored = writeStored(key, value === null ? null : text, area)
    window.dispatchEvent(new Event(changed))
    return isStored
  }

  /** @returns a function that stops calling the listener */
  function subscribe(listener: () => void): () => void {
    const onStorage = (event: StorageEvent) => {
      if (event.key === key || event.key === null) listener()
    }
    const listening = new AbortController()
    const { signal } = listening
    window.addEventListener(changed, listener, { signal })
    window.addEventListener('storage', onStorage, { signal })
    // A page restored from the back/forward cache has missed events.
    window.addEventListener('pageshow', listener, { signal })
    return () => listening.abort()
  }

  /** The value on the server and during hydration. */
  const empty = read(undefined)
  const use = () => useSyncExternalStore(subscribe, get, () => empty)
  return { get, set, subscribe, use }
}
