import { type PointerEvent, useEffect, useRef } from 'react'

/** Milliseconds a mouse must rest on something before it opens of itself: a way past it opens nothing. */
const INTENT = 150

/**
 * What a resting mouse does; fingers press. `rest` counts from now and forgets what was counted before, `stop` forgets
 * it without a successor. `after` is in milliseconds.
 */
export function useHoverIntent() {
  const timer = useRef(0)
  useEffect(() => () => clearTimeout(timer.current), [])
  const stop = () => clearTimeout(timer.current)
  const rest = (event: PointerEvent, act: () => void, after = INTENT) => {
    if (event.pointerType !== 'mouse') return
    stop()
    timer.current = window.setTimeout(act, after)
  }
  return { rest, stop }
}
