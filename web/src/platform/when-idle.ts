/**
 * Calls back when the browser is idle; without requestIdleCallback, as in Safari, after the current task.
 * @param timeout the longest delay in milliseconds
 * @returns a function that cancels the callback
 */
export function whenIdle(act: () => void, timeout?: number): () => void {
  try {
    // Newer: without requestIdleCallback, the call throws, and a timer calls back instead.
    const request = requestIdleCallback(act, timeout === undefined ? {} : { timeout })
    return () => cancelIdleCallback(request)
  } catch {
    const timer = setTimeout(act, 0)
    return () => clearTimeout(timer)
  }
}

/**
 * Calls back after a delay when the page has loaded.
 * @param delay in milliseconds
 * @returns a function that cancels the callback
 */
export function afterLoad(act: () => void, delay: number): () => void {
  let timer: ReturnType<typeof setTimeout>
  const wait = () => {
    timer = setTimeout(act, delay)
  }
  if (document.readyState === 'complete') wait()
  else window.addEventListener('load', wait, { once: true })
  return () => {
    clearTimeout(timer)
    window.removeEventListener('load', wait)
  }
}
