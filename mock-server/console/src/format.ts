/** The time zone that the console uses, and its constant UTC offset. */
const TIME_ZONE = 'Africa/Kampala'
const UTC_OFFSET = '+03:00'

const dateTimeFormat = new Intl.DateTimeFormat('en-GB', {
  timeZone: TIME_ZONE,
  dateStyle: 'medium',
  timeStyle: 'medium',
})
const timeFormat = new Intl.DateTimeFormat('en-GB', { timeZone: TIME_ZONE, timeStyle: 'medium' })

/** Formats an ISO date as `20 Nov 2026, 12:00:00`. */
export const formatDateTime = (iso: string): string => dateTimeFormat.format(new Date(iso))
/** Formats an ISO date as `12:00:00`. */
export const formatTime = (iso: string): string => timeFormat.format(new Date(iso))

/** Converts the value of a datetime-local field to an ISO date in UTC; null if it is empty. */
export function readDateField(value: string): string | null {
  const ms = Date.parse(`${value.length === 16 ? `${value}:00` : value}${UTC_OFFSET}`)
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
