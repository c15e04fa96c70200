import { useEffect, useState } from 'react'
import { readJson, writeJson } from '../../platform/storage.ts'
import { addLoaded, type Loaded, readCost, type VisitCost } from './visit-cost.ts'

/** What the earlier pages of this visit have cost, in the session; the sizes of covers outlive it. */
const VISIT = 'visitCost'
const COVERS = 'coverSizes'
/** How many entries a browser keeps before anyone listens. */
const KEPT_ENTRIES = 250
/** How often what is in view is looked at, in milliseconds. */
const LOOK_MS = 1_000

/** How much this visit has cost so far, as the browser measures it, and how many covers in view the data saver held back. */
export function useVisitCost(): { cost: VisitCost; held: number } {
  const [cost, setCost] = useState(startingCost)
  const [held, setHeld] = useState(0)

  useEffect(() => {
    if (typeof PerformanceObserver !== 'function') return
    const observer = new PerformanceObserver((list) => {
      const loaded = list.getEntries() as unknown as Loaded[]
      setCost((before) => {
        const after = addLoaded(before, loaded)
        return loaded.length < KEPT_ENTRIES ? after : { ...after, isAtLeast: true }
      })
    })
    observer.observe({ type: 'resource', buffered: true })
    return () => observer.disconnect()
  }, [])

  useEffect(() => {
    const keep = () => {
      writeJson(VISIT, { bytes: cost.bytes, isAtLeast: cost.isAtLeast }, 'session')
      writeJson(COVERS, cost.covers)
    }
    window.addEventListener('pagehide', keep)
    return () => window.removeEventListener('pagehide', keep)
  }, [cost])

  useEffect(() => {
    const seen = new Set<string>()
    const look = () => {
      if (document.visibilityState === 'hidden') return
      for (const cover of document.querySelectorAll('[data-held]')) {
        const { top, bottom } = cover.getBoundingClientRect()
        if (bottom > 0 && top < window.innerHeight) seen.add(cover.getAttribute('data-held') ?? '')
      }
      setHeld(seen.size)
    }
    const timer = setInterval(look, LOOK_MS)
    return () => clearInterval(timer)
  }, [])

  return { cost, held }
}

/** The page itself, and the earlier pages of the visit. */
function startingCost(): VisitCost {
  const [page] = performance.getEntriesByType?.('navigation') ?? []
  const earlier = readCost(readJson(VISIT, 'session'))
  const { covers } = readCost({ covers: readJson(COVERS) })
  return {
    bytes: earlier.bytes + ((page as PerformanceNavigationTiming | undefined)?.transferSize ?? 0),
    // What the service worker fetches by itself is not in the page's list.
    isAtLeast: earlier.isAtLeast || page === undefined || navigator.serviceWorker?.controller != null,
    covers,
  }
}
