import { ApiError } from 'contracts/client'

const MINUTE_MS = 60_000

/**
 * Returns what the shopper can do about a failed request: wait as long as the host asks, or reconnect. Null if unknown.
 */
export function failureAdvice(error: unknown): string | null {
  // Browsers report a failed connection as a TypeError.
  if (error instanceof TypeError) return 'Check your internet connection.'
  if (!(error instanceof ApiError) || error.retryAfterMs === null) return null
  const minutes = Math.max(1, Math.ceil(error.retryAfterMs / MINUTE_MS))
  return `Try again in ${minutes === 1 ? '1 minute' : `${minutes} minutes`}.`
}
