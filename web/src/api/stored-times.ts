/** When the responses were received that stand in for a slow or failed request, in milliseconds since 1970. */
export const storedTimes = new Set<number>()

/** Whether the service worker has served the document from its cache, because the network failed or was slow. */
export const isCachedDocument = !import.meta.env.SSR && document.documentElement.hasAttribute('data-cached')

/** Whether data of this time may be outdated, although it may be less than an hour old. Pages show its time. */
export function isStoredTime(at: number): boolean {
  return storedTimes.has(at) || (isCachedDocument && at < performance.timeOrigin)
}
