import type { TimerOptions } from 'node:timers'
import { setTimeout as startTimer } from 'node:timers/promises'

/** Longest timer in milliseconds. Trap: Node fires a longer one after a millisecond. */
const MAX_TIMER_MS = 2 ** 31 - 1

async function sleep(ms: number, options: TimerOptions): Promise<void> {
  let remaining = ms
  do {
    await startTimer(Math.min(remaining, MAX_TIMER_MS), undefined, options)
    remaining -= MAX_TIMER_MS
  } while (remaining > 0)
}

/**
 * Creates the timers of a world. They are cancelled when the world is removed, so that no callback reads a closed
 * database.
 * @param onFailure called with errors of background work, which would otherwise end the process
 */
export function createTimers(onFailure: (error: unknown) => void) {
  const ending = new AbortController()
  /** Runs work in the background; errors are reported, unless the world or its database has ended meanwhile. */
  const inBackground = (work: Promise<unknown>) =>
    void work.catch((error) => {
      if (!/^(Abort|Replaced)Error$/.test((error as Error).name)) onFailure(error)
    })
  return {
    /**
     * Runs work after a delay in milliseconds, unless the signal aborts or the world ends. Does not keep the process
     * alive.
     */
    after: (ms: number, work: () => void, signal = ending.signal) =>
      inBackground(sleep(ms, { signal: AbortSignal.any([ending.signal, signal]), ref: false }).then(work)),
    /** Waits for a number of milliseconds, until the signal aborts or the world ends. */
    wait: async (ms: number, signal = ending.signal): Promise<void> => {
      if (ms > 0) await sleep(ms, { signal: AbortSignal.any([ending.signal, signal]) }).catch(() => {})
    },
    inBackground,
    /** Whether the world has ended. */
    hasEnded: () => ending.signal.aborted,
    /** Cancels all timers. Work that has not started is dropped. */
    end: () => ending.abort(),
  }
}
