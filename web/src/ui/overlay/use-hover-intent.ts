import { type PointerEvent, useEffect, useRef } from 'react'

/** Milliseconds that a mouse must rest on an element before it opens: passing over opens nothing. */
const HOVER_DELAY_MS = 150

/**
 * Acts when a mouse rests on an element; touches press. `schedule` starts again from now, `cancel` drops what was
 * scheduled. `after` is in milliseconds.
 */
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
