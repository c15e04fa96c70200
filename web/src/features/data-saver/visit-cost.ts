import { useEffect, useState } from 'react'
import { readObject } from '../../api/read-values.ts'
import { readJson, writeJson } from '../../platform/storage.ts'

/** The amount of data used during a visit. */
export type VisitCost = {
  /** Transferred bytes, including headers. */
  bytes: number
  /** Whether the browser hid the size of a resource, so that `bytes` is a minimum. */
  isAtLeast: boolean
  /** The transfer size of each loaded cover, in bytes. */
  covers: number[]
}

export const NO_COST: VisitCost = { bytes: 0, isAtLeast: false, covers: [] }

/** The required fields of a resource timing entry. */
export type LoadedResource = Pick<
  PerformanceResourceTiming,
  'name' | 'initiatorType' | 'transferSize' | 'decodedBodySize' | 'responseStart'
>

/** The number of recent cover sizes from which the median is computed. */
const MAX_COVERS = 50
/** Smaller transfers are revalidations without a body, not covers. */
const MIN_COVER_BYTES = 1_000
/** Larger sizes are invalid. */
const MAX_COVER_BYTES = 10_000_000

const isCover = (bytes: number) => bytes >= MIN_COVER_BYTES && bytes <= MAX_COVER_BYTES

/**
 * Adds the sizes of loaded resources. Browsers hide the sizes of resources from other origins that don't send
 * Timing-Allow-Origin. In that case, `responseStart` is also 0, unlike for a cached response.
 */
export function addLoaded(cost: VisitCost, loaded: readonly LoadedResource[]): VisitCost {
  let { bytes, isAtLeast } = cost
  const covers = [...cost.covers]
  for (const { name, initiatorType, transferSize, decodedBodySize, responseStart } of loaded) {
    bytes += transferSize
    if (transferSize === 0 && decodedBodySize === 0 && responseStart === 0) isAtLeast = true
    if (initiatorType === 'img' && /\/product\/[^/]+$/.test(name) && isCover(transferSize))
      covers.push(transferSize)
  }
  return { bytes, isAtLeast, covers: covers.slice(-MAX_COVERS) }
}

/** Reads a stored cost. Invalid fields are ignored. */
export function readCost(stored: unknown): VisitCost {
  const { bytes, isAtLeast, covers } = readObject<VisitCost>(stored)
  return {
    bytes: typeof bytes === 'number' && bytes > 0 && Number.isSafeInteger(bytes) ? bytes : 0,
    isAtLeast: isAtLeast === true,
    covers: (Array.isArray(covers) ? covers : [])
      .filter((size): size is number => typeof size === 'number' && isCover(size))
      .slice(-MAX_COVERS),
  }
}

/** Returns the median of sizes; null if there are none. */
export function median(sizes: readonly number[]): number | null {
  if (sizes.length === 0) return null
  const sorted = [...sizes].sort((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  const upper = sorted[middle] as number
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] as number) + upper) / 2
}

/** Formats bytes as `312 KB` or `1.4 MB`. The units are decimal, as in the data bundles of network operators. */
export function formatBytes(bytes: number): string {
  return bytes < 999_500
    ? `${Math.max(1, Math.round(bytes / 1_000))} KB`
    : `${(bytes / 1_000_000).toFixed(1)} MB`
}

/** Returns a message about the amount of data used. */
export function costMessage({ bytes, isAtLeast }: VisitCost): string {
  return `This visit has used ${isAtLeast ? 'at least ' : ''}${formatBytes(bytes)}.`
}

/** Returns a message about the number of covers that the data saver skipped; '' if there are none. */
export function savedMessage(held: number, covers: readonly number[]): string {
  if (held === 0) return ''
  const images = held === 1 ? '1 image' : `${held} images`
  const size = median(covers)
  if (size === null) return `Data saver skipped ${images}.`
  return `Data saver skipped ${images}, about ${formatBytes(held * size)}.`
}

/** The storage keys for the data used by earlier pages of this visit and for the sizes of covers. */
const VISIT = 'visitCost'
const COVERS = 'coverSizes'
/** The number of entries that browsers buffer until the first observer is registered. */
const MAX_BUFFERED_ENTRIES = 250
/** The interval at which the covers in view are counted, in milliseconds. */
const COUNT_INTERVAL_MS = 1_000

/**
 * Returns the amount of data used during this visit, as measured by the browser. `held` is the number of covers that
 * came into view but were skipped by the data saver.
 */
export function useVisitCost(): { cost: VisitCost; held: number } {
  const [cost, setCost] = useState(startingCost)
  const [held, setHeld] = useState(0)

  useEffect(() => {
    if (typeof PerformanceObserver !== 'function') return
    const observer = new PerformanceObserver((list) => {
      const loaded = list.getEntries() as unknown as LoadedResource[]
      setCost((before) => {
        const after = addLoaded(before, loaded)
        return loaded.length < MAX_BUFFERED_ENTRIES ? after : { ...after, isAtLeast: true }
      })
    })
    observer.observe({ type: 'resource', buffered: true })
    return () => observer.disconnect()
  }, [])

  useEffect(() => {
    const storeCost = () => {
      writeJson(VISIT, { bytes: cost.bytes, isAtLeast: cost.isAtLeast }, 'session')
      writeJson(COVERS, cost.covers)
    }
    window.addEventListener('pagehide', storeCost)
    return () => window.removeEventListener('pagehide', storeCost)
  }, [cost])

  useEffect(() => {
    const skipped = new Set<string>()
    const countCovers = () => {
      if (document.visibilityState === 'hidden') return
      for (const cover of document.querySelectorAll('[data-held]')) {
        const { top, bottom } = cover.getBoundingClientRect()
        if (bottom > 0 && top < window.innerHeight) skipped.add(cover.getAttribute('data-held') ?? '')
      }
      setHeld(skipped.size)
    }
    const timer = setInterval(countCovers, COUNT_INTERVAL_MS)
    return () => clearInterval(timer)
  }, [])

  return { cost, held }
}

/** Returns the size of the current page's HTML plus the data used by earlier pages of the visit. */
function startingCost(): VisitCost {
  const [page] = performance.getEntriesByType?.('navigation') ?? []
  const earlier = readCost(readJson(VISIT, 'session'))
  const { covers } = readCost({ covers: readJson(COVERS) })
  return {
    bytes: earlier.bytes + ((page as PerformanceNavigationTiming | undefined)?.transferSize ?? 0),
    // Browsers don't report the service worker's requests to the page.
    isAtLeast: earlier.isAtLeast || page === undefined || navigator.serviceWorker?.controller != null,
    covers,
  }
}
