import { retryAfterMs } from '../../src/client.ts'
import type { Contracts } from '../../src/contracts.ts'
import { isLogin } from '../plan.ts'
import { type Exchange, timeOf } from '../send/exchange.ts'
import type { Host } from '../send/host.ts'
import { describeCredentials } from '../send/host-access.ts'
import { describeImplausible, isUndeclaredError } from './plausible-response.ts'

/**
 * Whether a host can be validated at all. If not, the report contains one sentence instead of a finding for every
 * endpoint.
 */
export type HostState =
  | { kind: 'usable' }
  /**
   * `silent`: does not respond. `foreign`: is a web server without the API, a maintenance page or a different API.
   * `unavailable`: refuses all public reads, for example during an outage or behind a firewall.
   */
  | { kind: 'silent' | 'foreign' | 'unavailable'; sentence: string }

/** Minimum number of endpoints with unexpected responses, unless the contracts have fewer. A smaller number may be drift. */
export const MIN_ENDPOINTS = 3

/**
 * Determines the state of the host from the responses of a run. Error responses look the same on every host, so only
 * public reads count against it, or the reads of the customer if there are no public ones.
 */
export function hostStateOf({
  contracts,
  exchanges,
  isProviderConfirmed = false,
}: Pick<Host, 'contracts' | 'exchanges'> & Partial<Pick<Host, 'isProviderConfirmed'>>): HostState {
  const sent = exchanges.filter(({ state, kind }) => state !== 'skipped' && kind === 'case')
  if (!isProviderConfirmed && sent.length > 0 && sent.every(({ noResponse }) => noResponse !== undefined))
    return { kind: 'silent', sentence: `the host does not respond: ${sent[0]?.reason}` }
  const decisive = decisiveReadsOf(contracts)
  const responses = sent.filter(
    ({ name, example, state }) => state === 'completed' && decisive.includes(name) && example.status < 300,
  )
  const isUniform = isUniformError(responses)
  const strange = responses.flatMap((exchange) =>
    isUniform
      ? (describeImplausible(exchange) ?? String(exchange.response?.status))
      : (describeImplausible(exchange) ?? []),
  )
  const names = new Set(responses.map(({ name }) => name))
  const planned = new Set(exchanges.map(({ name }) => name))
  const isEnough = names.size >= (decisive.every((name) => planned.has(name)) ? 1 : MIN_ENDPOINTS)
  if (!isEnough || strange.length < responses.length) return { kind: 'usable' }
  const statuses = responses.map(({ response }) => response?.status)
  if (isProviderConfirmed || sent.some((exchange) => confirmsApi(exchange, statuses)))
    return { kind: 'usable' }
  const counts = [...new Set(strange)].map((kind) => [kind, strange.filter((text) => text === kind).length])
  const what =
    counts.length === 1
      ? `all ${responses.length} responses are ${counts[0]?.[0]}`
      : `of ${responses.length} responses, ${counts.map(([kind, n]) => `${n} are ${kind}`).join(', ')}`
  const isOutage = responses.every(isUndeclaredError) || (isUniform && !statuses.includes(404))
  const needsLogin = statuses.every((status) => status === 401)
  const sentence = `${what}${retryAfterOf(responses)}${needsLogin ? '; the whole host requires a login' : ''}`
  return isOutage
    ? { kind: 'unavailable', sentence: `the host is unavailable: ${sentence}` }
    : { kind: 'foreign', sentence: `this does not look like the provider: ${sentence}` }
}

/** Returns the names of the reads that show whether a host is the provider. */
export function decisiveReadsOf({ endpoints }: Contracts): string[] {
  const reads = Object.entries(endpoints).filter(
    ([, { method, responses }]) => method === 'GET' && Object.keys(responses).length > 0,
  )
  const open = reads.filter(([, { auth }]) => auth === 'none')
  return (open.length > 0 ? open : reads).map(([name]) => name)
}

/** Whether all responses have the same status 4xx, which at most half of the endpoints declare. */
function isUniformError(responses: readonly Exchange[]): boolean {
  const status = responses[0]?.response?.status ?? 0
  const declaring = responses.filter(({ endpoint }) => Object.hasOwn(endpoint.responses, status))
  return (
    status >= 400 &&
    responses.every(({ response }) => response?.status === status) &&
    declaring.length * 2 <= responses.length
  )
}

/**
 * Whether an endpoint that requires a token responds as declared, unlike the public reads.
 * @param statuses of the public reads. A host that returns the same status everywhere proves nothing.
 */
function confirmsApi(exchange: Exchange, statuses: readonly (number | undefined)[]): boolean {
  const { endpoint, example, state, response, findings } = exchange
  if (endpoint.auth !== 'bearer' || endpoint.method !== 'GET' || state !== 'completed' || !response)
    return false
  if (response.status < 300) return describeImplausible(exchange) === null
  return response.status === example.status && findings.length === 0 && !statuses.includes(response.status)
}

/** Returns the exchanges with the failed ones as errors. Their reason is followed by the status and Retry-After. */
export function markUnavailable(
  exchanges: readonly Exchange[],
  failed: readonly Exchange[],
  reason: string,
): Exchange[] {
  const text = `${reason}: ${failed[0]?.response?.status}${retryAfterOf(failed)}`
  return exchanges.map((exchange) =>
    failed.includes(exchange) ? { ...exchange, state: 'error', reason: text, findings: [] } : exchange,
  )
}

/**
 * Reports rejected credentials as errors instead of drift: a login with status 401 or 403, because the password may have
 * changed, and a token that all endpoints reject, because it may have expired.
 * @returns the exchanges in the same order
 */
export function markRejectedAccount({
  exchanges,
  contracts,
  isEmulator,
  credentials,
}: Pick<Host, 'exchanges' | 'contracts' | 'isEmulator' | 'credentials'>): Exchange[] {
  if (isEmulator) return [...exchanges]
  const isValidated = ({ state, kind }: Exchange) => state === 'completed' && kind === 'case'
  const statusOf = ({ response }: Exchange) => response?.status ?? 0
  const isRejectedLogin = (exchange: Exchange) =>
    isLogin(contracts, exchange.name) &&
    exchange.example.status < 300 &&
    [401, 403].includes(statusOf(exchange))
  const isOfCustomer = (exchange: Exchange) =>
    isValidated(exchange) && exchange.example.as === 'customer' && exchange.example.status < 300
  const isTokenRejected = exchanges.filter(isOfCustomer).every((exchange) => statusOf(exchange) === 401)
  return exchanges.map((exchange): Exchange => {
    const what =
      isTokenRejected && isOfCustomer(exchange)
        ? 'token, which may have expired'
        : isValidated(exchange) && isRejectedLogin(exchange)
          ? 'login; the password may have been changed'
          : null
    if (what === null) return exchange
    const reason = `the host rejects the ${what} (${statusOf(exchange)}): ${describeCredentials(credentials)}`
    return { ...exchange, state: 'error', reason, findings: [] }
  })
}

/** Formats the longest Retry-After of the responses as `; Retry-After is 120 s`; '' if there is none. */
function retryAfterOf(exchanges: readonly Exchange[]): string {
  const times = exchanges.flatMap((exchange) => {
    const ms = retryAfterMs(exchange.response?.headers.get('retry-after') ?? null, timeOf(exchange))
    return ms === null || Number.isNaN(ms) ? [] : ms
  })
  return times.length > 0 ? `; Retry-After is ${Math.ceil(Math.max(...times) / 1000)} s` : ''
}
