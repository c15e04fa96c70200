/** What a world does later. It ends with the world: nothing may look into a closed database. */
export type Timers = {
  /** Runs work after milliseconds, unless the world has ended by then. A process that ends does not wait for it. */
  after: (ms: number, work: () => void) => void
  /** A wait of milliseconds for a caller that stays until it is over, called off, or the world has ended. */
  wait: (ms: number) => Wait
  /** Runs work that no caller waits for; what it throws is reported. */
  inBackground: (work: Promise<unknown>) => void
  /** Ends every wait. Work that has not begun never does. */
  end: () => void
}

export type Wait = { over: Promise<void>; callOff: () => void }

/** @param onFailure called with what later work throws: it would be unhandled otherwise, and the process would end */
export function createTimers(onFailure: (error: unknown) => void): Timers {
  const waiting = new Set<() => void>()
  let hasEnded = false

  /** Calls `work` when the time has come, or `ended` when that is earlier. */
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
    inBackground: (work) => void work.catch(onFailure),
    end: () => {
      hasEnded = true
      for (const end of [...waiting]) end()
    },
  }
}
