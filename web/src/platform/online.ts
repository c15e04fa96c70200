import { useSyncExternalStore } from 'react'

/** Whether the browser reports a network; false on a server. `true` does not guarantee a working connection. */
export function isOnline(): boolean {
  return typeof window === 'object' && navigator.onLine !== false
}

/** Calls back each time the network returns. @returns a function that removes the listener */
export function onOnline(act: () => void): () => void {
  window.addEventListener('online', act)
  return () => window.removeEventListener('online', act)
}

function subscribe(listener: () => void): () => void {
  const stop = onOnline(listener)
  window.addEventListener('offline', listener)
  return () => {
    stop()
    window.removeEventListener('offline', listener)
  }
}

/** Returns `isOnline` and rerenders when it changes. */
export function useIsOnline(): boolean {
  return useSyncExternalStore(subscribe, isOnline, () => true)
}
