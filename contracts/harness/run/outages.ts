import { type Finding, findingAt } from '../../src/schema/finding.ts'
import { markUnavailable } from '../check/host-state.ts'
import { isImplausible, isSuccessfulRead } from '../check/plausible-response.ts'
import type { Exchange } from '../send/exchange.ts'
import type { Host } from '../send/host.ts'
import { sendAgain } from '../send/send-case.ts'

/**
 * Reports an outage that began during the run as an error and not as drift. It is one if a read that succeeded earlier
 * now fails, too. Findings from before the last successful read remain.
 * @param limit maximum number of requests in the run
 */
export async function markOutage(host: Host, limit: number): Promise<void> {
  const { exchanges } = host
  const failed = exchanges
    .slice(exchanges.findLastIndex(isSuccessfulRead) + 1)
    .filter((exchange) => exchange.findings.length > 0 && mayBeOutage(exchange))
  const hasLater = exchanges.some(({ findings }) => findings.some(isLaterStatus))
  const earlier = exchanges.find(
    (exchange) => isSuccessfulRead(exchange) && exchange.kind === 'case' && isPublicRead(exchange),
  )
  if (host.isEmulator || (failed.length === 0 && !hasLater) || !earlier) return
  if (host.session.counted() > limit || !isImplausible(await sendAgain(host, earlier))) return
  host.exchanges = markUnavailable(exchanges, failed, 'the host became unavailable during the run').map(
    (exchange) => ({ ...exchange, findings: exchange.findings.filter((each) => !isLaterStatus(each)) }),
  )
}

const isPublicRead = ({ endpoint, request, findings }: Exchange): boolean =>
  endpoint.auth === 'none' && request !== undefined && findings.length === 0

/** Whether a response may be due to an outage. A declared status may be, too: a 401 may come from a firewall. */
const mayBeOutage = (exchange: Exchange): boolean =>
  (exchange.response?.status ?? 0) >= 400 || isImplausible(exchange)

/** Whether a finding is an error status that only repeated requests had. */
const isLaterStatus = ({ where, actual, responses }: Finding): boolean =>
  where === '$status' && Number(actual) >= 400 && responses !== undefined && responses.with < responses.of

/**
 * Reports missing responses as findings if the host still responds to another request. Otherwise, it is unreachable, and
 * they remain errors.
 */
export async function reportMissingResponses(host: Host): Promise<void> {
  const { exchanges } = host
  const responding = exchanges.find(
    ({ endpoint, state, request }) => state === 'completed' && endpoint.method === 'GET' && request,
  )
  if (!exchanges.some(isUnresponsive) || !responding) return
  if ((await sendAgain(host, responding)).state !== 'completed') return
  host.exchanges = exchanges.map((exchange) => (isUnresponsive(exchange) ? withFinding(exchange) : exchange))
}

const isUnresponsive = ({ noResponse }: Exchange): boolean => noResponse !== undefined

function withFinding({ reason = '', ...exchange }: Exchange): Exchange {
  // The reason for a timeout contains its duration.
  const actual = exchange.noResponse === 'timeout' ? reason : 'connection closed'
  const findings = [findingAt('no-response', '$connection', 'a response', actual)]
  return { ...exchange, state: 'completed', findings }
}
