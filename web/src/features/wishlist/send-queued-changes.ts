import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useIsOnline } from '../../platform/online.ts'
import { lazyModule } from '../../ui/loading/lazy-module.ts'
import { useQueuedChanges } from './queued-changes.ts'

const wishlistChanges = lazyModule(() => import('./changes.ts'))

/** Sends the customer's queued changes once the network is there. Their code is loaded only then. */
export function useSendQueuedChanges(token: string | null): void {
  const client = useQueryClient()
  const isOnline = useIsOnline()
  const isWaiting = useQueuedChanges(token).length > 0
  useEffect(() => {
    if (!isOnline || !isWaiting) return
    // The browser may refuse locks.
    wishlistChanges
      .load()
      .then((code) => code?.sendQueuedChanges(client))
      .catch(() => undefined)
  }, [client, isOnline, isWaiting])
}
