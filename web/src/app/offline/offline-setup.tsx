import { useIsFetching } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { env } from '../../config/env.ts'
import { afterLoad, whenIdle } from '../../platform/when-idle.ts'
import { lazyPart } from '../../ui/loading/lazy-part.tsx'

const KeepOffline = lazyPart(() => import('./keep-offline.tsx').then(({ KeepOffline }) => KeepOffline))

/** How long a visit to a single page must last before its files are cached, in milliseconds. */
const FIRST_PAGE_DELAY_MS = 6000

/** Sets up offline use with the second page or after a delay, in idle time. */
export function OfflineSetup() {
  const { pathname } = useLocation()
  const first = useRef(pathname)
  const [isTime, setIsTime] = useState(false)
  const [isStarted, setIsStarted] = useState(false)
  const isQuiet = useIsFetching() === 0

  useEffect(() => {
    if (!env.offline || !('serviceWorker' in navigator)) return
    if (pathname !== first.current) return setIsTime(true)
    return afterLoad(
      () => setIsTime(true),
      // A page served by the service worker sets it up immediately.
      () => (navigator.serviceWorker.controller ? 0 : FIRST_PAGE_DELAY_MS),
    )
  }, [pathname])

  useEffect(() => {
    if (!isTime || !isQuiet) return
    return whenIdle(() => setIsStarted(true))
  }, [isTime, isQuiet])

  return isStarted ? <KeepOffline /> : null
}
