/**
 * Runs a piece of work that must not run twice at once, in this tab or another of the same browser.
 * Where the browser has no Web Locks the guard reaches this tab only.
 */

const running = new Map<string, Promise<unknown>>()

/** Waits for the work of the same name to end. A second call from this tab gets the first one's answer. */
export function runExclusive<T>(name: string, work: () => Promise<T>): Promise<T> {
  const known = running.get(name)
  if (known) return known as Promise<T>
  const started = (navigator.locks ? navigator.locks.request(name, work) : work()).finally(() =>
    running.delete(name),
  ) as Promise<T>
  running.set(name, started)
  return started
}

/**
 * Holds the lock while the work runs, and releases it however the work ends: the browser does so when the
 * promise settles or the tab is closed.
 * @returns false, without running the work, when another tab holds the lock
 * Throws what the work throws.
 */
export async function tryLock(name: string, work: () => Promise<void>): Promise<boolean> {
  if (!navigator.locks) {
    await work()
    return true
  }
  return navigator.locks.request(name, { ifAvailable: true }, async (lock) => {
    if (lock === null) return false
    await work()
    return true
  })
}
