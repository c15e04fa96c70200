/** How long to wait for the host's response to a request for a paid order. */
const PLACE_TIMEOUT_MS = 45_000

/** Ends a request to a host that never responds. Browsers without deadlines wait until the page is reloaded. */
export function withDeadline(): { signal?: AbortSignal } {
  return 'timeout' in AbortSignal ? { signal: AbortSignal.timeout(PLACE_TIMEOUT_MS) } : {}
}
