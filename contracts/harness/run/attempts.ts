import { type Finding, findingKey } from '../../src/schema/finding.ts'
import type { CheckResult } from '../check-result.ts'

/**
 * Whether the request of a result may be sent again: it is a read, and no later write has used the same values. After
 * the deletion of a created row, a read of it no longer returns the row.
 * @param results all results of the host, in the order of the requests
 */
export function isRepeatable(result: CheckResult, results: readonly CheckResult[]): boolean {
  const { endpoint, testCase } = result
  const { inputs = [] } = testCase
  const hasChanged = results
    .slice(results.indexOf(result) + 1)
    .some(
      ({ endpoint, requests, testCase }) =>
        endpoint.method !== 'GET' && requests > 0 && testCase.inputs?.some((input) => inputs.includes(input)),
    )
  return endpoint.method === 'GET' && !hasChanged
}

/**
 * Combines the findings of repeated requests: each one once, with the number of responses that have it.
 * @param isRare whether a finding in that many responses becomes part of the note instead
 */
export function combineAttempts(
  attempts: readonly (readonly Finding[])[],
  isRare: (finding: Finding, affected: number) => boolean,
): { findings: Finding[]; note?: string } {
  const first = new Map<string, Finding>()
  for (const finding of attempts.flat())
    if (!first.has(findingKey(finding))) first.set(findingKey(finding), finding)
  const findings: Finding[] = []
  const rareFindings: string[] = []
  for (const [key, finding] of first) {
    const affected = attempts.filter((attempt) => attempt.some((other) => findingKey(other) === key)).length
    if (isRare(finding, affected))
      rareFindings.push(`${finding.where} ${finding.actual} in ${affected} of ${attempts.length} responses`)
    else findings.push({ ...finding, responses: { with: affected, of: attempts.length } })
  }
  return { findings, ...(rareFindings.length > 0 ? { note: rareFindings.join('; ') } : {}) }
}
