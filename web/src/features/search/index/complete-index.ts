import { call } from '../../../api/api.ts'
import { limits } from '../../../config/limits.ts'
import { type Listing, pageQuery, readListing } from '../../../domain/listing.ts'
import { isOnline } from '../../../platform/online.ts'
import { isUnmetered } from '../../../platform/unmetered.ts'
import { whenIdle } from '../../../platform/when-idle.ts'

/** How long a complete index stays valid, in milliseconds. */
const FRESH_MS = 24 * 60 * 60 * 1000
/** The number of products per request, and the pause before each request in milliseconds. */
const PAGE_SIZE = 100
const PAUSE_MS = 1000

/**
 * Requests all of the host's products while the browser is idle, on unmetered connections only. Stops at the first
 * failed request.
 * @param completedAt when the index was last completed, in milliseconds since 1970
 * @param onResponse called with each response
 * @param onComplete called after the last response
 */
export function completeIndex(
  completedAt: number,
  onResponse: (response: unknown) => void,
  onComplete: () => void,
): void {
  if (Date.now() - completedAt < FRESH_MS) return
  const requestPage = async (page: number, first: Listing | null): Promise<void> => {
    if (!isUnmetered() || !isOnline() || document.visibilityState === 'hidden') return
    const query = first ? pageQuery(first, page) : { limit: String(PAGE_SIZE), offset: '1' }
    const response = await call('GET /products/latest', { query })
    onResponse(response)
    const listing = first ?? readListing(response)
    const loaded = page * listing.pageSize
    if (loaded >= Math.min(listing.total, limits.indexedProducts)) return onComplete()
    afterPause(() => requestPage(page + 1, listing))
  }
  afterPause(() => requestPage(1, null))
}

/** Calls `act` after the pause, once the browser is idle. Failures are ignored, because the next visit retries. */
function afterPause(act: () => Promise<void>): void {
  setTimeout(() => whenIdle(() => void act().catch(() => undefined)), PAUSE_MS)
}
