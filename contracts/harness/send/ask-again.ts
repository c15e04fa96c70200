import { isPlainObject } from '../../src/schema/describe-value.ts'
import { type PlannedCase, pathOf, requestsOf } from '../plan.ts'
import { type Exchange, emptyExchange, type Host, sendCase, sendOutgoing } from './exchange.ts'
import { decisiveReadsOf, hostStateOf, isAnswered, MIN_ENDPOINTS, strangenessOf } from './host-state.ts'

/** Number of times that a read is sent before its responses decide about the host. */
const ATTEMPTS = 3

/**
 * Asks a host again that does not look like the provider. Many APIs have a single public read, whose failure may be
 * drift: the same reads are repeated, and reads that require a token are sent without it. Does nothing if three
 * endpoints have failed.
 * @returns the exchanges whose response was replaced by a later one
 */
export async function askAgain(host: Host, cases: readonly PlannedCase[]): Promise<Exchange[]> {
  const { contracts, exchanges, signal } = host
  const decisive = decisiveReadsOf(contracts)
  const failed = exchanges.filter(
    ({ name, example, requests }) => requests > 0 && example.status < 300 && decisive.includes(name),
  )
  if (new Set(failed.map(({ name }) => name)).size >= MIN_ENDPOINTS) return []
  const replaced: Exchange[] = []
  // Another endpoint is asked before a read that hangs, because each attempt takes as long as the timeout.
  const isSilent = failed.every(({ response }) => response === undefined)
  if (isSilent) host.isProven = await isProvenByOthers(host, cases)
  for (const exchange of failed) {
    const first = strangenessOf(exchange) ?? exchange.reason ?? String(exchange.response?.status)
    for (let attempt = 2; attempt <= ATTEMPTS && !isAnswered(exchange) && !signal?.aborted; attempt++) {
      const again = await sendCase(host, emptyExchange(exchange), exchange.request ?? {}, host.values)
      exchange.requests += again.requests
      exchange.ms += again.ms
      if (!isAnswered(again)) continue
      const { requests, ms } = exchange
      for (const key of ['reason', 'noResponse', 'error'] as const) delete exchange[key]
      const note = `${first} in ${attempt - 1} of ${attempt} attempts`
      Object.assign(exchange, again, { requests, ms, note })
      replaced.push(exchange)
    }
  }
  if (!isSilent && hostStateOf(host).kind !== 'provider') host.isProven = await isProvenByOthers(host, cases)
  return replaced
}

/** Whether a read that requires a token refuses a request without one, unlike the reads so far. */
async function isProvenByOthers(host: Host, cases: readonly PlannedCase[]): Promise<boolean> {
  const { contracts, session, exchanges, values, signal } = host
  const statuses = exchanges.map(({ response }) => response?.status)
  const asked = new Set<string>()
  for (const { name, endpoint, example } of cases) {
    const planned = requestsOf(example, values)
    const isRead = endpoint.method === 'GET' && endpoint.auth === 'bearer' && 'requests' in planned
    if (!isRead || asked.has(name) || asked.size >= MIN_ENDPOINTS || signal?.aborted) continue
    asked.add(name)
    const empty = emptyExchange({ name, endpoint, example, isSilent: true })
    const path = pathOf(contracts, endpoint, planned.requests[0] ?? {})
    const { response } = await sendOutgoing(session, empty, { name, method: 'GET', path, as: 'anonymous' })
    const isRefusal = response?.status === 401 || response?.status === 403
    if (isRefusal && !statuses.includes(response.status) && isPlainObject(response.body)) return true
  }
  return false
}
