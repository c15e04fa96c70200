/** Kampala has no daylight saving time. */
const KAMPALA_OFFSET_MS = 3 * 60 * 60 * 1000

/** Formats a time in Kampala as `2026-11-29T08:30`. */
export const kampalaIsoTime = (at: number): string =>
  new Date(at + KAMPALA_OFFSET_MS).toISOString().slice(0, 16)

/**
 * Creates a function that formats times in Kampala. Browsers without `Intl`, or without its time zones, show the ISO
 * date. The formatter is created on first use, because that is slow.
 */
export function kampalaTime(options: Intl.DateTimeFormatOptions): (at: number) => string {
  let formatter: Intl.DateTimeFormat | undefined
  return (at) => {
    try {
      formatter ??= new Intl.DateTimeFormat('en-GB', { timeZone: 'Africa/Kampala', ...options })
      return formatter.format(at)
    } catch {
      const isTime = options.hour !== undefined
      const isDay = options.day !== undefined || options.dateStyle !== undefined
      return kampalaIsoTime(at)
        .slice(isDay ? 0 : 11, isTime ? 16 : 10)
        .replace('T', ' ')
    }
  }
}

let collator: Intl.Collator | undefined

/** Compares names as people sort them: "Book 2" before "Book 10", regardless of case. */
export function compareNames(a: string, b: string): number {
  try {
    collator ??= new Intl.Collator('en', { numeric: true, sensitivity: 'base' })
    return collator.compare(a, b)
  } catch {
    return a.localeCompare(b)
  }
}
