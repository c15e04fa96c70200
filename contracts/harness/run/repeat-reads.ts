import { findingKey, isWholeResponse } from '../../src/schema/finding.ts'
import { hostStateOf } from '../check/host-state.ts'
import { checkCaseResult } from '../check/response.ts'
import type { CheckResult } from '../check-result.ts'
import type { Host } from '../send/host.ts'
import { ATTEMPTS, sendAgain } from '../send/send-case.ts'
import { combineAttempts, isRepeatable } from './attempts.ts'

/** Number of endpoints that confirm a finding about whole responses without repeated requests. */
const CONFIRMING_ENDPOINTS = 3

/**
 * Repeats reads with unexpected responses, or all reads, and counts the responses with each finding. A finding about a
 * whole response (status, time) that occurs in one of three responses becomes a note.
 * @param limit maximum number of requests; reads that would exceed it are not repeated
 */
export async function repeatReads(
  host: Host,
  { includesAll, limit }: { includesAll: boolean; limit: number },
): Promise<void> {
  if (hostStateOf(host).kind !== 'usable') return
  for (const [index, result] of host.results.entries()) {
    const { state, isUnreported, request } = result
    if (isUnreported || state !== 'completed' || !request) continue
    if (!isRepeatable(result, host.results)) continue
    if (!includesAll && isConfirmed(result, host.results)) continue
    if (host.session.rateLimitedCount() + ATTEMPTS - 1 > limit) return
    host.results[index] = await repeat(result, host)
  }
}

async function repeat(result: CheckResult, host: Host): Promise<CheckResult> {
  const attempts = [result]
  while (attempts.length < ATTEMPTS) attempts.push(checkCaseResult(host, await sendAgain(host, result)))
  const completed = attempts.filter(({ state }) => state === 'completed')
  const { findings, note } = combineAttempts(
    completed.map((attempt) => attempt.findings),
    ({ where }, affected) => isWholeResponse(where) && affected * 2 < completed.length,
  )
  const repeatedResult = {
    ...result,
    findings,
    requests: attempts.reduce((total, { requests }) => total + requests, 0),
    ms: attempts.reduce((total, { ms }) => total + ms, 0),
  }
  if (note === undefined) return repeatedResult
  // Later comparisons use a response without findings, or else one without the findings of the note.
  const kept = new Set(findings.map(findingKey))
  const { response } =
    completed.find((attempt) => attempt.findings.length === 0) ??
    completed.find((attempt) => attempt.findings.every((finding) => kept.has(findingKey(finding)))) ??
    result
  return { ...repeatedResult, note, ...(response ? { response } : {}) }
}

/**
 * Whether other endpoints confirm all findings, for example if a gateway returns the same error page for all of them.
 */
function isConfirmed({ findings }: CheckResult, results: readonly CheckResult[]): boolean {
  return findings.every((finding) => {
    const confirming = results.filter((result) =>
      result.findings.some(
        (other) => findingKey(other) === findingKey(finding) && other.actual === finding.actual,
      ),
    )
    return (
      isWholeResponse(finding.where) &&
      new Set(confirming.map(({ name }) => name)).size >= CONFIRMING_ENDPOINTS
    )
  })
}
