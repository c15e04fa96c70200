import { useEffect, useRef } from 'react'
import { isOnline, onOnline } from '../../platform/online.ts'

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
