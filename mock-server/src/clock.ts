/** A world's time. */
export type Clock = {
  /** Milliseconds since 1970. */
  now: () => number
}

export const systemClock: Clock = { now: () => Date.now() }

/** A clock that stands still, for tests. */
export function fixedClock(iso: string): Clock & { advance: (ms: number) => void } {
  let now = Date.parse(iso)
  return {
    now: () => now,
    advance: (ms) => {
      now += ms
    },
  }
}

/** witness: Eloquent prints microseconds although its columns keep whole seconds. */
export function eloquentTime(ms: number): string {
  return new Date(ms).toISOString().replace(/\.\d{3}Z$/, '.000000Z')
}

/** witness: columns without a cast keep MySQL's text. */
export function sqlTime(ms: number): string {
  return new Date(ms).toISOString().slice(0, 19).replace('T', ' ')
}
