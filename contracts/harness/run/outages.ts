import { type Finding, findingAt } from '../../src/schema/finding.ts'
import { markUnavailable } from '../check/host-state.ts'
import { isImplausible, isSuccessfulRead } from '../check/plausible-response.ts'
import type { CheckResult } from '../check-result.ts'
import type { Host } from '../send/host.ts'
import { sendAgain } from '../send/send-case.ts'
import { isRepeatable } from './attempts.ts'

/**
 * Reports an outage that began during the run as an error and not as drift. It is one if a read that succeeded earlier
 * now fails, too. Findings from before the last successful read remain.
 * @param limit maximum number of requests in the run
 */
export async function markOutage(host: Host, limit: number): Promise<void> {
  const { results } = host
  const failed = results
    .slice(results.findLastIndex(isSuccessfulRead) + 1)
    .filter((result) => result.findings.length > 0 && mayBeOutage(result))
  const hasIntermittentError = results.some(({ findings }) => findings.some(isIntermittentErrorStatus))
  const earlier = results.find(
    (result) =>
      isSuccessfulRead(result) &&
      result.kind === 'case' &&
      isPublicRead(result) &&
      isRepeatable(result, results),
  )
  if (host.isEmulator || (failed.length === 0 && !hasIntermittentError) || !earlier) return
  if (host.session.rateLimitedCount() > limit || !isImplausible(await sendAgain(host, earlier))) return
  host.results = markUnavailable(results, failed, 'the host became unavailable during the run').map(
    (result) => ({ ...result, findings: result.findings.filter((each) => !isIntermittentErrorStatus(each)) }),
  )
}

const isPublicRead = ({ endpoint, request, findings }: CheckResult): boolean =>
  endpoint.auth === 'none' && request !== undefined && findings.length === 0

/** Whether a response may be due to an outage. A declared status may be, too: a 401 may come from a firewall. */
const mayBeOutage = (result: CheckResult): boolean =>
  (result.response?.status ?? 0) >= 400 || isImplausible(result)

/** Whether a finding is an error status that only repeated requests had. */
const isIntermittentErrorStatus = ({ where, actual, responses }: Finding): boolean =>
  where === '$status' && Number(actual) >= 400 && responses !== undefined && responses.with < responses.of

/**
 * Reports missing responses as findings if the host still responds to another request. Otherwise, it is unreachable,
 * and they remain errors.
 */
export async function reportMissingResponses(host: Host): Promise<void> {
  const { results } = host
  const responding = results.find(
    ({ endpoint, state, request }) => state === 'completed' && endpoint.method === 'GET' && request,
  )
  if (!results.some(isUnresponsive) || !responding) return
  if ((await sendAgain(host, responding)).state !== 'completed') return
  host.results = results.map((result) => (isUnresponsive(result) ? reportAsFinding(result) : result))
}

const isUnresponsive = ({ noResponse }: CheckResult): boolean => noResponse !== undefined

function reportAsFinding({ reason = '', ...result }: CheckResult): CheckResult {
  // The reason for a timeout contains its duration.
  const actual = result.noResponse === 'timeout' ? reason : 'connection closed'
  const findings = [findingAt('no-response', '$connection', 'a response', actual)]
  return { ...result, state: 'completed', findings }
}
