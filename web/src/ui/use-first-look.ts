import { type RefObject, startTransition, useEffect, useState } from 'react'
import { savesData } from '../lib/data-saver.ts'

/** How far outside the screen a picture is fetched during the first look, in CSS pixels. */
const MARGIN_PX = 100
/** How long the first look lasts after the page has loaded, in milliseconds, unless the shopper does something. */
const FIRST_LOOK_MS = 3000
const INPUT_EVENTS = ['scroll', 'wheel', 'pointerdown', 'touchstart', 'keydown'] as const

/** What each element that is watched does when it is to be fetched. */
const waiting = new Map<Element, () => void>()
let observer: IntersectionObserver | null = null
let isOver = typeof IntersectionObserver !== 'function'

function endFirstLook(): void {
  isOver = true
  observer?.disconnect()
  for (const type of INPUT_EVENTS) removeEventListener(type, endFirstLook, true)
  // Many pictures at once: drawn between two inputs, not in their way.
  startTransition(() => {
    for (const show of waiting.values()) show()
  })
  waiting.clear()
}

function createObserver(): IntersectionObserver {
  for (const type of INPUT_EVENTS) addEventListener(type, endFirstLook, { capture: true, passive: true })
  const startTimer = () => setTimeout(endFirstLook, FIRST_LOOK_MS)
  if (!savesData()) {
    if (document.readyState === 'complete') startTimer()
    else addEventListener('load', startTimer, { once: true })
  }
  return new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) if (isIntersecting) waiting.get(target)?.()
    },
    { rootMargin: `${MARGIN_PX}px` },
  )
}

/**
 * Whether a picture is to be fetched. `loading="lazy"` alone fetches all within 1,250 to 2,500 pixels (Chromium), three
 * screens of a phone, which share the line with what the shopper is looking at. So until the first scroll, press or key
 * only pictures in view are fetched; afterwards the browser's own lazy loading decides.
 */
export function useFirstLook(element: RefObject<Element | null>, eager: boolean): boolean {
  const [isWanted, setWanted] = useState(eager || isOver)
  useEffect(() => {
    const watched = element.current
    if (isWanted || watched === null) return
    if (isOver) return setWanted(true)
    observer ??= createObserver()
    const stop = () => {
      waiting.delete(watched)
      observer?.unobserve(watched)
    }
    waiting.set(watched, () => {
      stop()
      setWanted(true)
    })
    observer.observe(watched)
    return stop
  }, [element, isWanted])
  return isWanted
}
