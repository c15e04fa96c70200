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
  const { results } = host
  const { name, title, as = 'anonymous' } = probe
  const testCase: Case = { title, as, status: 200 }
  const empty: CheckResult = {
    ...emptyResult({ name, endpoint, testCase, isUnreported: false }),
    kind: 'probe',
  }
  if (!isIntact(results, name, probe.reads)) return leaveOut(empty, 'its endpoint has a finding')
  const attempts: CheckResult[] = []
  let input = createProbeInput(host, probe, new Map())
  for (;;) {
    const earlier = attempts.at(-1) ?? empty
    const requests = probe.requests(input.responses)
    if (!requests)
      return attempts.length > 0 ? { ...earlier, findings: [] } : reportMissingInput(empty, input)
    const nameWithFinding = findNameWithFinding(results, requests)
    if (nameWithFinding !== undefined) return leaveOut(empty, `${nameWithFinding} has a finding`)
    if (exceedsLimit(host, requests, limit)) return leaveOut(earlier, LIMIT_REACHED)
    const result = await sendProbe(host, { probe, requests, earlier, responses: input.responses })
    attempts.push(result)
    // A probe without requests has the same result until the responses that it compares are read again.
    const remainingAttempts = (requests.length === 0 ? 2 : ATTEMPTS) - attempts.length
    if (result.state !== 'completed' || result.findings.length === 0) return result
    if (remainingAttempts === 0)
      return isChanging(attempts) ? leaveOut(result, 'the rows changed during each attempt') : result
    const { path = '', response } = result
    if (probe.comparesAttempts && response) {
      const latest = { path: requests[0]?.path ?? path, body: response.body }
      input = { ...input, responses: { ...input.responses, response: () => latest } }
    } else if (remainingAttempts === 1) {
      const cases = await readAgain(host, input.read, limit)
      if (!cases) return leaveOut(result, LIMIT_REACHED)
      input = createProbeInput(host, probe, cases)
    }
  }
}

/** Returns the result of a probe whose requests need a value that no earlier response has. */
function reportMissingInput(empty: CheckResult, { namesWithFindings }: ProbeInput): CheckResult {
  const [nameWithFinding] = namesWithFindings
  return nameWithFinding === undefined
    ? { ...empty, reason: 'no earlier response contained the values it needs' }
    : leaveOut(empty, `${nameWithFinding} has a finding`)
}

/** Returns the name of an endpoint to which a probe sends requests, although it has a finding or an error. */
function findNameWithFinding(
  results: readonly CheckResult[],
  requests: readonly ProbeRequest[],
): string | undefined {
  const names = requests.flatMap(({ endpoint }) => endpoint ?? [])
  return names.find((name) => !isIntact(results, name) || !canBeProbed(results, name))
}

function exceedsLimit({ session }: Host, requests: readonly ProbeRequest[], limit: number): boolean {
  return session.rateLimitedCount() + (requests[0]?.method ? 0 : requests.length) > limit
}

/** Whether all attempts of a comparison had different rows, so that they show only that the data changes. */
function isChanging(attempts: readonly CheckResult[]): boolean {
  const rows = attempts.map(({ response }) => idsIn(response?.body).join())
  const findings = attempts.at(-1)?.findings ?? []
  return (
    attempts.length === ATTEMPTS &&
    rows.every((ids, index) => ids !== rows[index - 1]) &&
    findings.every(({ rule }) => COMPARISON_RULES.has(rule))
  )
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

/** An attempt of a probe: its requests, the result of the previous attempt, and the responses that it compares. */
type ProbeAttempt = {
  probe: Probe
  requests: readonly ProbeRequest[]
  earlier: CheckResult
  responses: EarlierResponses
}

/** Sends the requests of a probe once. Contract violations take precedence over the findings from the probe. */
async function sendProbe(host: Host, attempt: ProbeAttempt): Promise<CheckResult> {
  const { probe, requests, earlier, responses } = attempt
  const sent: CheckResult[] = []
  for (const request of requests) {
    const result = await sendProbeRequest(host, probe, sent.at(-1) ?? earlier, request)
    // An unanswered probe is an error, because nothing shows whether the host still passes it.
    if (!result.response) return result
    sent.push(result)
  }
  const latest = sent.at(-1) ?? earlier
  const violation = findViolation(host, attempt, sent)
  if (violation) return { ...violation, requests: latest.requests, ms: latest.ms }
  // The first response is compared with that of the other side.
  const compared = sent[0]?.response ?? findSuccessfulCase(host.results, probe.name)?.response
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

async function sendProbeRequest(
  { session, redactor }: Host,
  { name, as }: Probe,
  earlier: CheckResult,
  { path, method, headers, folder, endpoint: otherName }: ProbeRequest,
): Promise<CheckResult> {
  const result = await sendAndRecord(session, earlier, {
    name: folder ?? otherName ?? name,
    method: method ?? 'GET',
    path,
    as: as ?? 'anonymous',
    isJson: method === undefined && folder === undefined,
    ...(headers ? { headers } : {}),
  })
  const { endpoint, response } = result
  if (response && as === 'customer')
    registerPersonalData(response.body, redactor, endpoint.responses[response.status])
  return result
}

/**
 * Returns the first result with a new contract violation. It is reported for the endpoint whose response has it, which
 * may differ from the probe's.
 */
function findViolation(
  { contracts, results }: Host,
  { probe, requests, earlier }: ProbeAttempt,
  sent: readonly CheckResult[],
): CheckResult | undefined {
  for (const [index, result] of sent.entries()) {
    const { method, folder, mayBeMissing, endpoint: name = probe.name } = requests[index] ?? {}
    const { response } = result
    if (!response || method || folder || (mayBeMissing && response.status === 404)) continue
    const endpoint = contracts.endpoints[name] ?? earlier.endpoint
    const earlierKeys = new Set(
      results.filter((each) => each.name === name).flatMap((each) => each.findings.map(findingKey)),
    )
    const findings = checkCaseResponse(contracts, { ...result, endpoint, response }).filter(
      (finding) => !earlierKeys.has(findingKey(finding)),
    )
    if (findings.length > 0) return { ...result, name, endpoint, findings }
  }
  return undefined
}
