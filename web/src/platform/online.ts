import { useSyncExternalStore } from 'react'

/** Whether the browser has a network. `true` promises nothing: the line may still carry no data. */
export function isOnline(): boolean {
  return navigator.onLine !== false
}

/** Calls back each time the network returns. @returns stops it */
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

/** The same as `isOnline`, followed as it changes. */
export function useIsOnline(): boolean {
  return useSyncExternalStore(subscribe, isOnline, () => true)
}
