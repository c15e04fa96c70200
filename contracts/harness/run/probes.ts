import type { Case } from '../../src/case.ts'
import { endpointsOf, isImageFolder } from '../../src/contracts.ts'
import type { Endpoint } from '../../src/endpoint.ts'
import type { EarlierResponses, Probe, ProbeRequest } from '../../src/probe.ts'
import {
  type Finding,
  findingKey,
  isWholeResponse,
  keepsTypes,
  leavesBodyIntact,
} from '../../src/schema/finding.ts'
import { overlaps } from '../../src/schema/json-path.ts'
import { COMPARISON_RULES } from '../../src/schema/rules.ts'
import { isImage } from '../check/image.ts'
import { checkCaseResponse } from '../check/response.ts'
import { type CheckResult, emptyResult, leaveOut } from '../check-result.ts'
import { isSelected } from '../plan.ts'
import type { Host } from '../send/host.ts'
import type { HostResponse } from '../send/request.ts'
import { registerPersonalData } from '../send/secrets.ts'
import { ATTEMPTS, sendAgain, sendAndRecord } from '../send/send-case.ts'

/**
 * The number of requests after which probes are no longer sent and reads are repeated only to confirm regressions;
 * three times as many with `--repeat`. Preflights do not count, and an emulator has no limit. This is the host's usual
 * rate limit per minute.
 */
export const MAX_REQUESTS = 60

const LIMIT_REACHED = 'the request limit was reached'

/**
 * Sends the probes for the selected endpoints. An unexpected result is a finding only if every attempt has it. A probe
 * that reads a field with a finding is left out, because it would report the finding a second time.
 */
export async function runProbes(
  host: Host,
  only: readonly string[] | null,
  limit = MAX_REQUESTS,
): Promise<void> {
  const { contracts, results } = host
  for (const probe of contracts.probes) {
    const endpoint = endpointsOf(contracts)[probe.name]
    if (!isSelected(probe.name, contracts.endpoints[probe.name] ?? null, only)) continue
    if (!endpoint) throw new Error(`endpoint ${probe.name} does not exist`)
    if (!canBeProbed(results, probe.name)) continue
    const result = await runProbe(host, probe, endpoint, limit)
    // An interrupted probe says nothing about an endpoint whose cases have passed.
    if (host.signal?.aborted) return
    results.push(result)
  }
}

/** Whether the cases of an endpoint had no errors, and of an image folder at least one valid image. */
function canBeProbed(results: readonly CheckResult[], name: string): boolean {
  return results.every(
    ({ name: other, state, endpoint, kind }) =>
      other !== name ||
      (state !== 'error' && (kind !== 'case' || state === 'completed' || !isImageFolder(endpoint))),
  )
}

/**
 * Whether the findings of an endpoint leave the paths that a probe reads intact.
 * @param reads paths in the body, or undefined if a finding at any path counts
 */
function isIntact(results: readonly CheckResult[], name: string, reads?: readonly string[]): boolean {
  const affectsProbe = (finding: Finding) => {
    const { where } = finding
    if (keepsTypes(finding)) return false
    if (reads === undefined) return true
    return !leavesBodyIntact(where) && (isWholeResponse(where) || reads.some((path) => overlaps(path, where)))
  }
  return results.every((result) => result.name !== name || !result.findings.some(affectsProbe))
}

/** The responses of the cases as a probe reads them, with the names of those that it has read or could not read. */
type ProbeInput = { responses: EarlierResponses; read: Set<string>; namesWithFindings: Set<string> }

/** @param cases by endpoint, which replace the earlier ones */
function createProbeInput(host: Host, probe: Probe, cases: ReadonlyMap<string, CheckResult>): ProbeInput {
  const { results, redactor, origin, contracts } = host
  const read = new Set<string>()
  const namesWithFindings = new Set<string>()
  const response: EarlierResponses['response'] = (name) => {
    const reads = name === probe.name ? probe.reads : undefined
    const { path, response } = cases.get(name) ?? findSuccessfulCase(results, name) ?? {}
    if (path === undefined || !response || !canBeProbed(results, name)) return null
    const isUsable = isIntact(
      results.filter(({ kind }) => kind === 'case'),
      name,
      reads,
    )
    if (!isUsable) namesWithFindings.add(name)
    else read.add(name)
    return isUsable ? { path, body: response.body } : null
  }
  const responses = {
    origin,
    pageOrigin: contracts.pageOrigin,
    response,
    isSendable: (text: string) => !redactor.isPartOfHidden(text),
    isImage: (response: unknown) => isImage(response as HostResponse),
  }
  return { responses, read, namesWithFindings }
}

function findSuccessfulCase(results: readonly CheckResult[], name: string): CheckResult | undefined {
  return results.find(
    (result) => result.kind === 'case' && result.name === name && result.response?.status === 200,
  )
}

async function runProbe(host: Host, probe: Probe, endpoint: Endpoint, limit: number): Promise<CheckResult> {
  const { results, session } = host
  const { name, title, as = 'anonymous' } = probe
  const testCase: Case = { title, as, status: 200 }
  const empty: CheckResult = {
    ...emptyResult({ name, endpoint, testCase, isUnreported: false }),
    kind: 'probe',
  }
  if (!isIntact(results, name, probe.reads)) return leaveOut(empty, 'its endpoint has a finding')
  let result = empty
  let input = createProbeInput(host, probe, new Map())
  const idsByAttempt: string[] = []
  let attempts = ATTEMPTS
  for (let attempt = 1; attempt <= attempts; attempt++) {
    const requests = probe.requests(input.responses)
    if (!requests) {
      if (attempt > 1) return { ...result, findings: [] }
      const [nameWithFinding] = input.namesWithFindings
      return nameWithFinding === undefined
        ? { ...empty, reason: 'no earlier response contained the values it needs' }
        : leaveOut(empty, `${nameWithFinding} has a finding`)
    }
    const otherEndpoints = requests.flatMap(({ endpoint }) => endpoint ?? [])
    const nameWithFinding = otherEndpoints.find(
      (other) => !isIntact(results, other) || !canBeProbed(results, other),
    )
    if (nameWithFinding !== undefined) return leaveOut(empty, `${nameWithFinding} has a finding`)
    if (session.rateLimitedCount() + (requests[0]?.method ? 0 : requests.length) > limit)
      return leaveOut(result, LIMIT_REACHED)
    result = await sendProbe(host, result, probe, requests, input.responses)
    if (result.state !== 'completed' || result.findings.length === 0) return result
    // A probe without requests has the same result until the responses that it compares are read again.
    if (requests.length === 0) attempts = 2
    else idsByAttempt.push(idsIn(result.response?.body).join())
    const { path = '', response } = result
    if (probe.comparesAttempts && response && attempt < attempts)
      input.responses = {
        ...input.responses,
        response: () => ({ path: requests[0]?.path ?? path, body: response.body }),
      }
    else if (attempt === attempts - 1) {
      const again = await readAgain(host, input.read, limit)
      if (!again) return leaveOut(result, LIMIT_REACHED)
      input = createProbeInput(host, probe, again)
    }
  }
  const isChanging =
    idsByAttempt.length === ATTEMPTS &&
    idsByAttempt.every((rows, index) => rows !== idsByAttempt[index - 1]) &&
    result.findings.every(({ rule }) => COMPARISON_RULES.has(rule))
  return isChanging ? leaveOut(result, 'the rows changed during each attempt') : result
}

/** Returns all values of the key `id` in a body. */
function idsIn(body: unknown): unknown[] {
  if (body === null || typeof body !== 'object') return []
  return Object.entries(body).flatMap(([key, value]) => (key === 'id' ? [value] : idsIn(value)))
}

/**
 * Sends the reads of the given endpoints again, because data may have changed since. Returns null if they would exceed
 * the limit.
 */
async function readAgain(host: Host, names: ReadonlySet<string>, limit: number) {
  if (host.session.rateLimitedCount() + names.size > limit) return null
  const again = new Map<string, CheckResult>()
  for (const name of names) {
    const result = findSuccessfulCase(host.results, name)
    const repeatedResult = result && (await sendAgain(host, result))
    if (repeatedResult?.response?.status === 200) again.set(name, repeatedResult)
  }
  return again
}

/** Sends the requests of a probe once. Contract violations take precedence over the findings from the probe. */
async function sendProbe(
  host: Host,
  earlier: CheckResult,
  probe: Probe,
  requests: readonly ProbeRequest[],
  responses: EarlierResponses,
): Promise<CheckResult> {
  const { contracts, session, redactor, results } = host
  const { name, as = 'anonymous' } = probe
  const { endpoint } = earlier
  const sent: CheckResult[] = []
  let latest = earlier
  for (const { path, method, headers, folder, endpoint: other } of requests) {
    latest = await sendAndRecord(session, latest, {
      name: folder ?? other ?? name,
      method: method ?? 'GET',
      path,
      as,
      isJson: method === undefined && folder === undefined,
      ...(headers ? { headers } : {}),
    })
    // An unanswered probe is an error, because nothing shows whether the host still passes it.
    if (!latest.response) return latest
    if (as === 'customer')
      registerPersonalData(latest.response.body, redactor, endpoint.responses[latest.response.status])
    sent.push(latest)
  }
  // Violations are reported for the endpoint whose response has them, which may differ from the probe's.
  for (const [index, result] of sent.entries()) {
    const { method, folder, mayBeMissing, endpoint: other = name } = requests[index] ?? {}
    const { response } = result
    if (!response || method || folder || (mayBeMissing && response.status === 404)) continue
    const declared = contracts.endpoints[other] ?? endpoint
    const knownKeys = new Set(
      results.filter((each) => each.name === other).flatMap((each) => each.findings.map(findingKey)),
    )
    const findings = checkCaseResponse(contracts, { ...result, endpoint: declared, response }).filter(
      (finding) => !knownKeys.has(findingKey(finding)),
    )
    const { requests: total, ms } = latest
    if (findings.length > 0)
      return { ...result, name: other, endpoint: declared, findings, requests: total, ms }
  }
  // The first response is compared with that of the other side.
  const compared = sent[0]?.response ?? findSuccessfulCase(results, name)?.response
  const received = sent.flatMap(({ response }) => response ?? [])
  const findings = [...probe.check(received, responses)]
  const note = findings.length === 0 ? probe.note?.(received) : null
  return {
    ...latest,
    state: 'completed',
    findings,
    ...(compared ? { response: compared } : {}),
    ...(note ? { note } : {}),
  }
}
