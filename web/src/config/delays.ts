/** Delay before a page shows a cached response, or a message that the response is late, in milliseconds. */
export const SLOW_AFTER_MS = 6000

/** The time for which catalogue data is not requested again in a visit, in milliseconds. */
export const CATALOGUE_STALE_MS = 300_000
