import { CACHE_LIFETIME_MS } from '../../config/limits.ts'
import { useIsHydrated } from '../../platform/hydration.ts'
import { useIsOnline } from '../../platform/online.ts'

/** Formats a time in Kampala as "14:05", with the date unless it is today. The formatter is slow to create. */
function momentText(at: number): string {
  const format = (when: number, options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat('en-GB', { timeZone: 'Africa/Kampala', ...options }).format(when)
  const day = (when: number) => format(when, { day: 'numeric', month: 'long' })
  const time = format(at, { hour: '2-digit', minute: '2-digit' })
  return day(at) === day(Date.now()) ? time : `${day(at)}, ${time}`
}

/** Shows the time of prices that may have changed: offline, or if they are cached from an earlier visit. */
export function AsOf({ at }: { at: number }) {
  const online = useIsOnline()
  const isHydrated = useIsHydrated()
  if (at === 0 || !isHydrated || (online && Date.now() - at < CACHE_LIFETIME_MS)) return null
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

let dayFormat: Intl.DateTimeFormat | undefined

/** A separate component, because browsers with JavaScript don't render the content of noscript. */
function PriceDayText({ at }: { at: number }) {
  dayFormat ??= new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'Africa/Kampala' })
  return <p className="small muted price-date">Price of {dayFormat.format(at)}</p>
}
