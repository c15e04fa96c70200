import { type Finding, joinKinds } from '../../src/schema/finding.ts'
import type { ReportedFinding, Verdict } from '../report/report.ts'
import type { Outcome } from '../send/run-case.ts'
import { showsPlace } from './check-response.ts'

/** A case or picture folder as one side has answered it. */
type Sided = Pick<Outcome, 'state' | 'findings' | 'curl'> & { body?: unknown }

/**
 * Who has changed, by the same case on the other side. Both differ alike: the contract declares what neither sends.
 * The other side keeps the contract there: this one has changed. Otherwise it cannot be decided.
 */
export function verdictOf(own: Finding, other: Sided | undefined, side: 'provider' | 'emulator'): Verdict {
  if (other?.state !== 'judged') return 'cannot tell'
  if (other.findings.some((each) => each.rule === own.rule && each.where === own.where))
    return 'schema wider than both'
  // An empty list, or an answer that is broken above this place, says nothing about it.
  const unread = other.findings.some((each) => each.where === '$' || each.where === '$status')
  if (unread || !showsPlace(other.body, own.where)) return 'cannot tell'
  return side === 'provider' ? 'provider drifted' : 'emulator drifted'
}

/** The findings of one endpoint, each once however many cases show it. */
export function mergeFindings(findings: readonly ReportedFinding[]): ReportedFinding[] {
  const merged = new Map<string, ReportedFinding>()
  for (const finding of findings) {
    // The expectation is left out: a 500 where one case wants 200 and another 401 is one finding.
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

/** A finding with what the report says about it. */
export function reportFinding(
  finding: Finding,
  title: string,
  curl: string,
  verdict: Verdict,
): ReportedFinding {
  const { sample, ...rest } = finding
  return { ...rest, verdict, case: title, curl, ...(sample === undefined ? {} : { sample }) }
}
