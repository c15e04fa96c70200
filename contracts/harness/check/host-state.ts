import type { z } from 'zod'
import { retryAfterMs } from '../../src/client.ts'
import type { Contracts } from '../../src/contracts.ts'
import { isBodyless, requiredFields } from '../../src/schema/describe-schema.ts'
import { isPlainObject } from '../../src/schema/describe-value.ts'
import { visit } from '../../src/schema/visit.ts'
import { isLogin } from '../plan.ts'
import { type Exchange, timeOf } from '../send/exchange.ts'
import { describeCredentials, type Host } from '../send/host.ts'
import { isRedirect } from '../send/request.ts'

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
  isProven = false,
}: Pick<Host, 'contracts' | 'exchanges'> & Partial<Pick<Host, 'isProven'>>): HostState {
  const sent = exchanges.filter(({ state, kind }) => state !== 'skipped' && kind === 'case')
  if (!isProven && sent.length > 0 && sent.every(({ noResponse }) => noResponse !== undefined))
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
  if (isProven || sent.some((exchange) => provesApi(exchange, statuses))) return { kind: 'usable' }
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
function provesApi(exchange: Exchange, statuses: readonly (number | undefined)[]): boolean {
  const { endpoint, example, state, response, findings } = exchange
  if (endpoint.auth !== 'bearer' || endpoint.method !== 'GET' || state !== 'completed' || !response)
    return false
  if (response.status < 300) return describeImplausible(exchange) === null
  return response.status === example.status && findings.length === 0 && !statuses.includes(response.status)
}

/** Statuses with which a firewall or a site-wide login refuses a public read. */
const REFUSALS = [401, 403]

type Received = Pick<Exchange, 'endpoint' | 'response' | 'method'>

/** Whether a response is a server error or a refusal that the contract does not declare. */
export function isUndeclaredError({ endpoint, response, method = endpoint.method }: Received): boolean {
  const { status = 0 } = response ?? {}
  // The declared statuses are not those of a preflight.
  const isDeclared = method === endpoint.method && Object.hasOwn(endpoint.responses, status)
  return (status >= 500 || REFUSALS.includes(status)) && !isDeclared
}

/** Whether a response shows that the host can no longer be validated, if an earlier read of it has succeeded. */
export function isImplausible(exchange: Received): boolean {
  const { endpoint, response } = exchange
  const { status = 0 } = response ?? {}
  return (
    describeImplausible(exchange) !== null || (status >= 400 && !Object.hasOwn(endpoint.responses, status))
  )
}

/** Whether a response to a read of the API is as expected from the provider. */
export function isSuccessfulRead(exchange: Exchange): boolean {
  const { endpoint, method = endpoint.method, requests, response } = exchange
  const isRead = method === 'GET' && Object.keys(endpoint.responses).length > 0
  // The exchanges of relations and of some probes send no request.
  const isSuccess = requests > 0 && response !== undefined && response.status < 300
  return isRead && isSuccess && describeImplausible(exchange) === null
}

/** Returns the exchanges with the refused ones as errors. Their reason is followed by the status and Retry-After. */
export function markUnavailable(
  exchanges: readonly Exchange[],
  refused: readonly Exchange[],
  reason: string,
): Exchange[] {
  const text = `${reason}: ${refused[0]?.response?.status}${retryAfterOf(refused)}`
  return exchanges.map((exchange) =>
    refused.includes(exchange) ? { ...exchange, state: 'error', reason: text, findings: [] } : exchange,
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

/** Describes a response that the provider cannot have sent. Returns null for all other responses. */
export function describeImplausible(exchange: Received): string | null {
  const { endpoint, method = endpoint.method, response } = exchange
  if (!response) return null
  const { status, flaw, headers, body } = response
  if (isRedirect(response)) {
    const [origin] = /https?:\/\/[^/\s]+/.exec(headers.get('location') ?? '') ?? []
    return `redirects to ${origin ?? 'a different path'}`
  }
  if (isUndeclaredError(exchange)) return String(status)
  if (flaw?.kind === 'html') return 'HTML pages'
  if (status === 404) return '404 (not found)'
  if (method !== endpoint.method) return null
  const schema = endpoint.responses[200]
  if (status >= 300 || !schema || isBodyless(schema)) return null
  if (flaw?.kind === 'not-json') return 'not JSON'
  return (flaw && flaw.kind !== 'text-before-json') || resembles(schema, body)
    ? null
    : 'JSON from a different API'
}

/** Whether a body, or the first row of a list, has at least half of the declared fields. An empty list is accepted. */
function resembles(schema: z.core.$ZodType, body: unknown): boolean {
  let isSimilar = true
  visit(
    schema,
    { $: body },
    {
      enter: ({ node, holder, key, isFirst }) => {
        const value = holder[key]
        if (!isFirst) return false
        if (node.kind === 'array') isSimilar = Array.isArray(value)
        else if (node.kind === 'union') isSimilar = false
        else if (node.kind === 'object') {
          const required = requiredFields(node)
          const present = required.filter(({ name }) => isPlainObject(value) && Object.hasOwn(value, name))
          isSimilar = isPlainObject(value) && present.length * 2 >= required.length
        }
        return node.kind === 'array'
      },
    },
  )
  return isSimilar
}
