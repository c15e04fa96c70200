import { type Finding, joinKinds } from '../../src/schema/finding.ts'
import type { ReportedFinding, Verdict } from '../report/report.ts'
import type { Outcome } from '../send/run-case.ts'
import { showsPlace } from './check-response.ts'

/** The result of a case or image folder on one side. */
type Sided = Pick<Outcome, 'state' | 'findings' | 'curl'> & { body?: unknown }

/**
 * Decides who has changed by the same case on the other side. If both differ alike, the contract declares what
 * neither sends. If only this side differs, it has changed. Otherwise the verdict is `cannot tell`.
 */
export function verdictOf(own: Finding, other: Sided | undefined, side: 'provider' | 'emulator'): Verdict {
  if (other?.state !== 'judged') return 'cannot tell'
  if (other.findings.some((each) => each.rule === own.rule && each.where === own.where))
    return 'schema wider than both'
  // Empty lists, and responses that are broken above this path, prove nothing.
  const unread = other.findings.some((each) => each.where === '$' || each.where === '$status')
  if (unread || !showsPlace(other.body, own.where)) return 'cannot tell'
  return side === 'provider' ? 'provider drifted' : 'emulator drifted'
}

/** Merges equal findings of several cases of an endpoint. */
export function mergeFindings(findings: readonly ReportedFinding[]): ReportedFinding[] {
  const merged = new Map<string, ReportedFinding>()
  for (const finding of findings) {
    // Ignores the expectation: a 500 is one finding, whether a case expects 200 or 401.
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

/** Adds verdict, case and request to a finding. */
export function reportFinding(
  finding: Finding,
  title: string,
  curl: string,
  verdict: Verdict,
): ReportedFinding {
  const { sample, ...rest } = finding
  return { ...rest, verdict, case: title, curl, ...(sample === undefined ? {} : { sample }) }
}
