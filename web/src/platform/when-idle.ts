/**
 * Acts when the browser has nothing else to do; where it does not tell, after what is to be done now.
 * @param timeout the longest to wait, in milliseconds
 * @returns gives it up
 */
export function whenIdle(act: () => void, timeout?: number): () => void {
  if (typeof requestIdleCallback !== 'function') {
    const timer = setTimeout(act, 0)
    return () => clearTimeout(timer)
  }
  const request = requestIdleCallback(act, timeout === undefined ? {} : { timeout })
  return () => cancelIdleCallback(request)
}
