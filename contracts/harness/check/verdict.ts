import { type Finding, isWholeResponse } from '../../src/schema/finding.ts'
import { parsePath, valuesAt } from '../../src/schema/json-path.ts'
import type { Exchange } from '../send/exchange.ts'
import { isRegression } from './regression.ts'

/**
 * Which side differs from the contract. `contract wrong` means that the provider and the emulator differ from it in the same
 * way.
 */
export const VERDICTS = ['provider drifted', 'emulator drifted', 'contract wrong', 'cannot tell'] as const
export type Verdict = (typeof VERDICTS)[number]

/**
 * Compares a finding with the result of the same case on the other side. If both sides have the finding, the contract
 * is wrong. If only this side has it, this side has changed. If the sides cannot be compared, the verdict is `cannot
 * tell`.
 */
export function verdictOf(
  finding: Finding,
  other: Exchange | undefined,
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
