import { useEffect, useState } from 'react'
import { readObject } from '../../api/read-values.ts'
import { readJson, writeJson } from '../../platform/storage.ts'

/** What a visit has cost so far. */
export type VisitCost = {
  /** Bytes that came over the line, headers included. */
  bytes: number
  /** Something came whose size the browser does not tell: more than `bytes`, then. */
  isAtLeast: boolean
  /** Bytes of each cover that came. */
  covers: number[]
}

export const NO_COST: VisitCost = { bytes: 0, isAtLeast: false, covers: [] }

/** Of a browser's list of what was loaded, what the cost is made of. */
export type Loaded = Pick<
  PerformanceResourceTiming,
  'name' | 'initiatorType' | 'transferSize' | 'decodedBodySize' | 'responseStart'
>

/** How many sizes of covers count towards the median: the last ones. */
const MOST_COVERS = 50
/** A cover that is smaller was not sent: the browser only asked whether its own is still good. */
const LEAST_COVER = 1_000
/** Of no picture of a shop. */
const LARGEST_COVER = 10_000_000

const isCover = (bytes: number) => bytes >= LEAST_COVER && bytes <= LARGEST_COVER

/**
 * Adds what was loaded. A host of another origin tells its sizes only with Timing-Allow-Origin: without it all are 0,
 * its times too, which distinguishes it from what the browser had in its cache.
 */
export function addLoaded(cost: VisitCost, loaded: readonly Loaded[]): VisitCost {
  let { bytes, isAtLeast } = cost
  const covers = [...cost.covers]
  for (const { name, initiatorType, transferSize, decodedBodySize, responseStart } of loaded) {
    bytes += transferSize
    if (transferSize === 0 && decodedBodySize === 0 && responseStart === 0) isAtLeast = true
    if (initiatorType === 'img' && /\/product\/[^/]+$/.test(name) && isCover(transferSize))
      covers.push(transferSize)
  }
  return { bytes, isAtLeast, covers: covers.slice(-MOST_COVERS) }
}

/** What an earlier page of the visit has kept; nothing where it cannot be read. */
export function readCost(stored: unknown): VisitCost {
  const { bytes, isAtLeast, covers } = readObject<VisitCost>(stored)
  return {
    bytes: typeof bytes === 'number' && bytes > 0 && Number.isSafeInteger(bytes) ? bytes : 0,
    isAtLeast: isAtLeast === true,
    covers: (Array.isArray(covers) ? covers : [])
      .filter((size): size is number => typeof size === 'number' && isCover(size))
      .slice(-MOST_COVERS),
  }
}

/** The median of sizes; null without any. */
export function median(sizes: readonly number[]): number | null {
  if (sizes.length === 0) return null
  const sorted = [...sizes].sort((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  const upper = sorted[middle] as number
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] as number) + upper) / 2
}

/** `312 KB`, `1.4 MB`: decimal units, as data is sold in. */
export function formatBytes(bytes: number): string {
  return bytes < 999_500
    ? `${Math.max(1, Math.round(bytes / 1_000))} KB`
    : `${(bytes / 1_000_000).toFixed(1)} MB`
}

/** What the visit has cost, in one sentence. */
export function costSentence({ bytes, isAtLeast }: VisitCost): string {
  return `This visit has cost ${isAtLeast ? 'at least ' : ''}${formatBytes(bytes)} of data.`
}

/** What the data saver kept from loading: `held` covers that were in view. '' for none. */
export function savedSentence(held: number, covers: readonly number[]): string {
  if (held === 0) return ''
  const images = held === 1 ? '1 picture' : `${held} pictures`
  const size = median(covers)
  if (size === null) return `The data saver kept ${images} from loading.`
  const measured = covers.length === 1 ? '1 picture' : `${covers.length} pictures`
  return `The data saver kept ${images} from loading: about ${formatBytes(held * size)}, an estimate from the median of ${measured} that came.`
}

/** Storage keys: data used by earlier pages of this visit (sessionStorage), and sizes of covers (localStorage). */
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
