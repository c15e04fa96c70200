/** The time zone that the console uses, and its constant UTC offset. */
const ZONE = 'Africa/Kampala'
const OFFSET = '+03:00'

const moment = new Intl.DateTimeFormat('en-GB', { timeZone: ZONE, dateStyle: 'medium', timeStyle: 'medium' })
const time = new Intl.DateTimeFormat('en-GB', { timeZone: ZONE, timeStyle: 'medium' })

/** Formats an ISO date as `20 Nov 2026, 12:00:00`. */
export const formatDateTime = (iso: string): string => moment.format(new Date(iso))
/** Formats an ISO date as `12:00:00`. */
export const formatTime = (iso: string): string => time.format(new Date(iso))

/** Converts the value of a datetime-local field to an ISO date in UTC; null if it is empty. */
export function fromField(value: string): string | null {
  const ms = Date.parse(`${value.length === 16 ? `${value}:00` : value}${OFFSET}`)
  return Number.isNaN(ms) ? null : new Date(ms).toISOString()
}

/** Formats whole shillings as `UGX 35,000`. */
export const formatMoney = (shillings: number): string => `UGX ${shillings.toLocaleString('en-US')}`

/** Formats a number with its noun: `1 request`, `2 requests`. */
export const formatCount = (n: number, singular: string, plural = `${singular}s`): string =>
  `${n.toLocaleString('en-US')} ${n === 1 ? singular : plural}`

/** Converts `out_for_delivery` to words. */
export function toLabel(status: string): string {
  const words = status.replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
