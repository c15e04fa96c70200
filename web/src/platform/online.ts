import { useEffect, useRef, useSyncExternalStore } from 'react'

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

/** Queues an action that has no form until the network returns. */
export function useWhenOnline() {
  const stored = useRef<(() => void) | null>(null)

  useEffect(
    () =>
      onOnline(() => {
        const act = stored.current
        stored.current = null
        act?.()
      }),
    [],
  )

  return {
    /** @returns whether the browser is offline and `act` is queued */
    defers(act: () => void): boolean {
      stored.current = isOnline() ? null : act
      return stored.current !== null
    },
    forget: () => {
      stored.current = null
    },
  }
}
