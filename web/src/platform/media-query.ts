/**
 * Returns the state of a media query; null if the browser has no `matchMedia` or refuses it, as some in-app browsers
 * do.
 */
export function mediaQuery(query: string): MediaQueryList | null {
  try {
    return window.matchMedia(query) ?? null
  } catch {
    return null
  }
}

/** Whether a media query matches; false if that is unknown. */
export const matchesMedia = (query: string): boolean => mediaQuery(query)?.matches ?? false
