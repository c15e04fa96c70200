import { checkCaseResult } from '../check/response.ts'
import { isConfirmedBy, isRead, violationsOf } from '../check/violations.ts'
import type { CheckResult } from '../check-result.ts'
import type { Host } from '../send/host.ts'
import { sendAgain } from '../send/send-case.ts'
import { isRepeatable } from './attempts.ts'
import { MAX_REQUESTS } from './probes.ts'

/** Maximum number of reads that are repeated to confirm violations. */
const MAX_REPEATED_READS = 8

/**
 * Checks the relations between the responses of a run, and adds a result per violation or skipped relation to the
 * host's.
 */
export async function runRelations(host: Host, limit?: number): Promise<void> {
  host.results.push(...(await checkRelations(host, { limit })))
}

/**
 * Checks the relations between the responses of a run. Before a violation is reported, the reads involved are repeated
 * and the relation is checked again, because data may change during the run.
 * @param latest the only read that may be repeated after a write, because repeating earlier reads would return a later
 * state
 * @param limit number of rate-limited requests of the run after which no read is repeated
 * @returns a result for each violation, and for each relation that was left out
 */
export async function checkRelations(
  host: Host,
  { latest, limit = MAX_REQUESTS }: { latest?: CheckResult | undefined; limit?: number | undefined } = {},
): Promise<CheckResult[]> {
  const { contracts, session } = host
  const results = host.results.filter(({ kind }) => kind === 'case')
  const { violations, leftOut } = violationsOf(contracts.relations, results)
  const isRenewable = (result: CheckResult, sides: readonly CheckResult[]) =>
    latest
      ? result === latest
      : session.rateLimitedCount() < limit && sides.every((side) => isRepeatable(side, results))
  const renewed = new Map<CheckResult, CheckResult>()
  for (const { sides } of violations)
    for (const result of sides.filter((side) => !renewed.has(side))) {
      const isRepeated = isRead(result) && isRenewable(result, sides) && renewed.size < MAX_REPEATED_READS
      const repeatedResult = isRepeated ? checkCaseResult(host, await sendAgain(host, result)) : {}
      renewed.set(result, { ...result, ...repeatedResult })
    }
  // Reads without a violation were not repeated and may be outdated, so they are not compared.
  const current = results.flatMap((result) => renewed.get(result) ?? (isRead(result) ? [] : result))
  const confirmed = violations.length > 0 ? violationsOf(contracts.relations, current).violations : []
  const reported = violations.flatMap((violation): CheckResult[] => {
    const { result, sides } = violation
    if (isConfirmedBy(violation, confirmed)) return [result]
    // Without a response, the violation is neither confirmed nor refuted.
    const failed = sides.map((side) => renewed.get(side)).find((side) => side?.state === 'error')
    return failed ? [{ ...result, state: 'error', reason: failed.reason ?? '', findings: [] }] : []
  })
  return [...leftOut, ...reported]
}
