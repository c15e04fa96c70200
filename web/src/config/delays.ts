/** The time after which a page says that a response is late, or shows a cached one, in milliseconds. */
export const SLOW_AFTER_MS = 6000

/** The time for which catalogue data is not requested again in a visit, in milliseconds. */
export const CATALOGUE_STALE_MS = 300_000
