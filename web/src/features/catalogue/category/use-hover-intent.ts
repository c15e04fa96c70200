import { type PointerEvent, useEffect, useRef } from 'react'

const HOVER_DELAY_MS = 150

/** Calls back when a mouse, not a finger, has rested on an element for `after` milliseconds. */
export function useHoverIntent() {
  const timer = useRef(0)
  useEffect(() => () => clearTimeout(timer.current), [])
  const cancel = () => clearTimeout(timer.current)
  const schedule = (event: PointerEvent, act: () => void, after = HOVER_DELAY_MS) => {
    if (event.pointerType !== 'mouse') return
    cancel()
    timer.current = window.setTimeout(act, after)
  }
  return { schedule, cancel }
}
