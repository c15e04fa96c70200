import { type Finding, findingKey, isWholeResponse } from '../../src/schema/finding.ts'
import { hostStateOf } from '../check/host-state.ts'
import { checkExchange } from '../check/response.ts'
import type { Exchange } from '../send/exchange.ts'
import type { Host } from '../send/host.ts'
import { ATTEMPTS, sendAgain } from '../send/send-case.ts'

/** Number of endpoints that confirm a finding about whole responses without repeated requests. */
const CONFIRMING_ENDPOINTS = 3

/**
 * Repeats reads with unexpected responses, or all reads, and counts the responses with each finding. A finding about a
 * whole response (status, time) that occurs in one of three responses becomes a note.
 * @param limit maximum number of requests; reads that would exceed it are not repeated
 */
export async function repeatReads(
  host: Host,
  { all, limit }: { all: boolean; limit: number },
): Promise<void> {
  if (hostStateOf(host).kind !== 'usable') return
  for (const [index, exchange] of host.exchanges.entries()) {
    const { endpoint, state, isUnreported, request } = exchange
    if (endpoint.method !== 'GET' || isUnreported || state !== 'completed' || !request) continue
    if (!all && isConfirmed(exchange, host.exchanges)) continue
    if (host.session.counted() + ATTEMPTS - 1 > limit) return
    host.exchanges[index] = await repeat(exchange, host)
  }
}

async function repeat(exchange: Exchange, host: Host): Promise<Exchange> {
  const attempts = [exchange]
  while (attempts.length < ATTEMPTS) attempts.push(checkExchange(host, await sendAgain(host, exchange)))
  const completed = attempts.filter(({ state }) => state === 'completed')
  const first = new Map<string, Finding>()
  for (const finding of completed.flatMap(({ findings }) => findings))
    if (!first.has(findingKey(finding))) first.set(findingKey(finding), finding)
  const findings: Finding[] = []
  const rare: string[] = []
  for (const [key, finding] of first) {
    const affected = completed.filter(({ findings }) =>
      findings.some((other) => findingKey(other) === key),
    ).length
    if (isWholeResponse(finding.where) && affected * 2 < completed.length)
      rare.push(`${finding.where} ${finding.actual} in ${affected} of ${completed.length} responses`)
    else findings.push({ ...finding, responses: { with: affected, of: completed.length } })
  }
  const result = {
    ...exchange,
    findings,
    requests: attempts.reduce((total, { requests }) => total + requests, 0),
    ms: attempts.reduce((total, { ms }) => total + ms, 0),
  }
  if (rare.length === 0) return result
  // If there is a response without findings, later comparisons use it.
  const { response } = completed.find((attempt) => attempt.findings.length === 0) ?? exchange
  return { ...result, note: rare.join('; '), ...(response ? { response } : {}) }
}

/**
 * Whether other endpoints confirm all findings, for example if a gateway returns the same error page for all of them.
 */
function isConfirmed({ findings }: Exchange, exchanges: readonly Exchange[]): boolean {
  return findings.every((finding) => {
    const confirming = exchanges.filter((exchange) =>
      exchange.findings.some(
        (other) => findingKey(other) === findingKey(finding) && other.actual === finding.actual,
      ),
    )
    return (
      isWholeResponse(finding.where) &&
      new Set(confirming.map(({ name }) => name)).size >= CONFIRMING_ENDPOINTS
    )
  })
}
