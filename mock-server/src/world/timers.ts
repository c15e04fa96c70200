/** Timers of a world. They are cancelled when the world ends, so that none reads a closed database. */
export type Timers = {
  /** Runs work after a delay in milliseconds, unless the world ends first. Does not keep the process alive. */
  after: (ms: number, work: () => void) => void
  /** Waits for a number of milliseconds, until the signal aborts or the world ends. */
  wait: (ms: number) => Wait
  /** Runs work in the background; errors are reported, unless the database has ended meanwhile. */
  inBackground: (work: Promise<unknown>) => void
  /** Cancels all timers. Work that has not started is dropped. */
  end: () => void
}

export type Wait = { over: Promise<void>; callOff: () => void }

/** @param onFailure called with errors of background work, which would otherwise end the process */
export function createTimers(onFailure: (error: unknown) => void): Timers {
  const waiting = new Set<() => void>()
  let hasEnded = false

  /** Calls `work` after the delay, or `ended` if the world ends first. */
  function schedule(ms: number, work: () => void, ended: () => void) {
    const end = () => {
      clearTimeout(timer)
      waiting.delete(end)
      ended()
    }
    const timer = setTimeout(() => {
      waiting.delete(end)
      try {
        work()
      } catch (error) {
        onFailure(error)
      }
    }, ms)
    waiting.add(end)
    return { timer, end }
  }

  return {
    after: (ms, work) => {
      if (!hasEnded) schedule(ms, work, () => {}).timer.unref()
    },
    wait: (ms) => {
      if (hasEnded || ms <= 0) return { over: Promise.resolve(), callOff: () => {} }
      let callOff = () => {}
      const over = new Promise<void>((resolve) => {
        callOff = schedule(ms, resolve, resolve).end
      })
      return { over, callOff }
    },
    inBackground: (work) =>
      void work.catch((error) => {
        if ((error as Error).name !== 'ReplacedError') onFailure(error)
      }),
    end: () => {
      hasEnded = true
      for (const end of [...waiting]) end()
    },
  }
}
