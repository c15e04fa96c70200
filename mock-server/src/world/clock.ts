/** Milliseconds since 1970, and whether the clock stands still there. */
export type ClockState = { now: number; isFrozen: boolean }

/** A world's time in milliseconds since 1970: the system's time with an offset, or frozen. */
export type Clock = ReturnType<typeof createClock>

/** @param frozenAt ISO date at which the clock is frozen; by default the clock runs */
export function createClock(frozenAt?: string) {
  let frozen = frozenAt === undefined ? null : Date.parse(frozenAt)
  let shift = 0
  const now = () => frozen ?? Date.now() + shift
  return {
    now,
    /** Sets the time. A running clock keeps running, a frozen one stays frozen. */
    set: (ms: number) => {
      if (frozen === null) shift = ms - Date.now()
      else frozen = ms
    },
    advance: (ms: number) => {
      if (frozen === null) shift += ms
      else frozen += ms
    },
    freeze: () => {
      frozen = now()
    },
    resume: () => {
      if (frozen === null) return
      shift = frozen - Date.now()
      frozen = null
    },
    isFrozen: () => frozen !== null,
    /** Returns a text that changes only when the clock is changed, not while it runs. */
    setting: () => `${frozen} ${shift}`,
    state: (): ClockState => ({ now: now(), isFrozen: frozen !== null }),
    restore: (state: ClockState) => {
      frozen = state.isFrozen ? state.now : null
      shift = state.now - Date.now()
    },
  }
}

/** Largest offset from now in milliseconds, because dates in the far future cannot be formatted. */
const MAX_SHIFT_MS = 100 * 365.25 * 24 * 3_600_000

/** Whether a world's time may be set to this value; false for invalid dates. */
export function isWithinReach(ms: number): boolean {
  return Math.abs(ms - Date.now()) <= MAX_SHIFT_MS
}
