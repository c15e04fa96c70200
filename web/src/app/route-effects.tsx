import { useLayoutEffect, useRef } from 'react'
import { useNavigationType } from 'react-router-dom'
import { readObject } from '../api/read-values.ts'
import { isFreshNavigation } from '../platform/early-input.ts'
import { useIsHydrated } from '../platform/hydration.ts'
import { useLocation } from '../platform/location.ts'
import { carryHistoryValues, readStoredJson, writeStoredJson } from '../platform/storage.ts'
import { useHistoryEntry } from '../ui/overlay/back-closes.ts'
import { focusHeading, requestHeadingFocus } from '../ui/page/page-head.tsx'

const KEY = 'scroll-places'
/** Number of stored scroll positions. */
const MAX_POSITIONS = 50
/** Maximum time for a page to reach its former height, in milliseconds. */
const SCROLL_TIMEOUT_MS = 1500

const readPositions = () => readObject(readStoredJson(KEY, 'session'))

/**
 * Handles navigations. A new page starts at the top with the focus on its heading; Back and Forward restore the scroll
 * position. A change of the query alone, such as a list's page number, has no effect.
 */
export function RouteEffects() {
  const { key: entryKey, pathname, search, hash } = useLocation()
  // trap: the first entry of every visit has the key "default".
  const key = entryKey === 'default' ? pathname + search : entryKey
  const how = useNavigationType()
  const isHydrated = useIsHydrated()
  useHistoryEntry()
  const lastPath = useRef('')
  const first = useRef(true)

  // The token in the delivery step's state must not survive a log-out in the history.
  useLayoutEffect(dropToken)
  useLayoutEffect(carryHistoryValues)

  // trap: rendering a shorter page changes the scroll position, so it is stored first.
  useLayoutEffect(() => {
    if (!isHydrated) return
    window.history.scrollRestoration = 'manual'
    const remember = () => {
      const positions = Object.entries({ ...readPositions(), [key]: Math.round(window.scrollY) })
      writeStoredJson(KEY, Object.fromEntries(positions.slice(-MAX_POSITIONS)), 'session')
    }
    window.addEventListener('scrollend', remember)
    window.addEventListener('pagehide', remember)
    return () => {
      window.removeEventListener('scrollend', remember)
      window.removeEventListener('pagehide', remember)
    }
  }, [key, isHydrated])

  useLayoutEffect(() => {
    if (!isHydrated) return
    const samePage = lastPath.current === pathname
    lastPath.current = pathname
    const initial = first.current
    first.current = false
    // A reload or Back restores the position; other navigations start at the top.
    if (how === 'POP' && !(initial && isFreshNavigation())) {
      const position = readPositions()[key]
      if (typeof position === 'number') return scrollWhenTallEnough(position)
    }
    if (initial || samePage) return
    if (hash === '') window.scrollTo(0, 0)
    const heading = document.querySelector<HTMLElement>('main h1')
    if (heading) focusHeading(heading)
    else requestHeadingFocus()
  }, [key, pathname, hash, how, isHydrated])

  return null
}

/** Removes the token from the current history entry, so that the token in storage is the only copy. */
function dropToken(): void {
  const { usr, ...entry } = readObject(window.history.state)
  const { authToken, ...carried } = readObject(usr)
  if (authToken !== undefined) window.history.replaceState({ ...entry, usr: carried }, '')
}

function scrollWhenTallEnough(position: number): () => void {
  const start = performance.now()
  let frame = 0
  const attempt = () => {
    const tallEnough = document.documentElement.scrollHeight >= position + window.innerHeight
    if (tallEnough || performance.now() - start > SCROLL_TIMEOUT_MS) window.scrollTo(0, position)
    else frame = requestAnimationFrame(attempt)
  }
  attempt()
  return () => cancelAnimationFrame(frame)
}
