/**
 * When the responses were received, in milliseconds since 1970, that stand in for a slow or failed request in this visit.
 * Pages show the age of their prices.
 */
export const storedTimes = new Set<number>()
