/** How long a response may take before the page says so, or shows a cached one, in milliseconds. */
export const SLOW_AFTER_MS = 6000
