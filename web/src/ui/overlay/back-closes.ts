import { useEffect, useLayoutEffect, useRef } from 'react'
import { useLocation } from 'react-router-dom'

/**
 * The browser's Back closes an overlay before it leaves the page. An overlay that opens pushes an entry of its own
 * into the history, marked, at the page's address. The entry of an overlay that was closed otherwise is skipped on
 * the way back and never removed: removing one is asynchronous, and another page may open meanwhile.
 */
const MARK = 'overlay'

type Entry = { idx?: number; overlay?: boolean } | null

const open: (() => void)[] = []
const entry = (): Entry => window.history.state as Entry

/** The router's number of the entry in view, and whether the entry is an overlay's. */
let here: number | undefined
let isHereMarked = false
/** Whether a step of our own past an overlay's entry is on its way: entries in between are not where the shopper is. */
let isSkipping = false
const noteEntry = () => {
  here = entry()?.idx
  isHereMarked = entry()?.[MARK] === true
}

/** Pages are also rendered where there is no browser, by the build. */
if (typeof window === 'object') {
  noteEntry()
  // Before the router handles it: an overlay's entry is not a route.
  window.addEventListener('popstate', onPopState, true)
}

function onPopState(event: PopStateEvent): void {
  const landed = entry()
  const isMarked = landed?.[MARK] === true
  const hasSkipped = isSkipping
  isSkipping = false
  if (hasSkipped && !isMarked) {
    noteEntry()
    return
  }
  const isSameNumber = landed?.idx !== undefined && landed.idx === here
  const top = open.at(-1)
  if (isSameNumber && isMarked !== isHereMarked) {
    // Between an overlay's entry and the page below it.
    event.stopImmediatePropagation()
    noteEntry()
    if (top) top()
    else skip(isMarked ? 'forward' : 'back')
  } else if (isMarked && here !== undefined && landed.idx !== undefined && landed.idx <= here) {
    // Back to the entry of an overlay that was closed, from a later page. That page may not be drawn yet: then the
    // entry has the number that was noted last.
    event.stopImmediatePropagation()
    here = undefined
    skip('back')
  } else noteEntry()
}

function skip(way: 'back' | 'forward'): void {
  isSkipping = true
  window.history[way]()
}

/** Notes the entry of the history at each change of page; used once, for the whole shop. */
export function useHistoryEntry(): void {
  const location = useLocation()
  useLayoutEffect(() => {
    // A page that is drawn late must not note an entry that is being passed.
    if (location && !isSkipping) noteEntry()
  }, [location])
}

/** `when` may leave out wide screens, where an overlay does not cover the page. */
export function useBackCloses(
  isOpen: boolean,
  onClose: () => void,
  when: 'always' | 'phone' = 'always',
): void {
  const close = useRef(onClose)
  useEffect(() => {
    close.current = onClose
  })
  // With the drawing itself: Back may follow as soon as the overlay is seen.
  useLayoutEffect(() => {
    if (!isOpen || (when === 'phone' && !window.matchMedia?.('(max-width: 768.98px)').matches)) return
    const shut = () => close.current()
    if (!entry()?.[MARK]) {
      window.history.pushState({ ...entry(), [MARK]: true }, '')
      noteEntry()
    }
    open.push(shut)
    return () => {
      open.splice(open.indexOf(shut), 1)
    }
  }, [isOpen, when])
}
