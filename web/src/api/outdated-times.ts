/**
 * The update times of data that may be outdated, in milliseconds since 1970: cached responses that replace a slow or
 * failed request, and the data of a page while the host does not work.
 */
export const outdatedTimes = new Set<number>()

/** Whether the service worker has served the document from its cache, because the network failed or was slow. */
export const isCachedDocument = !import.meta.env.SSR && document.documentElement.hasAttribute('data-cached')

/** Whether data of this time may be outdated, although it may be less than an hour old. Pages show its time. */
export function mayBeOutdated(at: number): boolean {
  return outdatedTimes.has(at) || (isCachedDocument && at < performance.timeOrigin)
}
