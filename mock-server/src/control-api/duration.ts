import { z } from 'zod'

/** Returns the schema of a duration such as `15m`, or milliseconds. @param least the shortest one, in milliseconds */
export const duration = (field: string, least = Number.NEGATIVE_INFINITY) =>
  z.union([z.string(), z.number()]).refine((value) => (parseDuration(value) ?? Number.NaN) >= least, {
    error: `((${field} must be like 15m, 1h30m, 90s, or milliseconds.))`,
  })

const UNIT_MS: Record<string, number> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 }

/** Parses `15m`, `1h30m`, `90s`, `250ms` or milliseconds, which are rounded; returns null for anything else. */
export function parseDuration(text: string | number): number | null {
  if (typeof text === 'number') return Number.isFinite(text) ? Math.round(text) : null
  if (/^-?\d+$/.test(text)) return Number(text)
  if (!/^(\d+(ms|s|m|h|d))+$/.test(text)) return null
  return [...text.matchAll(/(\d+)(ms|s|m|h|d)/g)].reduce(
    (sum, [, n, unit]) => sum + Number(n) * (UNIT_MS[unit as string] as number),
    0,
  )
}
