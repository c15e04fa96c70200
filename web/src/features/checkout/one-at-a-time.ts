/**
 * Runs a piece of work that must not run twice at once, in this tab or another of the same browser.
 * Where the browser has no Web Locks the guard reaches this tab only.
 */

const running = new Map<string, Promise<unknown>>()

/** Waits for the work of the same name to end. A second call from this tab gets the first one's answer. */
export function once<T>(name: string, work: () => Promise<T>): Promise<T> {
  const known = running.get(name)
  if (known) return known as Promise<T>
  const started = (navigator.locks ? navigator.locks.request(name, work) : work()).finally(() =>
    running.delete(name),
  ) as Promise<T>
  running.set(name, started)
  return started
}

/** Takes the name when it is free and answers how to give it back; null when somebody has it. */
export function take(name: string): Promise<(() => void) | null> {
  if (!navigator.locks) return Promise.resolve(() => {})
  return new Promise((resolve, reject) => {
    navigator.locks
      .request(name, { ifAvailable: true }, (lock) => {
        if (lock === null) {
          resolve(null)
          return
        }
        return new Promise<void>((release) => resolve(release))
      })
      .catch(reject)
  })
}
