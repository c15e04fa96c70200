/** A world's time in milliseconds since 1970: the system's time with an offset, or frozen. */
export type Clock = ReturnType<typeof createClock>

/** @param frozenAt ISO date at which the clock is frozen; by default the clock runs */
export function createClock(frozenAt?: string) {
  let frozen = frozenAt === undefined ? null : Date.parse(frozenAt)
  let shift = 0
  const now = () => frozen ?? Date.now() + shift
  return {
    now,
    /** Sets the time. A running clock keeps running, a frozen one stays frozen. */
    set: (ms: number) => {
      if (frozen === null) shift = ms - Date.now()
      else frozen = ms
    },
    advance: (ms: number) => {
      if (frozen === null) shift += ms
      else frozen += ms
    },
    freeze: () => {
      frozen = now()
    },
    resume: () => {
      if (frozen === null) return
      shift = frozen - Date.now()
      frozen = null
    },
    isFrozen: () => frozen !== null,
  }
}

/** Largest offset from now in milliseconds, because dates in the far future cannot be formatted. */
const MAX_SHIFT_MS = 100 * 365.25 * 24 * 3_600_000

/** Whether a world's time may be set to this value; false for invalid dates. */
export function isWithinReach(ms: number): boolean {
  return Math.abs(ms - Date.now()) <= MAX_SHIFT_MS
}

const UNITS: Record<string, number> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 }

/** Parses `15m`, `1h30m`, `90s`, `250ms` or a number of milliseconds; returns null for anything else. */
export function readDuration(text: string | number): number | null {
  if (typeof text === 'number') return Number.isFinite(text) ? text : null
  if (/^-?\d+$/.test(text)) return Number(text)
  if (!/^(\d+(ms|s|m|h|d))+$/.test(text)) return null
  return [...text.matchAll(/(\d+)(ms|s|m|h|d)/g)].reduce(
    (sum, [, n, unit]) => sum + Number(n) * (UNITS[unit as string] as number),
    0,
  )
}

/** Formats a time like Eloquent. Source R1: with microseconds, although its columns store seconds. */
export function eloquentTime(ms: number): string {
  return new Date(ms).toISOString().replace(/\.\d{3}Z$/, '.000000Z')
}

/** Formats a time like MySQL. Source R1: for columns without a cast. */
export function sqlTime(ms: number): string {
  return new Date(ms).toISOString().slice(0, 19).replace('T', ' ')
}
