/** The time zone that the console uses, and its constant UTC offset. */
const ZONE = 'Africa/Kampala'
const OFFSET = '+03:00'

const dayAndTime = new Intl.DateTimeFormat('en-GB', {
  timeZone: ZONE,
  dateStyle: 'medium',
  timeStyle: 'medium',
})
const timeOnly = new Intl.DateTimeFormat('en-GB', { timeZone: ZONE, timeStyle: 'medium' })

/** Formats an ISO date as `20 Nov 2026, 12:00:00`. */
export const showMoment = (iso: string): string => dayAndTime.format(new Date(iso))
/** Formats an ISO date as `12:00:00`. */
export const showTime = (iso: string): string => timeOnly.format(new Date(iso))

/** Converts the value of a datetime-local field to an ISO date in UTC; null if it is empty. */
export function fromField(value: string): string | null {
  const ms = Date.parse(`${value.length === 16 ? `${value}:00` : value}${OFFSET}`)
  return Number.isNaN(ms) ? null : new Date(ms).toISOString()
}

/** Formats whole shillings as `UGX 35,000`. */
export const showMoney = (shillings: number): string => `UGX ${shillings.toLocaleString('en-US')}`

/** Formats seconds as `2 h 5 min`. */
export function showDuration(seconds: number): string {
  if (seconds < 60) return `${seconds} s`
  const minutes = Math.floor(seconds / 60)
  if (minutes < 60) return `${minutes} min`
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}

/** Formats a number with its noun: `1 request`, `2 requests`. */
export const formatCount = (n: number, singular: string, plural = `${singular}s`): string =>
  `${n.toLocaleString('en-US')} ${n === 1 ? singular : plural}`

/** Indents JSON; returns other text unchanged. */
export function showJson(value: unknown): string {
  if (typeof value !== 'string') return JSON.stringify(value, null, 2)
  try {
    return JSON.stringify(JSON.parse(value), null, 2)
  } catch {
    return value
  }
}

/** Converts `out_for_delivery` to words. */
export function inWords(status: string): string {
  const words = status.replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
