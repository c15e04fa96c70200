import { useEffect, useRef } from 'react'
import { isOnline, onOnline } from '../../platform/online.ts'

/** Queues an action without a form until the network returns. */
export function useWhenOnline() {
  const kept = useRef<(() => void) | null>(null)

  useEffect(
    () =>
      onOnline(() => {
        const act = kept.current
        kept.current = null
        act?.()
      }),
    [],
  )

  return {
    /** @returns whether the browser is offline and `act` is queued */
    defers(act: () => void): boolean {
      kept.current = isOnline() ? null : act
      return kept.current !== null
    },
    forget: () => {
      kept.current = null
    },
  }
}
