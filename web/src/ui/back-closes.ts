import { useEffect, useRef } from 'react'

/**
 * The browser's Back closes what lies over a page before it leaves the page. What opens puts an entry of its own
 * into the history, marked, at the page's own address. An entry whose overlay has been closed otherwise is passed
 * over when somebody comes by, never taken out: taking one out takes time, and a press may open another page in
 * between.
 */
const MARK = 'overlay'

type Entry = { idx?: number; overlay?: boolean } | null

const open: (() => void)[] = []
const entry = (): Entry => window.history.state as Entry

/** The router's number of the entry in view, known at once: its page may still be on the way. */
let here = entry()?.idx
for (const way of ['pushState', 'replaceState'] as const) {
  const go = window.history[way].bind(window.history)
  window.history[way] = (...args) => {
    go(...args)
    here = entry()?.idx
  }
}

// Before the router hears of it: an overlay's entry is none of its pages.
window.addEventListener(
  'popstate',
  (event) => {
    const landed = entry()
    const samePage = landed?.idx !== undefined && landed.idx === here
    const top = open.at(-1)
    if (samePage && top) {
      event.stopImmediatePropagation()
      top()
    } else if (samePage) {
      event.stopImmediatePropagation()
      if (landed?.[MARK]) window.history.forward()
      else window.history.back()
    } else if (landed?.[MARK] && here !== undefined && (landed.idx ?? here) < here) {
      event.stopImmediatePropagation()
      window.history.back()
    } else here = landed?.idx
  },
  true,
)

/** `when` may leave out wide screens, where what opens lies beside the page and not over it. */
export function useBackCloses(
  isOpen: boolean,
  onClose: () => void,
  when: 'always' | 'phone' = 'always',
): void {
  const close = useRef(onClose)
  useEffect(() => {
    close.current = onClose
  })
  useEffect(() => {
    if (!isOpen || (when === 'phone' && !window.matchMedia?.('(max-width: 768.98px)').matches)) return
    const shut = () => close.current()
    if (!entry()?.[MARK]) window.history.pushState({ ...entry(), [MARK]: true }, '')
    open.push(shut)
    return () => {
      open.splice(open.indexOf(shut), 1)
    }
  }, [isOpen, when])
}
