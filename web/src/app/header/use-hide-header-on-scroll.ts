import { useEffect } from 'react'

/** Pixels of scrolling that count as a change of direction; a thumb trembles. */
const MIN_SCROLL = 12
/** Pixels from the top within which the header is always shown. */
const TOP = 160

/** On the way down the page phones get the header's room; on the way up it comes back. The style sheet does the rest. */
export function useHideHeaderOnScroll(): void {
  useEffect(() => {
    const page = document.documentElement
    let last: number | null = null
    // Not read here: that would lay out the whole page within the task that has just drawn it.
    const frame = requestAnimationFrame(() => {
      last ??= window.scrollY
    })
    const onScroll = () => {
      const now = window.scrollY
      if (now < TOP) page.classList.remove('header-away')
      else if (last !== null) {
        if (Math.abs(now - last) <= MIN_SCROLL) return
        page.classList.toggle('header-away', now > last)
      }
      last = now
    }
    window.addEventListener('scroll', onScroll, { passive: true })
    return () => {
      cancelAnimationFrame(frame)
      window.removeEventListener('scroll', onScroll)
      page.classList.remove('header-away')
    }
  }, [])
}
