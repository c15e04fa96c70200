import { retryAfterMs } from '../../src/client.ts'
import { type Contracts, isImageFolder, tokenOf } from '../../src/contracts.ts'
import { type CheckResult, timeOf } from '../check-result.ts'
import { isSuccessfulLogin, MIN_ENDPOINTS, publicReadsOf } from '../plan.ts'
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
   * `unavailable`: refuses all public reads, for example during an outage or behind a firewall. `mayBeDrift`: too few
   * endpoints look foreign to tell, so the report keeps their findings.
   */
  | { kind: 'silent' | 'foreign' | 'unavailable'; message: string; mayBeDrift?: boolean }

/**
 * Determines the state of the host from the responses of a run. Error responses look the same on every host, so only
 * public reads count against it, or the reads of the customer if there are no public ones.
 */
export function hostStateOf({
  contracts,
  results,
  isProviderConfirmed = false,
}: Pick<Host, 'contracts' | 'results'> & Partial<Pick<Host, 'isProviderConfirmed'>>): HostState {
  const sent = results.filter(({ state, kind }) => state !== 'skipped' && kind === 'case')
  if (!isProviderConfirmed && sent.length > 0 && sent.every(({ noResponse }) => noResponse !== undefined))
    return { kind: 'silent', message: `the host does not respond: ${sent[0]?.reason}` }
  const decisive = decisiveReadsOf(contracts)
  const reads = sent.filter(
    ({ name, testCase, state }) => state === 'completed' && decisive.includes(name) && testCase.status < 300,
  )
  const isUniform = isUniformError(reads)
  const problems = reads.map(
    (result) => describeImplausible(result) ?? (isUniform ? String(result.response?.status) : null),
  )
  const endpointCount = new Set(reads.map(({ name }) => name)).size
  const requiredCount = areDecisiveReadsTried(contracts, results) ? 1 : MIN_ENDPOINTS
  if (endpointCount < requiredCount || problems.includes(null)) return { kind: 'usable' }
  const statuses = reads.map(({ response }) => response?.status)
  if (isProviderConfirmed || sent.some((result) => confirmsApi(result, statuses))) return { kind: 'usable' }
  const isOutage = reads.every(isUndeclaredError) || (isUniform && !statuses.includes(404))
  const needsLogin = statuses.every((status) => status === 401)
  const summary = `${describeProblems(problems)}${retryAfterOf(reads)}${needsLogin ? '; the whole host requires a log-in' : ''}`
  return isOutage
    ? { kind: 'unavailable', message: `the host is unavailable: ${summary}` }
    : {
        kind: 'foreign',
        message: `this does not look like the provider: ${summary}`,
        mayBeDrift: endpointCount < MIN_ENDPOINTS,
      }
}

/** Whether each public read, or each read if none is public, was tried. A read without a case is never sent. */
function areDecisiveReadsTried(contracts: Contracts, results: readonly CheckResult[]): boolean {
  const sendable = publicReadsOf(contracts).map(({ name }) => name)
  const tried = new Set(results.map(({ name }) => name))
  return (sendable.length > 0 ? sendable : decisiveReadsOf(contracts)).every((name) => tried.has(name))
}

/** Describes responses, of which each has a problem: `of 5 responses, 4 are not JSON, 1 is empty`. */
function describeProblems(problems: readonly (string | null)[]): string {
  const different = [...new Set(problems)]
  if (different.length === 1)
    return `${problems.length === 1 ? 'the only response is' : `all ${problems.length} responses are`} ${different[0]}`
  const counts = different.map((problem) => {
    const count = problems.filter((each) => each === problem).length
    return `${count} ${count === 1 ? 'is' : 'are'} ${problem}`
  })
  return `of ${problems.length} responses, ${counts.join(', ')}`
}

/** Returns the names of the reads that show whether a host is the provider. */
export function decisiveReadsOf({ endpoints }: Contracts): string[] {
  const reads = Object.entries(endpoints).filter(
    ([, endpoint]) => endpoint.method === 'GET' && !isImageFolder(endpoint),
  )
  const open = reads.filter(([, { auth }]) => auth === 'none')
  return (open.length > 0 ? open : reads).map(([name]) => name)
}

/** Whether all responses have the same status 4xx, which the endpoints of at most half of them declare. */
function isUniformError(responses: readonly CheckResult[]): boolean {
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
function confirmsApi(result: CheckResult, statuses: readonly (number | undefined)[]): boolean {
  const { endpoint, testCase, state, response, findings } = result
  if (endpoint.auth !== 'bearer' || endpoint.method !== 'GET' || state !== 'completed' || !response)
    return false
  if (response.status < 300) return describeImplausible(result) === null
  return response.status === testCase.status && findings.length === 0 && !statuses.includes(response.status)
}

/** Returns the results with the failed ones as errors. Their reason is followed by the status and Retry-After. */
export function markUnavailable(
  results: readonly CheckResult[],
  failed: readonly CheckResult[],
  reason: string,
): CheckResult[] {
  const text = `${reason}: ${failed[0]?.response?.status}${retryAfterOf(failed)}`
  return results.map((result) =>
    failed.includes(result) ? { ...result, state: 'error', reason: text, findings: [] } : result,
  )
}

/**
 * Reports rejected credentials as errors instead of drift: a log-in with status 401 or 403, because the password may
 * have changed or without a token, and a token that all endpoints reject, because it may have expired.
 * @returns the results in the same order
 */
export function markRejectedAccount({
  results,
  contracts,
  isEmulator,
  credentials,
}: Pick<Host, 'results' | 'contracts' | 'isEmulator' | 'credentials'>): CheckResult[] {
  if (isEmulator) return [...results]
  const isValidated = ({ state, kind }: CheckResult) => state === 'completed' && kind === 'case'
  const statusOf = ({ response }: CheckResult) => response?.status ?? 0
  const isRejectedLogin = (result: CheckResult) =>
    isSuccessfulLogin(contracts, result) && [401, 403].includes(statusOf(result))
  const isOfCustomer = (result: CheckResult) =>
    isValidated(result) && result.testCase.as === 'customer' && result.testCase.status < 300
  const isTokenRejected = results.filter(isOfCustomer).every((result) => statusOf(result) === 401)
  const isFresh = results.some(
    ({ response, ...result }) =>
      isSuccessfulLogin(contracts, result) && tokenOf(contracts, response?.body) !== null,
  )
  const explain = (result: CheckResult): string | null => {
    const status = statusOf(result)
    if (isLoginWithoutToken(contracts, result))
      return `the response to the log-in has no text in the field "${contracts.login?.tokenField}"`
    if (isTokenRejected && isOfCustomer(result))
      return isFresh
        ? `the host rejects the token of its own log-in (${status})`
        : `the host rejects the token, which may have expired (${status}): ${describeCredentials(credentials)}`
    return isValidated(result) && isRejectedLogin(result)
      ? `the host rejects the log-in; the password may have been changed (${status}): ${describeCredentials(credentials)}`
      : null
  }
  return results.map((result): CheckResult => {
    const reason = explain(result)
    return reason === null ? result : { ...result, state: 'error', reason, findings: [] }
  })
}

/** Whether a log-in succeeded as declared, but without a token, so that all that needs one is skipped. */
function isLoginWithoutToken(contracts: Contracts, result: CheckResult): boolean {
  const { state, kind, response, findings } = result
  const isValid = state === 'completed' && kind === 'case' && findings.length === 0
  const isSuccess = isSuccessfulLogin(contracts, result) && (response?.status ?? 0) < 300
  return isValid && isSuccess && tokenOf(contracts, response?.body) === null
}

/** Formats the longest Retry-After of the responses as `; Retry-After is 120 s`; '' if there is none. */
function retryAfterOf(results: readonly CheckResult[]): string {
  const times = results.flatMap((result) => {
    const ms = retryAfterMs(result.response?.headers.get('retry-after') ?? null, timeOf(result))
    return ms === null || Number.isNaN(ms) ? [] : ms
  })
  return times.length > 0 ? `; Retry-After is ${Math.ceil(Math.max(...times) / 1000)} s` : ''
}
