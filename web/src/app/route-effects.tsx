import { useLayoutEffect, useRef } from 'react'
import { useLocation, useNavigationType } from 'react-router-dom'
import { readObject } from '../api/read-values.ts'
import { isFreshNavigation } from '../boot/handover.ts'
import { readJson, writeJson } from '../platform/storage.ts'
import { useHistoryEntry } from '../ui/overlay/back-closes.ts'
import { focusHeading, requestHeadingFocus } from '../ui/page/page-head.tsx'

const KEY = 'scroll-places'
/** Places remembered at once; older ones are forgotten. */
const REMEMBERED = 50
/** Milliseconds a page gets to grow to the height it had. */
const SCROLL_TIMEOUT_MS = 1500

type Places = Record<string, number>

function placesOf(kept: unknown): Places {
  return kept !== null && typeof kept === 'object' ? (kept as Places) : {}
}

/**
 * What a change of page does besides drawing it: a new page starts at its top with the focus on its heading; Back
 * and Forward find the place that was left. A change of the query alone (the page of a list) moves nothing here.
 */
export function RouteEffects() {
  const { key: entryKey, pathname, search, hash } = useLocation()
  // trap: the first entry of every visit has the key "default".
  const key = entryKey === 'default' ? pathname + search : entryKey
  const how = useNavigationType()
  useHistoryEntry()
  const lastPath = useRef(pathname)
  const first = useRef(true)

  // The token that the cart hands to the delivery step must not outlive a log-out in the history.
  useLayoutEffect(dropToken)

  // trap: a shorter page pulls the scroll up as it is drawn; noted any later, that would be taken for the old page's place.
  useLayoutEffect(() => {
    window.history.scrollRestoration = 'manual'
    const remember = () => {
      const places = Object.entries({
        ...placesOf(readJson(KEY, 'session')),
        [key]: Math.round(window.scrollY),
      })
      writeJson(KEY, Object.fromEntries(places.slice(-REMEMBERED)), 'session')
    }
    window.addEventListener('scrollend', remember)
    window.addEventListener('pagehide', remember)
    return () => {
      window.removeEventListener('scrollend', remember)
      window.removeEventListener('pagehide', remember)
    }
  }, [key])

  useLayoutEffect(() => {
    const samePage = lastPath.current === pathname
    lastPath.current = pathname
    const initial = first.current
    first.current = false
    // A reload or a way back finds its place; another address starts at the top.
    if (how === 'POP' && !(initial && isFreshNavigation())) {
      const place = placesOf(readJson(KEY, 'session'))[key]
      if (typeof place === 'number') return scrollWhenTallEnough(place)
    }
    if (initial || samePage) return
    if (hash === '') window.scrollTo(0, 0)
    const heading = document.querySelector<HTMLElement>('main h1')
    if (heading) focusHeading(heading)
    else requestHeadingFocus()
  }, [key, pathname, hash, how])

  return null
}

/** Takes the token out of the present entry of the history. The stored one is the only source. */
function dropToken(): void {
  const { usr, ...entry } = readObject(window.history.state)
  const { authToken, ...carried } = readObject(usr)
  if (authToken !== undefined) window.history.replaceState({ ...entry, usr: carried }, '')
}

function scrollWhenTallEnough(place: number): () => void {
  const start = performance.now()
  let frame = 0
  const attempt = () => {
    const tallEnough = document.documentElement.scrollHeight >= place + window.innerHeight
    if (tallEnough || performance.now() - start > SCROLL_TIMEOUT_MS) window.scrollTo(0, place)
    else frame = requestAnimationFrame(attempt)
  }
  attempt()
  return () => cancelAnimationFrame(frame)
}
