/** Formats a time like Eloquent. Source R1: with microseconds, although its columns store seconds. */
export function eloquentTime(ms: number): string {
  return new Date(ms).toISOString().replace(/\.\d{3}Z$/, '.000000Z')
}

/** Formats a time like MySQL. Source R1: for columns without a cast. */
export function sqlTime(ms: number): string {
  return new Date(ms).toISOString().slice(0, 19).replace('T', ' ')
}

/** Dates of seeded rows that have no columns for them. */
export const SEEDED_DATES = {
  created_at: '2024-01-05T08:00:00.000000Z',
  updated_at: '2024-01-05T08:00:00.000000Z',
}
