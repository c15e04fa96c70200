/** How long a response may take before the page says so, or shows a cached one, in milliseconds. */
export const SLOW_AFTER_MS = 6000

/** How long catalogue data is not requested again in a visit, in milliseconds. */
export const CATALOGUE_STALE_MS = 300_000
