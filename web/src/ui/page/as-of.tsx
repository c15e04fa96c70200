import { CACHE_LIFETIME_MS } from '../../config/limits.ts'
import { useIsOnline } from '../../platform/online.ts'

/**
 * Formats milliseconds since 1970 as "14:05", with the date if it is not today. The formatter is created on first use,
 * because that is slow.
 */
export function momentText(at: number): string {
  const when = new Date(at)
  const time = when.toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' })
  const isToday = when.toDateString() === new Date().toDateString()
  return isToday ? time : `${when.toLocaleDateString('en-GB', { day: 'numeric', month: 'long' })}, ${time}`
}

/**
 * Shows the time of prices that may have changed: offline, or if they are cached from an earlier visit.
 */
export function AsOf({ at }: { at: number }) {
  const online = useIsOnline()
  if (at === 0 || (online && Date.now() - at < CACHE_LIFETIME_MS)) return null
  return <span className="as-of"> as of {momentText(at)}</span>
}
