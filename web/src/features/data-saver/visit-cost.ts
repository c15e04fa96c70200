import { readObject } from '../../api/read-values.ts'

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
export function readCost(kept: unknown): VisitCost {
  const { bytes, isAtLeast, covers } = readObject<VisitCost>(kept)
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
  const pictures = held === 1 ? '1 picture' : `${held} pictures`
  const size = median(covers)
  if (size === null) return `The data saver kept ${pictures} from loading.`
  const measured = covers.length === 1 ? '1 picture' : `${covers.length} pictures`
  return `The data saver kept ${pictures} from loading: about ${formatBytes(held * size)}, an estimate from the median of ${measured} that came.`
}
