import type { Case } from '../../src/case.ts'
import type { CaseRequest, Endpoint } from '../../src/endpoint.ts'
import { isPlainObject } from '../../src/schema/describe-value.ts'
import { hostStateOf } from '../check/host-state.ts'
import { checkCaseResult, hasContent } from '../check/response.ts'
import { type CheckResult, emptyResult } from '../check-result.ts'
import {
  isLogin,
  isSuccessfulLogin,
  missingParameterOf,
  type PlannedCase,
  pathOf,
  requestsOf,
  usesAccount,
} from '../plan.ts'
import type { Host } from '../send/host.ts'
import { registerSecretValues } from '../send/secrets.ts'
import { sendCase } from '../send/send-case.ts'
import { recheckHost } from './recheck-host.ts'
import { isUndo, recordWrite } from './writes.ts'

/** Maximum number of alternative requests that are tried for a case. */
const MAX_ALTERNATIVES = 3

/**
 * Sends cases one after the other, checks the responses, and adds the results to those of the host.
 * @param afterEach called with each result that has a response, before the next request
 * @param isLast whether no further case is sent after a result
 */
export async function runCases(
  host: Host,
  cases: readonly PlannedCase[],
  afterEach: (result: CheckResult) => Promise<void> = async () => {},
  isLast: (result: CheckResult) => boolean = () => false,
): Promise<void> {
  host.onProgress({ kind: 'start', cases: cases.length })
  let wasRechecked = host.isEmulator || host.isStaging
  const isUnusable = () => !host.isEmulator && hostStateOf(host).kind !== 'usable'
  for (const planned of cases) {
    if (usesAccount(planned) && isUnusable()) {
      if (!wasRechecked) await recheckHost(host, cases)
      wasRechecked = true
      // Stops before credentials are sent to a host that is not the provider.
      if (isUnusable()) continue
    }
    // Set before sending: an interrupt may arrive while the request is queued.
    host.isUndoing = isUndo(host, cases, planned)
    const result = await runCase(host, planned)
    host.results.push(result)
    if (result.state === 'completed') await afterEach(result)
    if (isLast(result)) break
  }
  if (!wasRechecked && isUnusable()) await recheckHost(host, cases)
  host.isUndoing = false
}

/** Sends the requests of a case until a response has content or a finding, unless a refusal needs the next request. */
async function runCase(host: Host, planned: PlannedCase): Promise<CheckResult> {
  const empty = emptyResult(planned)
  if (host.signal?.aborted && !host.isUndoing)
    return { ...empty, reason: 'not sent: the run was interrupted' }
  const { testCase } = planned
  await prepareStep(host, testCase)
  const sendable = await sendableRequestsOf(host, planned)
  const account = testCase.token === undefined ? {} : { account: testCase.token }
  if ('reason' in sendable) return { ...empty, ...account, reason: sendable.reason }
  announce(host, planned)
  let result: CheckResult = { ...empty, ...account }
  for (const request of sendable.requests.slice(0, MAX_ALTERNATIVES)) {
    const sent = await sendCase(host, result, request, host.values)
    recordWrite(host, sent)
    if (host.isStaging) registerSecretValues(host.values, host.redactor)
    if (sent.state !== 'completed') return sent
    result = checkCaseResult(host, sent)
    const { status = 0, body } = sent.response ?? {}
    if (status >= 300 && needsAlternative(testCase, body)) continue
    if (hasContent(testCase, body) || result.findings.some(({ rule }) => rule !== 'refused')) return result
  }
  const { content } = testCase
  const isGap = result.state === 'completed' && result.findings.length === 0
  return content && !content.isRequired && isGap
    ? { ...result, note: `no ${content.name} to check: the responses were empty` }
    : result
}

/** Whether a refusal requires the next request. One that the case's function cannot read does not. */
function needsAlternative(testCase: Case, body: unknown): boolean {
  try {
    return testCase.needsAlternative?.(body) ?? false
  } catch {
    return false
  }
}

/** Whether the path and the body of a request can be written as text, unlike a cycle. */
function isSendable({ contracts }: Host, endpoint: Endpoint, request: CaseRequest): boolean {
  try {
    return pathOf(contracts, endpoint, request) !== '' && JSON.stringify(request.body) !== ''
  } catch {
    return false
  }
}

/** Looks up the one-time code of a staging step, and switches the session to the token of its account. */
async function prepareStep(host: Host, { lookup, token }: PlannedCase['testCase']): Promise<void> {
  const { session, redactor, values } = host
  if (lookup) {
    const value = await host.codeFor?.(lookup.email(values))
    if (value) values[lookup.value] = value
    registerSecretValues(values, redactor)
  }
  if (token !== undefined && typeof values[token] === 'string') session.useToken(values[token])
}

/** Returns the alternative requests of a case, or the reason why none of them can be sent. */
async function sendableRequestsOf(
  host: Host,
  { endpoint, testCase }: PlannedCase,
): Promise<{ requests: readonly CaseRequest[] } | { reason: string }> {
  const { contracts, session, redactor, values } = host
  const alternatives = requestsOf(testCase, values)
  if ('missing' in alternatives) {
    const names = alternatives.missing.map((value) => contracts.valueLabels[value] ?? value)
    return { reason: `no earlier response contained ${[...new Set(names)].join(' or ')}` }
  }
  if (testCase.as === 'customer' && session.currentToken() === null) {
    const hasLoggedIn = host.results.some((result) => isSuccessfulLogin(contracts, result))
    return {
      reason: hasLoggedIn
        ? 'no token: the log-in failed, or its response has none'
        : 'no token: set PROVIDER_TOKEN, or PROVIDER_EMAIL and PROVIDER_PASSWORD',
    }
  }
  // The request function of a JavaScript file may return nothing, or a promise, whose rejection would end the process.
  const settled = await Promise.allSettled(alternatives.requests)
  const returned = settled.flatMap((result) =>
    result.status === 'fulfilled' && isPlainObject(result.value) ? result.value : [],
  )
  if (returned.length === 0) return { reason: 'its request function failed or returned no request' }
  // Reports contain requests, so a search word must not be part of a secret.
  const isSecret = ({ query = {} }: CaseRequest) =>
    Object.values(query).some((text) => /\p{L}{4}/u.test(text) && redactor.isPartOfHidden(text))
  const requests = returned.filter((request) => !isSecret(request))
  if (requests.length === 0) return { reason: 'every search word is part of a secret' }
  if (!requests.every((request) => isSendable(host, endpoint, request)))
    return { reason: 'its request has a path or a body that cannot be sent as text' }
  const unfilled = requests.map((request) => missingParameterOf(endpoint, request)).find(Boolean)
  return unfilled ? { reason: `its request has no value for the parameter ${unfilled}` } : { requests }
}

/** Announces a write with its cleanup, and any other request with its number. */
function announce(host: Host, { name, endpoint, testCase }: PlannedCase): void {
  const { title, cleanup = 'nothing to undo: will be rejected' } = testCase
  const isWrite = endpoint.method !== 'GET' && (host.isStaging || !isLogin(host.contracts, name))
  host.onProgress(
    isWrite
      ? { kind: 'writing', name, method: endpoint.method, path: endpoint.path, title, cleanup }
      : { kind: 'sending', name, title, done: host.results.length },
  )
}
