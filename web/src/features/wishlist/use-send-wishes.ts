import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useIsOnline } from '../../platform/online.ts'
import { useWishes } from './wish-queue.ts'

/** Sends what waits as soon as there is a network. */
export function useSendWishes(token: string | null): void {
  const client = useQueryClient()
  const online = useIsOnline()
  const isWaiting = useWishes(token).length > 0
  useEffect(() => {
    if (!online || !isWaiting) return
    import('./send-wishes.ts').then(({ sendWishes }) => sendWishes(client)).catch(() => undefined)
  }, [client, online, isWaiting])
}
