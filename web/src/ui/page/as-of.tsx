import { CACHE_LIFETIME_MS } from '../../api/response-cache.ts'
import { isStoredTime } from '../../api/stored-times.ts'
import { useIsHydrated } from '../../platform/hydration.ts'
import { kampalaTime } from '../../platform/intl.ts'
import { useIsOnline } from '../../platform/online.ts'

const shortDay = kampalaTime({ day: 'numeric', month: 'long' })
const time = kampalaTime({ hour: '2-digit', minute: '2-digit' })
const longDay = kampalaTime({ dateStyle: 'long' })

/** Formats a time as "14:05", with the date unless it is today. */
function momentText(at: number): string {
  const day = shortDay(at)
  return day === shortDay(Date.now()) ? time(at) : `${day}, ${time(at)}`
}

/** Shows the time of prices that may have changed: offline, or if they are from an earlier visit. */
export function AsOf({ at }: { at: number }) {
  const isOnline = useIsOnline()
  const isHydrated = useIsHydrated()
  const isCurrent = isOnline && !isStoredTime(at) && Date.now() - at < CACHE_LIFETIME_MS
  if (!at || !isHydrated || isCurrent) return null
  return <span className="as-of"> as of {momentText(at)}</span>
}

/** The date of the prices, for search engines and browsers without JavaScript. */
export function PriceDay({ at }: { at: number }) {
  return (
    <noscript>
      <PriceDayText at={at} />
    </noscript>
  )
}

/** A separate component, because browsers with JavaScript don't render the content of noscript. */
function PriceDayText({ at }: { at: number }) {
  return <p className="small muted price-date">Price of {longDay(at)}</p>
}
