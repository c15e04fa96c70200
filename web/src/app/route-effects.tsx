import { useLayoutEffect, useRef } from 'react'
import { useNavigationType } from 'react-router-dom'
import { readObject } from '../api/read-values.ts'
import { isFreshNavigation } from '../platform/early-input.ts'
import { type ElementLocator, findElement, locate } from '../platform/element-locator.ts'
import { useIsHydrated } from '../platform/hydration.ts'
import { useLocation } from '../platform/location.ts'
import { carryHistoryValues, readStoredJson, writeStoredJson } from '../platform/storage.ts'
import { useHistoryEntry } from '../ui/overlay/back-closes.ts'
import { focusHeading, requestHeadingFocus } from '../ui/page/page-head.tsx'

const KEY = 'scrollPlaces'
const MAX_POSITIONS = 50
/** Maximum time for a page to reach its former height and to contain the control that was left, in milliseconds. */
const RESTORE_TIMEOUT_MS = 1500

const readPositions = () => readObject(readStoredJson(KEY, 'session'))

/**
 * Handles navigations. A new page starts at the top with the focus on its heading; Back and Forward restore the scroll
 * position and the focus. A change of the query alone, such as a list's page number, has no effect. A change of the
 * category in the query counts as a new page.
 */
export function RouteEffects() {
  const { key: entryKey, pathname, search, hash } = useLocation()
  // Trap: the first entry of every visit has the key "default".
  const key = entryKey === 'default' ? pathname + search : entryKey
  const navigationType = useNavigationType()
  const isHydrated = useIsHydrated()
  useHistoryEntry()
  const lastPage = useRef('')
  const isFirst = useRef(true)
  /** The control with which each entry of the history was left, by the entry's key. */
  const leftBy = useRef(new Map<string, ElementLocator>())

  // The token in the delivery step's state must not survive a log-out in the history.
  useLayoutEffect(dropToken)
  useLayoutEffect(carryHistoryValues)

  // Trap: rendering a shorter page changes the scroll position, so it is stored first.
  useLayoutEffect(() => {
    if (!isHydrated) return
    window.history.scrollRestoration = 'manual'
    const remember = () => {
      const positions = Object.entries({ ...readPositions(), [key]: Math.round(window.scrollY) })
      writeStoredJson(KEY, Object.fromEntries(positions.slice(-MAX_POSITIONS)), 'session')
    }
    const noteControl = ({ target }: Event) => {
      const control = (target as Element).closest('a, button')
      if (control) leftBy.current.set(key, locate(control))
    }
    const listening = new AbortController()
    const { signal } = listening
    window.addEventListener('scrollend', remember, { signal })
    window.addEventListener('pagehide', remember, { signal })
    window.addEventListener('click', noteControl, { capture: true, signal })
    return () => listening.abort()
  }, [key, isHydrated])

  useLayoutEffect(() => {
    if (!isHydrated) return
    // Another category is another page, whose path may be the same.
    const page = pathname + (new URLSearchParams(search).get('categoryId') ?? '')
    const isSamePage = lastPage.current === page
    lastPage.current = page
    const isInitial = isFirst.current
    isFirst.current = false
    const heading = document.querySelector<HTMLElement>('main h1')
    // A reload or Back restores the position; other navigations start at the top.
    if (navigationType === 'POP' && !(isInitial && isFreshNavigation())) {
      const position = readPositions()[key]
      const start = isInitial || isSamePage ? null : (heading ?? document.querySelector<HTMLElement>('main'))
      // Until the control has rendered. The browser would move the focus to `body`.
      start?.focus({ preventScroll: true })
      if (typeof position === 'number' || start)
        return restore(Number(position) || 0, { control: leftBy.current.get(key) ?? null, start })
    }
    // A shopper who ticks boxes is not done with them.
    if (isInitial || isSamePage || document.activeElement?.matches('[type=checkbox]')) return
    if (hash === '') window.scrollTo(0, 0)
    if (heading) focusHeading(heading)
    else requestHeadingFocus()
  }, [key, pathname, search, hash, navigationType, isHydrated])

  return null
}

/** Removes the token from the current history entry, so that the token in storage is the only copy. */
function dropToken(): void {
  const { usr, ...entry } = readObject(window.history.state)
  const { authToken, ...carried } = readObject(usr)
  if (authToken !== undefined) window.history.replaceState({ ...entry, usr: carried }, '')
}

type LeftFocus = {
  control: ElementLocator | null
  /** The element that has the focus until then; null if the focus stays where it is. */
  start: HTMLElement | null
}

/** Restores the scroll position and, unless the shopper has moved it, the focus once the page is rendered. */
function restore(position: number, { control, start }: LeftFocus): () => void {
  const deadline = performance.now() + RESTORE_TIMEOUT_MS
  let frame = 0
  const tryToScroll = () => {
    const isTallEnough = document.documentElement.scrollHeight >= position + window.innerHeight
    const counterpart = start && control && findElement(control)
    const isReady = isTallEnough && (counterpart !== null || start === null || control === null)
    if (!isReady && performance.now() < deadline) {
      frame = requestAnimationFrame(tryToScroll)
      return
    }
    window.scrollTo(0, position)
    const target = counterpart ?? document.querySelector<HTMLElement>('main h1')
    if (start && document.activeElement?.matches('body, main, h1')) target?.focus({ preventScroll: true })
  }
  tryToScroll()
  return () => cancelAnimationFrame(frame)
}
