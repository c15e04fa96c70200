import { CACHE_LIFETIME_MS } from '../../config/limits.ts'
import { useIsOnline } from '../../platform/online.ts'

/**
 * "14:05", with its day where that is not today. Takes milliseconds since 1970. The first formatter of a page takes
 * long to make, so none is made before it is needed.
 */
export function momentText(at: number): string {
  const when = new Date(at)
  const time = when.toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' })
  const isToday = when.toDateString() === new Date().toDateString()
  return isToday ? time : `${when.toLocaleDateString('en-GB', { day: 'numeric', month: 'long' })}, ${time}`
}

/**
 * Beside prices that may have changed: when they came. Shown without a network, and where they are of an earlier
 * visit. Takes milliseconds since 1970.
 */
export function AsOf({ at }: { at: number }) {
  const online = useIsOnline()
  if (at === 0 || (online && Date.now() - at < CACHE_LIFETIME_MS)) return null
  return <span className="as-of"> as of {momentText(at)}</span>
}
