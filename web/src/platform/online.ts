import { useEffect, useEffectEvent, useRef, useSyncExternalStore } from 'react'

/** Whether the browser reports a network; false on a server. `true` does not guarantee a working connection. */
export function isOnline(): boolean {
  return typeof window === 'object' && navigator.onLine !== false
}

/**
 * Calls back each time the network returns. Queries are repeated by TanStack Query (`refetchOnReconnect`) and by
 * `app/repeat-failed-reads.ts`. A form or button that was used offline continues with `useWhenOnline`, as long as its
 * page is open. Wishlist changes must survive a reload, so they are stored (`features/wishlist/queued-changes.ts`). A
 * paid order is stored before it is sent; the checkout's state `unposted` only means that it may be sent without a
 * click.
 * @returns a function that removes the listener
 */
export function onOnline(act: () => unknown): () => void {
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

export function useIsOnline(): boolean {
  return useSyncExternalStore(subscribe, isOnline, () => true)
}

/** Delay after a reconnection, in milliseconds. Requests that are sent earlier often fail. */
export const SETTLING_MS = 1000

/** Queues an action until the network returns, and then calls the action of the latest render. */
export function useWhenOnline<A extends unknown[]>(action: (...input: A) => unknown) {
  const queued = useRef<A | null>(null)
  const forget = () => {
    queued.current = null
  }
  const act = useEffectEvent(() => {
    const input = queued.current
    forget()
    if (input) void action(...input)
  })

  // biome-ignore lint/correctness/useExhaustiveDependencies: `forget` changes only a ref
  useEffect(() => {
    const stop = onOnline(() => setTimeout(act, SETTLING_MS))
    return () => {
      stop()
      forget()
    }
  }, [])

  return {
    /** @returns whether the browser is offline and the action is queued */
    deferIfOffline(...input: A): boolean {
      queued.current = isOnline() ? null : input
      return queued.current !== null
    },
    forget,
  }
}
