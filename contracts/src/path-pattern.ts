/** One step of a pattern: a letter, one or more letters but no slash, or any letters. */
type Step = { letter: string } | { any: 'of a segment'; repeats: boolean } | { any: 'at all'; repeats: true }

/**
 * Makes a function that says whether a path matches a pattern: `*` stands for anything, `{name}` for one segment or a part of it, and a slash at the
 * end makes no difference. All positions that a pattern can be at are followed at once, so that no pattern takes
 * longer than the product of both lengths: a regular expression would try them one after another.
 */
export function pathMatcher(pattern: string): (path: string) => boolean {
  const steps = stepsOf(pattern)
  return (path) => {
    let at = reach(steps, [true])
    for (const letter of path.replace(/(?<=.)\/$/, '')) {
      const next: boolean[] = []
      for (const [index, step] of steps.entries()) {
        if (!at[index] || !accepts(step, letter)) continue
        next['any' in step && step.repeats ? index : index + 1] = true
      }
      at = reach(steps, next)
    }
    return at[steps.length] === true
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

/** A step that repeats may also be skipped. */
function reach(steps: readonly Step[], at: boolean[]): boolean[] {
  for (const [index, step] of steps.entries()) {
    if (at[index] && 'any' in step && step.repeats) at[index + 1] = true
  }
  return at
}
