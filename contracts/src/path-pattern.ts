/** A step of a pattern: one character, one or more characters except slashes, or any characters. */
type Step = { letter: string } | { any: 'of a segment'; repeats: boolean } | { any: 'at all'; repeats: true }

/**
 * Returns a function that tests whether a path matches a pattern. `*` matches anything, `{name}` matches one segment
 * or a part of it, and a trailing slash makes no difference. Tracks all possible positions as bits and stops if none
 * is left. Unlike a regular expression, no pattern is slow.
 */
export function pathMatcher(pattern: string): (path: string) => boolean {
  const steps = stepsOf(pattern)
  const bits = (has: (step: Step) => boolean) =>
    steps.reduce((sum, step, index) => (has(step) ? sum | (1n << BigInt(index)) : sum), 0n)
  const repeating = bits((step) => 'any' in step && step.repeats)
  const known = ['/', ...steps.flatMap((step) => ('letter' in step ? step.letter : []))]
  const accepting = new Map(known.map((letter) => [letter, bits((step) => accepts(step, letter))]))
  const acceptingOthers = bits((step) => 'any' in step)
  const end = 1n << BigInt(steps.length)
  /** A repeating step may be skipped. At most two are adjacent. */
  const skip = (at: bigint) => {
    const once = at | ((at & repeating) << 1n)
    return once | ((once & repeating) << 1n)
  }
  return (path) => {
    let at = skip(1n)
    for (const letter of path.replace(/(?<=.)\/$/, '')) {
      const moved = at & (accepting.get(letter) ?? acceptingOthers)
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
    if (part.length === 1 || !part.startsWith('{')) return [{ letter: part }]
    return [
      { any: 'of a segment', repeats: false },
      { any: 'of a segment', repeats: true },
    ]
  })
}

function accepts(step: Step, letter: string): boolean {
  if ('letter' in step) return step.letter === letter
  return step.any === 'at all' || letter !== '/'
}
