import { useEffectEvent, useLayoutEffect } from 'react'
import { useLocation } from '../../platform/location.ts'
import { matchesMedia } from '../../platform/media-query.ts'

/**
 * The browser's Back closes an open overlay before it leaves the page. Opening an overlay pushes a marked copy of the
 * page's history entry. If the overlay is closed in any other way, the entry remains and is skipped later:
 * `history.back()` is asynchronous, so another page could open first.
 */
const MARK = 'overlay'

/** The closing functions of the open overlays, the topmost last. */
const open: (() => void)[] = []

/** Reads the state of the current history entry. The router stores the entry's position as `idx`. */
const readEntry = () => {
  const { idx, [MARK]: isMarked } = (window.history.state ?? {}) as { idx?: number; [MARK]?: boolean }
  return { idx, isMarked: isMarked === true }
}
let current: ReturnType<typeof readEntry> | null = null
/** Whether an overlay's entry is being skipped, and the current entry is about to change. */
let isSkipping = false

// Pages are also rendered on the server.
if (typeof window === 'object') {
  // Runs before the router, because an overlay's entry is not a route.
  window.addEventListener('popstate', onPopState, true)
}

function onPopState(event: PopStateEvent): void {
  const landed = readEntry()
  const previous = isSkipping ? null : current
  isSkipping = false
  current = landed
  const isSamePage = previous !== null && landed.idx === previous.idx && landed.isMarked !== previous.isMarked
  const top = open.at(-1)
  if (isSamePage && top) top()
  // Without a further entry, this fires no event.
  else if (isSamePage) window.history[landed.isMarked ? 'forward' : 'back']()
  else if (landed.isMarked) {
    // The shopper went back from a later page to the entry of an overlay that is already closed.
    isSkipping = true
    window.history.back()
  } else return
  event.stopImmediatePropagation()
}

/** Records the history entry of each navigation. Call it once per app. */
export function useHistoryEntry(): void {
  const location = useLocation()
  useLayoutEffect(() => {
    if (location && !isSkipping) current = readEntry()
  }, [location])
}

/** Closes an overlay on Back. `when` can exclude wide screens, where the overlay does not cover the page. */
export function useBackCloses(
  isOpen: boolean,
  onClose: () => void,
  when: 'always' | 'phone' = 'always',
): void {
  const close = useEffectEvent(onClose)
  // In a layout effect, because Back may be used as soon as the overlay is visible.
  useLayoutEffect(() => {
    if (!isOpen || (when === 'phone' && !matchesMedia('(max-width: 48.06em)'))) return
    const closeOverlay = () => close()
    if (!readEntry().isMarked) {
      try {
        window.history.pushState({ ...window.history.state, [MARK]: true }, '')
      } catch {
        // Safari refuses more than 100 changes in 30 seconds. Back then leaves the page.
      }
      current = readEntry()
    }
    open.push(closeOverlay)
    return () => {
      open.splice(open.indexOf(closeOverlay), 1)
    }
  }, [isOpen, when])
}
