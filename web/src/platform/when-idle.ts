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

/**
 * Acts a while after the page has loaded.
 * @param delay in milliseconds, asked for when the page has loaded
 * @returns a function that cancels it
 */
export function afterLoad(act: () => void, delay: () => number): () => void {
  let timer: ReturnType<typeof setTimeout>
  const wait = () => {
    timer = setTimeout(act, delay())
  }
  if (document.readyState === 'complete') wait()
  else window.addEventListener('load', wait, { once: true })
  return () => {
    clearTimeout(timer)
    window.removeEventListener('load', wait)
  }
}
