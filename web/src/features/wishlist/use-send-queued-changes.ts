import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useIsOnline } from '../../platform/online.ts'
import { lazyModule } from '../../ui/loading/lazy-module.ts'
import { useQueuedChanges } from './queued-changes.ts'

const sendChanges = lazyModule(() => import('./send-changes.ts'))

/** Sends the customer's queued changes once the network is there. Their code is loaded only then. */
export function useSendQueuedChanges(token: string | null): void {
  const client = useQueryClient()
  const isOnline = useIsOnline()
  // The token, so that the changes of a customer who logs in are sent although an earlier one's still wait.
  const sender = useQueuedChanges(token).length > 0 ? token : null
  useEffect(() => {
    if (!isOnline || sender === null) return
    // The browser may refuse locks.
    sendChanges
      .load()
      .then((code) => code?.sendQueuedChanges(client))
      .catch(() => undefined)
  }, [client, isOnline, sender])
}
