import { useEffect } from 'react'

/** Pixels of scrolling that count as a change of direction; a thumb trembles. */
const MIN_SCROLL = 12
/** Pixels from the top within which the header is always shown. */
const TOP = 160

/** On the way down the page phones get the header's room; on the way up it comes back. The style sheet does the rest. */
export function useHideHeaderOnScroll(): void {
  useEffect(() => {
    const page = document.documentElement
    let last = window.scrollY
    const onScroll = () => {
      const now = window.scrollY
      if (now < TOP) page.classList.remove('header-away')
      else if (Math.abs(now - last) > MIN_SCROLL) page.classList.toggle('header-away', now > last)
      else return
      last = now
    }
    window.addEventListener('scroll', onScroll, { passive: true })
    return () => {
      window.removeEventListener('scroll', onScroll)
      page.classList.remove('header-away')
    }
  }, [])
}
