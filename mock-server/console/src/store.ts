import { useSyncExternalStore } from 'react'

/** A value shared by components. */
export type Store<T> = { read: () => T; write: (value: T) => void; use: () => T }

export function createStore<T>(first: T): Store<T> {
  let value = first
  const listeners = new Set<() => void>()
  const subscribe = (listener: () => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }
  const read = () => value
  return {
    read,
    write: (next) => {
      if (Object.is(next, value)) return
      value = next
      for (const listener of listeners) listener()
    },
    use: () => useSyncExternalStore(subscribe, read),
  }
}
