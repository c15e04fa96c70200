/** Runs work exclusively across the tabs of this browser; without Web Locks, only within this tab. */

const running = new Map<string, Promise<unknown>>()

/** Runs work after any other work with the same name. Concurrent calls in this tab share one result. */
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
 * Holds the lock while the work runs. The browser releases it when the promise settles or the tab closes.
 * @returns false, without running the work, if another tab holds the lock
 * @throws any error that the work throws
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
