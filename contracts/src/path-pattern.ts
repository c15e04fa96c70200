/** A step in a pattern: a fixed character, a wildcard within a segment, or a wildcard for any characters. */
type Step = { char: string } | { any: 'of a segment'; repeats: boolean } | { any: 'at all'; repeats: true }

/**
 * Returns a function that tests whether a path matches a pattern. `*` matches anything, `{name}` matches one segment
 * or a part of it, and a trailing slash makes no difference. Tracks all possible positions as bits and stops when none
 * remain. Unlike a regular expression, this never backtracks, so no pattern is slow.
 */
export function pathMatcher(pattern: string): (path: string) => boolean {
  const steps = stepsOf(pattern)
  const positionsOf = (has: (step: Step) => boolean) =>
    steps.reduce((sum, step, index) => (has(step) ? sum | (1n << BigInt(index)) : sum), 0n)
  const repeating = positionsOf((step) => 'any' in step && step.repeats)
  const characters = ['/', ...steps.flatMap((step) => ('char' in step ? step.char : []))]
  const accepting = new Map(characters.map((char) => [char, positionsOf((step) => permits(step, char))]))
  const acceptingOthers = positionsOf((step) => 'any' in step)
  const end = 1n << BigInt(steps.length)
  /**
   * Adds a position, and the positions after repeating steps, which may match nothing. At most two such steps are
   * adjacent.
   */
  const skip = (at: bigint) => {
    const once = at | ((at & repeating) << 1n)
    return once | ((once & repeating) << 1n)
  }
  return (path) => {
    let at = skip(1n)
    for (const char of path.replace(/(?<=.)\/$/, '')) {
      const moved = at & (accepting.get(char) ?? acceptingOthers)
      if (moved === 0n) return false
      at = skip((moved & repeating) | ((moved & ~repeating) << 1n))
    }
    return (at & end) !== 0n
  }
}

function stepsOf(pattern: string): Step[] {
  const parts = pattern.replace(/(?<=.)\/$/, '').match(/\*+|\{\w+\}|./gsu) ?? []
  return parts.flatMap((part): Step[] => {
    if (part.startsWith('*')) return [{ any: 'at all', repeats: true }]
    if (part.length === 1 || !part.startsWith('{')) return [{ char: part }]
    return [
      { any: 'of a segment', repeats: false },
      { any: 'of a segment', repeats: true },
    ]
  })
}

function permits(step: Step, char: string): boolean {
  if ('char' in step) return step.char === char
  return step.any === 'at all' || char !== '/'
}
