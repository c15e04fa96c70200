import { type RefObject, startTransition, useEffect, useState } from 'react'
import { savesData } from '../../platform/data-saver.ts'

/** A time in which only pictures near the screen are fetched. */
type Look = {
  /** How far outside the screen one is fetched, as in CSS. */
  margin: string
  /** How long it lasts after the page has loaded, in milliseconds. */
  lastsMs: number
  /** What the shopper does that ends it sooner. */
  endedBy: readonly string[]
  isOver: boolean
  /** What each element that is watched does when it is to be fetched. */
  waiting: Map<Element, () => void>
  observer: IntersectionObserver | null
}

const isUnknown = typeof IntersectionObserver !== 'function'

const FIRST: Look = {
  margin: '100px',
  lastsMs: 3000,
  endedBy: ['scroll', 'wheel', 'pointerdown', 'touchstart', 'keydown'],
  isOver: isUnknown,
  waiting: new Map(),
  observer: null,
}
/** Of pictures beside what the page is about: most visits end above them. */
const ASIDE: Look = {
  margin: '50%',
  lastsMs: 10_000,
  endedBy: [],
  isOver: isUnknown,
  waiting: new Map(),
  observer: null,
}

function start(look: Look): IntersectionObserver {
  const end = () => {
    look.isOver = true
    look.observer?.disconnect()
    for (const type of look.endedBy) removeEventListener(type, end, true)
    // Many pictures at once: drawn between two inputs, not in their way.
    startTransition(() => {
      for (const show of look.waiting.values()) show()
    })
  }
  for (const type of look.endedBy) addEventListener(type, end, { capture: true, passive: true })
  const startTimer = () => setTimeout(end, look.lastsMs)
  if (!savesData()) {
    if (document.readyState === 'complete') startTimer()
    else addEventListener('load', startTimer, { once: true })
  }
  return new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) if (isIntersecting) look.waiting.get(target)?.()
    },
    { rootMargin: look.margin },
  )
}

/**
 * Whether a picture is to be fetched. `loading="lazy"` alone fetches all within 1,250 to 2,500 pixels (Chromium), three
 * screens of a phone, which share the line with what the shopper is looking at. So until the first scroll, press or key
 * only pictures in view are fetched; afterwards the browser's own lazy loading decides.
 * @param isAside beside what the page is about: fetched when the shopper comes near, or stays
 */
export function useFirstLook(element: RefObject<Element | null>, eager: boolean, isAside: boolean): boolean {
  const look = isAside ? ASIDE : FIRST
  const [isWanted, setWanted] = useState(eager || look.isOver)
  useEffect(() => {
    const watched = element.current
    if (isWanted || watched === null) return
    if (look.isOver) return setWanted(true)
    look.observer ??= start(look)
    const stop = () => {
      look.waiting.delete(watched)
      look.observer?.unobserve(watched)
    }
    look.waiting.set(watched, () => {
      stop()
      setWanted(true)
    })
    look.observer.observe(watched)
    return stop
  }, [element, isWanted, look])
  return isWanted
}
