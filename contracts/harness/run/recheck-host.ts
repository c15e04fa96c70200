import { isPlainObject } from '../../src/schema/describe-value.ts'
import { decisiveReadsOf, hostStateOf, MIN_ENDPOINTS } from '../check/host-state.ts'
import { describeImplausible, isSuccessfulRead } from '../check/plausible-response.ts'
import { checkExchange } from '../check/response.ts'
import { type PlannedCase, pathOf, requestsOf } from '../plan.ts'
import { type Exchange, emptyExchange } from '../send/exchange.ts'
import type { Host } from '../send/host.ts'
import { ATTEMPTS, sendAndRecord, sendCase } from '../send/send-case.ts'

/**
 * Checks a host again that does not look like the provider. Many APIs have a single public read, whose failure may be
 * drift: the same reads are repeated, and reads that require a token are sent without it. Does nothing if three
 * endpoints have failed.
 */
export async function recheckHost(host: Host, cases: readonly PlannedCase[]): Promise<void> {
  const { contracts, exchanges } = host
  const decisive = decisiveReadsOf(contracts)
  const failed = exchanges.filter(
    ({ name, example, requests }) => requests > 0 && example.status < 300 && decisive.includes(name),
  )
  if (new Set(failed.map(({ name }) => name)).size >= MIN_ENDPOINTS) return
  // Other endpoints are tried before a read that hangs, because each attempt takes as long as the timeout.
  const isSilent = failed.every(({ response }) => response === undefined)
  if (isSilent) host.isProviderConfirmed = await isConfirmedByOthers(host, cases)
  const renewed = new Map<Exchange, Exchange>()
  for (const exchange of failed) renewed.set(exchange, await repeatUntilSuccess(host, exchange))
  host.exchanges = exchanges.map((exchange) => renewed.get(exchange) ?? exchange)
  if (!isSilent && hostStateOf(host).kind !== 'usable')
    host.isProviderConfirmed = await isConfirmedByOthers(host, cases)
}

/** Sends a read again until a response is as expected. Otherwise, the first response remains. */
async function repeatUntilSuccess(host: Host, first: Exchange): Promise<Exchange> {
  let exchange = first
  const failure = describeImplausible(first) ?? first.reason ?? String(first.response?.status)
  for (
    let attempt = 2;
    attempt <= ATTEMPTS && !isSuccessfulRead(exchange) && !host.signal?.aborted;
    attempt++
  ) {
    const again = await sendCase(host, emptyExchange(first), first.request ?? {}, host.values)
    const totals = { requests: exchange.requests + again.requests, ms: exchange.ms + again.ms }
    const note = `${failure} in ${attempt - 1} of ${attempt} attempts`
    exchange = isSuccessfulRead(again)
      ? { ...checkExchange(host, again), ...totals, note }
      : { ...exchange, ...totals }
  }
  return exchange
}

/** Whether a read that requires a token refuses a request without one, unlike the reads so far. */
async function isConfirmedByOthers(host: Host, cases: readonly PlannedCase[]): Promise<boolean> {
  const { contracts, session, exchanges, values, signal } = host
  const statuses = exchanges.map(({ response }) => response?.status)
  const tried = new Set<string>()
  for (const { name, endpoint, example } of cases) {
    const planned = requestsOf(example, values)
    const isRead = endpoint.method === 'GET' && endpoint.auth === 'bearer' && 'requests' in planned
    if (!isRead || tried.has(name) || tried.size >= MIN_ENDPOINTS || signal?.aborted) continue
    tried.add(name)
    const empty = emptyExchange({ name, endpoint, example, isUnreported: true })
    const path = pathOf(contracts, endpoint, planned.requests[0] ?? {})
    const { response } = await sendAndRecord(session, empty, { name, method: 'GET', path, as: 'anonymous' })
    const isRefusal = response?.status === 401 || response?.status === 403
    if (isRefusal && !statuses.includes(response.status) && isPlainObject(response.body)) return true
  }
  return false
}
