import { mayBeOutdated } from '../../api/outdated-times.ts'
import { CACHE_LIFETIME_MS } from '../../api/response-cache.ts'
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

/** Whether prices of this time are current. Not offline, after an hour, or if a cached response replaced a request. */
function useIsCurrent(at: number): boolean {
  const isOnline = useIsOnline()
  // During hydration, the markup must be the document's, which shows no time.
  const isHydrated = useIsHydrated()
  return !isHydrated || (isOnline && !mayBeOutdated(at) && Date.now() - at < CACHE_LIFETIME_MS)
}

/** Shows when prices were received, unless they are current. */
export function AsOf({ at }: { at: number }) {
  const isCurrent = useIsCurrent(at)
  if (!at || isCurrent) return null
  return <span className="as-of"> as of {momentText(at)}</span>
}

/** A line above products that says when their prices were received, unless they are current. */
export function PricesAsOf({ at }: { at: number }) {
  if (useIsCurrent(at) || !at) return null
  return (
    <p className="muted">
      Prices
      <AsOf at={at} />
    </p>
  )
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
