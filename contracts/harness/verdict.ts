import { joinKinds } from '../src/check.ts'
import { type Observation, showsPlace } from './judge.ts'
import type { Finding, Verdict } from './report.ts'
import type { Outcome } from './runner.ts'

/** A case or picture folder as both sides have answered it. */
type Sided = Pick<Outcome, 'state' | 'observations' | 'curl'> & { body?: unknown }

/**
 * Who moved, from the same case on the other side. Both depart alike: the contract declares what neither sends.
 * The other side has kept the contract there: this one has moved. Otherwise nobody can tell.
 */
export function verdictOf(
  own: Observation,
  other: Sided | undefined,
  side: 'provider' | 'emulator',
): Verdict {
  if (other?.state !== 'judged') return 'cannot tell'
  if (other.observations.some((each) => each.rule === own.rule && each.where === own.where))
    return 'schema wider than both'
  // An empty list, or an answer that is broken above this place, says nothing about it.
  const unread = other.observations.some((each) => each.where === '$' || each.where === '$status')
  if (unread || !showsPlace(other.body, own.where)) return 'cannot tell'
  return side === 'provider' ? 'provider drifted' : 'emulator drifted'
}

/** The findings of one endpoint, each once however many cases show it. */
export function mergeFindings(findings: readonly Finding[]): Finding[] {
  const merged = new Map<string, Finding>()
  for (const finding of findings) {
    // The expectation is left out: a 500 where one case wants 200 and another 401 is one fault.
    const key = `${finding.rule} ${finding.where}`
    const known = merged.get(key)
    if (known) {
      known.count += finding.count
      known.actual = joinKinds(known.actual, finding.actual)
    } else merged.set(key, { ...finding })
  }
  const order = { breaking: 0, behaviour: 1, additive: 2 }
  return [...merged.values()].sort((a, b) => order[a.class] - order[b.class])
}

export function toFinding(observation: Observation, title: string, curl: string, verdict: Verdict): Finding {
  const { sample, ...rest } = observation
  return { ...rest, verdict, case: title, curl, ...(sample === undefined ? {} : { sample }) }
}
