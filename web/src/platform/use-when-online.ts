import { useEffect, useRef } from 'react'
import { isOnline, onOnline } from './online.ts'

/** Queues an action until the network returns, and then calls the action of the latest render. */
export function useWhenOnline<A extends unknown[]>(action: (...input: A) => unknown) {
  const queued = useRef<A | null>(null)
  const latest = useRef(action)
  latest.current = action

  useEffect(
    () =>
      onOnline(() => {
        const input = queued.current
        queued.current = null
        if (input) void latest.current(...input)
      }),
    [],
  )

  return {
    /** @returns whether the browser is offline and the action is queued */
    defers(...input: A): boolean {
      queued.current = isOnline() ? null : input
      return queued.current !== null
    },
    forget: () => {
      queued.current = null
    },
  }
}
