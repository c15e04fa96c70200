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

/** The router's number of the entry in view, and whether it is an overlay's: known at once, before its page is. */
let here: number | undefined
let hereMarked = false
const arrive = () => {
  here = entry()?.idx
  hereMarked = entry()?.[MARK] === true
}
/** Pages are also rendered where there is no browser, by the build. */
const isBrowser = typeof window === 'object'

if (isBrowser) watchHistory()

function watchHistory() {
  arrive()
  for (const way of ['pushState', 'replaceState'] as const) {
    const go = window.history[way].bind(window.history)
    window.history[way] = (...args) => {
      go(...args)
      arrive()
    }
  }

  // Before the router hears of it: an overlay's entry is none of its pages.
  window.addEventListener(
    'popstate',
    (event) => {
      const landed = entry()
      // Between an overlay's entry and the page below it; an entry that somebody else wrote is a page like any other.
      const samePage =
        landed?.idx !== undefined && landed.idx === here && (hereMarked || landed[MARK] === true)
      const top = open.at(-1)
      if (samePage && top) {
        event.stopImmediatePropagation()
        arrive()
        top()
      } else if (samePage) {
        event.stopImmediatePropagation()
        arrive()
        if (landed?.[MARK]) window.history.forward()
        else window.history.back()
      } else if (landed?.[MARK] && here !== undefined && (landed.idx ?? here) < here) {
        event.stopImmediatePropagation()
        window.history.back()
      } else arrive()
    },
    true,
  )
}

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
