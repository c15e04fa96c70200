import { type Finding, isWholeResponse } from '../../src/schema/finding.ts'
import { parsePath, valuesAt } from '../../src/schema/json-path.ts'
import { isRegression } from '../check/regression.ts'
import type { CheckResult } from '../check-result.ts'
import type { Verdict } from './report.ts'

/**
 * Compares a finding with the result of the same case on the other side. If both sides have the finding, the contract
 * is wrong. If only this side has it, this side has changed. If the sides cannot be compared, the verdict is `cannot
 * tell`.
 */
export function verdictOf(
  finding: Finding,
  other: CheckResult | undefined,
  side: 'provider' | 'emulator',
): Verdict {
  // A regression means that the provider has changed, regardless of the emulator.
  if (side === 'provider' && isRegression(finding)) return 'provider drifted'
  if (other?.state !== 'completed') return 'cannot tell'
  if (other.findings.some(({ rule, where }) => rule === finding.rule && where === finding.where))
    return 'contract wrong'
  // An empty list, or a response that is invalid as a whole, does not show whether the other side differs.
  const isUnreadable = other.findings.some(({ where }) => where === '$' || where === '$status')
  if (isUnreadable || !hasParentOf(other.response?.body, finding.where)) return 'cannot tell'
  return side === 'provider' ? 'provider drifted' : 'emulator drifted'
}

/** Whether a body contains the parent of a JSON path, without which two bodies cannot be compared at the path. */
function hasParentOf(body: unknown, where: string): boolean {
  if (isWholeResponse(where)) return true
  const owners = valuesAt(body, parsePath(where).slice(0, -1))
  return owners.some((owner) => owner !== null && typeof owner === 'object')
}

/** Returns the emulator's result to compare with. Relations have one there only if they are violated. */
export function counterpartOf(
  result: CheckResult,
  compared: readonly CheckResult[],
): CheckResult | undefined {
  return (
    findSameCase(result, compared) ??
    (result.kind === 'relation' ? compared.find(({ kind }) => kind === 'case') : undefined)
  )
}

export function findSameCase(
  { testCase }: CheckResult,
  candidates: readonly CheckResult[],
): CheckResult | undefined {
  return candidates.find((other) => other.testCase.title === testCase.title)
}
