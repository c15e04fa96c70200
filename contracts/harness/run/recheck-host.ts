import { isPlainObject } from '../../src/schema/describe-value.ts'
import { decisiveReadsOf, hostStateOf } from '../check/host-state.ts'
import { describeImplausible, isSuccessfulRead } from '../check/plausible-response.ts'
import { checkCaseResult } from '../check/response.ts'
import { type CheckResult, emptyResult } from '../check-result.ts'
import { MIN_ENDPOINTS, type PlannedCase, pathOf, requestsOf } from '../plan.ts'
import type { Host } from '../send/host.ts'
import { ATTEMPTS, sendAndRecord, sendCase } from '../send/send-case.ts'

/**
 * Checks a host again that does not look like the provider. Many APIs have a single public read, whose failure may be
 * drift: the same reads are repeated, and reads that require a token are sent without it. Does nothing if three
 * endpoints have failed.
 */
export async function recheckHost(host: Host, cases: readonly PlannedCase[]): Promise<void> {
  const { contracts, results } = host
  const decisive = decisiveReadsOf(contracts)
  const failed = results.filter(
    ({ name, testCase, requests }) => requests > 0 && testCase.status < 300 && decisive.includes(name),
  )
  if (new Set(failed.map(({ name }) => name)).size >= MIN_ENDPOINTS) return
  // Other endpoints are tried before a read that hangs, because each attempt takes as long as the timeout.
  const isSilent = failed.every(({ response }) => response === undefined)
  if (isSilent) host.isProviderConfirmed = await refusesReadsWithoutToken(host, cases)
  const renewed = new Map<CheckResult, CheckResult>()
  for (const result of failed) renewed.set(result, await repeatUntilSuccess(host, result))
  host.results = results.map((result) => renewed.get(result) ?? result)
  if (!isSilent && hostStateOf(host).kind !== 'usable')
    host.isProviderConfirmed = await refusesReadsWithoutToken(host, cases)
}

/** Sends a read again until a response is as expected. Otherwise, the first response remains. */
async function repeatUntilSuccess(host: Host, first: CheckResult): Promise<CheckResult> {
  let result = first
  const failure = describeImplausible(first) ?? first.reason ?? String(first.response?.status)
  for (
    let attempt = 2;
    attempt <= ATTEMPTS && !isSuccessfulRead(result) && !host.signal?.aborted;
    attempt++
  ) {
    const again = await sendCase(host, emptyResult(first), first.request ?? {}, host.values)
    const totals = { requests: result.requests + again.requests, ms: result.ms + again.ms }
    const note = `${failure} in ${attempt - 1} of ${attempt} attempts`
    result = isSuccessfulRead(again)
      ? { ...checkCaseResult(host, again), ...totals, note }
      : { ...result, ...totals }
  }
  return result
}

/** Whether a read that requires a token refuses a request without one, unlike the reads so far. */
async function refusesReadsWithoutToken(host: Host, cases: readonly PlannedCase[]): Promise<boolean> {
  const { contracts, session, results, values, signal } = host
  const statuses = results.map(({ response }) => response?.status)
  const tried = new Set<string>()
  for (const { name, endpoint, testCase } of cases) {
    const alternatives = requestsOf(testCase, values)
    const isRead = endpoint.method === 'GET' && endpoint.auth === 'bearer' && 'requests' in alternatives
    if (!isRead || tried.has(name) || tried.size >= MIN_ENDPOINTS || signal?.aborted) continue
    tried.add(name)
    const empty = emptyResult({ name, endpoint, testCase, isUnreported: true })
    const path = pathOf(contracts, endpoint, alternatives.requests[0] ?? {})
    const { response } = await sendAndRecord(session, empty, { name, method: 'GET', path, as: 'anonymous' })
    const isRefusal = response?.status === 401 || response?.status === 403
    if (isRefusal && !statuses.includes(response.status) && isPlainObject(response.body)) return true
  }
  return false
}
