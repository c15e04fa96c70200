import { useEffect, useLayoutEffect, useRef } from 'react'
import { useLocation, useNavigationType } from 'react-router-dom'

/**
 * The browser's Back closes an open overlay before it leaves the page. Opening an overlay pushes a marked history entry with
 * the page's URL. If the overlay is closed otherwise, going back skips its entry. The entry is not removed, because that is
 * asynchronous and another page may open in the meantime.
 *
 * Every entry stores its position in `history.state.order`; an overlay's entry has the position of its page.
 */
const MARK = 'overlay'

type Entry = { order?: number; overlay?: boolean } | null

const open: (() => void)[] = []
const entry = (): Entry => window.history.state as Entry

/** The position of the current entry, and whether it belongs to an overlay. */
let currentOrder: number | undefined
let isCurrentMarked = false
/** Whether an overlay's entry is being skipped; events until then do not change the shopper's position. */
let isSkipping = false
const noteEntry = () => {
  currentOrder = entry()?.order ?? currentOrder
  isCurrentMarked = entry()?.[MARK] === true
}

/** Pages are also prerendered, without a browser. */
if (typeof window === 'object') {
  noteEntry()
  // Runs before the router, because an overlay's entry is not a route.
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
  const isSameNumber = landed?.order !== undefined && landed.order === currentOrder
  const top = open.at(-1)
  if (isSameNumber && isMarked !== isCurrentMarked) {
    // Between an overlay's entry and its page, in either direction.
    event.stopImmediatePropagation()
    noteEntry()
    if (top) top()
    else skip(isMarked ? 'forward' : 'back')
  } else if (
    isMarked &&
    currentOrder !== undefined &&
    landed.order !== undefined &&
    landed.order <= currentOrder
  ) {
    // The shopper went back from a later page to the entry of an overlay that is already closed. The positions are equal if
    // the later page had not rendered yet.
    event.stopImmediatePropagation()
    currentOrder = undefined
    skip('back')
  } else noteEntry()
}

function skip(way: 'back' | 'forward'): void {
  isSkipping = true
  window.history[way]()
}

/** Numbers the history entry of each navigation. Call it once per app. */
export function useHistoryEntry(): void {
  const location = useLocation()
  const how = useNavigationType()
  useLayoutEffect(() => {
    // An entry that is being skipped must not be numbered by a page that renders late.
    if (!location || isSkipping) return
    if (entry()?.order === undefined) {
      const order = (currentOrder ?? 0) + (how === 'REPLACE' ? 0 : 1)
      window.history.replaceState({ ...entry(), order }, '')
    }
    noteEntry()
  }, [location, how])
}

/** Closes an overlay on Back. `when` can exclude wide screens, where the overlay does not cover the page. */
export function useBackCloses(
  isOpen: boolean,
  onClose: () => void,
  when: 'always' | 'phone' = 'always',
): void {
  const close = useRef(onClose)
  useEffect(() => {
    close.current = onClose
  })
  // In a layout effect, because Back may be used as soon as the overlay is visible.
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
