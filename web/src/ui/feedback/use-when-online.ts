import { useEffect, useRef } from 'react'
import { isOnline, onOnline } from '../../platform/online.ts'

/** For what needs the network and is no form: it is kept, and done when the network returns. */
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
    /** @returns whether there is no network, and `act` is kept until it returns */
    defers(act: () => void): boolean {
      kept.current = isOnline() ? null : act
      return kept.current !== null
    },
    forget: () => {
      kept.current = null
    },
  }
}
