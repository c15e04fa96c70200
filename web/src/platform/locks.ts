// Runs work exclusively across the tabs of this browser; without Web Locks, only within this tab.

/** The maximum time in which a browser reports whether a lock is available, in milliseconds. */
const RESPONSE_MS = 2000

/** The last work of each name in this tab. */
const lastWork = new Map<string, Promise<unknown>>()

/** Runs work after all earlier work with the same name. */
export function runInTurn<T>(name: string, work: () => Promise<T>): Promise<T> {
  // It also runs if earlier work fails.
  const earlier = lastWork.get(name)?.catch(() => undefined) ?? Promise.resolve()
  const result = earlier.then(() => runLocked(name, work))
  lastWork.set(name, result)
  return result
}

const running = new Map<string, Promise<unknown>>()

/** Like `runInTurn`, but concurrent calls in this tab run one work and share its result. */
export function runExclusive<T>(name: string, work: () => Promise<T>): Promise<T> {
  const shared = running.get(name)
  if (shared) return shared as Promise<T>
  const started = runInTurn(name, work).finally(() => running.delete(name))
  running.set(name, started)
  return started
}

/** Whether `runExclusive` is running work with the name in this tab. */
export const isRunning = (name: string): boolean => running.has(name)

async function runLocked<T>(name: string, work: () => Promise<T>): Promise<T> {
  let result: { value: T } | undefined
  await tryLock(name, async () => {
    result = { value: await work() }
  })
  // Newer: if the browser lacks or refuses locks, `tryLock` has run the work without one. Without a result, another tab
  // holds the lock, so the browser has locks, and the work waits for it.
  return result ? result.value : navigator.locks.request(name, work)
}

/**
 * Holds the lock while the work runs. The browser releases it when the promise settles or the tab closes. If the
 * browser refuses locks, as some do where site data is blocked, or does not respond, the work runs without one.
 * @returns false, without running the work, if the lock is held, in this tab or another one
 * @throws any error that the work throws
 */
export async function tryLock(name: string, work: () => Promise<void>): Promise<boolean> {
  let release = () => {}
  const finished = new Promise<void>((finished) => {
    release = finished
  })
  const isTaken = await new Promise<boolean>((respond) => {
    setTimeout(respond, RESPONSE_MS, false)
    const onResponse = (lock: Lock | null) => {
      respond(lock === null)
      return lock ? finished : undefined
    }
    try {
      // Newer: without Web Locks, the call throws, and the work runs without a lock.
      navigator.locks.request(name, { ifAvailable: true }, onResponse).catch(() => respond(false))
    } catch {
      // The API is missing or blocked.
      respond(false)
    }
  })
  if (isTaken) return false
  try {
    await work()
    return true
  } finally {
    release()
  }
}
