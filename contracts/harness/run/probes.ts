import type { Case } from '../../src/case.ts'
import { endpointsOf } from '../../src/contracts.ts'
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
import { isSelected } from '../plan.ts'
import { type Exchange, emptyExchange } from '../send/exchange.ts'
import type { Host } from '../send/host.ts'
import type { HostResponse } from '../send/request.ts'
import { registerPersonalData } from '../send/secrets.ts'
import { ATTEMPTS, sendAgain, sendAndRecord } from '../send/send-case.ts'

/**
 * Maximum number of requests in a run, including cases. Probes that would exceed it are not sent. This is the host's
 * usual rate limit per minute.
 */
export const MAX_REQUESTS = 60

const LIMIT_REACHED = 'the request limit was reached'

/**
 * Sends the probes for the selected endpoints. An unexpected result is a finding only if every attempt has it. A probe that reads a field with a finding is left out, because it would
 * report the finding a second time.
 */
export async function runProbes(
  host: Host,
  only: readonly string[] | null,
  limit = MAX_REQUESTS,
): Promise<void> {
  const { contracts, exchanges } = host
  for (const probe of contracts.probes) {
    const endpoint = endpointsOf(contracts)[probe.name]
    if (!isSelected(probe.name, contracts.endpoints[probe.name] ?? null, only)) continue
    if (!endpoint) throw new Error(`endpoint ${probe.name} does not exist`)
    if (!isValidated(exchanges, probe.name)) continue
    exchanges.push(await runProbe(host, probe, endpoint, limit))
  }
}

/** Whether an endpoint has no errors, and an image folder at least one valid image. */
function isValidated(exchanges: readonly Exchange[], name: string): boolean {
  return exchanges.every(
    ({ name: other, state, endpoint, kind }) =>
      other !== name ||
      (state !== 'error' &&
        (kind !== 'case' || state === 'completed' || Object.keys(endpoint.responses).length > 0)),
  )
}

/**
 * Whether the findings of an endpoint leave the paths that a probe reads intact.
 * @param reads paths in the body, or undefined if a finding at any path counts
 */
function isIntact(exchanges: readonly Exchange[], name: string, reads?: readonly string[]): boolean {
  const concerns = (finding: Finding) => {
    const { where } = finding
    if (keepsTypes(finding) || reads === undefined) return !keepsTypes(finding)
    return !leavesBodyIntact(where) && (isWholeResponse(where) || reads.some((path) => overlaps(path, where)))
  }
  return exchanges.every((exchange) => exchange.name !== name || !exchange.findings.some(concerns))
}

/** The responses of the cases as a probe reads them, with the names of those that it has read or could not read. */
type ProbeInput = { responses: EarlierResponses; read: Set<string>; withFindings: Set<string> }

/** @param cases by endpoint, which replace the earlier ones */
function earlierResponses(host: Host, probe: Probe, cases: ReadonlyMap<string, Exchange>): ProbeInput {
  const { exchanges, redactor, origin, contracts } = host
  const read = new Set<string>()
  const withFindings = new Set<string>()
  const response: EarlierResponses['response'] = (name) => {
    const reads = name === probe.name ? probe.reads : undefined
    const { path, response } = cases.get(name) ?? successOf(exchanges, name) ?? {}
    if (path === undefined || !response || !isValidated(exchanges, name)) return null
    const isUsable = isIntact(
      exchanges.filter(({ kind }) => kind === 'case'),
      name,
      reads,
    )
    if (!isUsable) withFindings.add(name)
    else read.add(name)
    return isUsable ? { path, body: response.body } : null
  }
  const responses = {
    origin,
    pageOrigin: contracts.pageOrigin,
    response,
    isShowable: (text: string) => !redactor.isPartOfHidden(text),
    isImage: (response: unknown) => isImage(response as HostResponse),
  }
  return { responses, read, withFindings }
}

function successOf(exchanges: readonly Exchange[], name: string): Exchange | undefined {
  return exchanges.find(
    (exchange) => exchange.kind === 'case' && exchange.name === name && exchange.response?.status === 200,
  )
}

async function runProbe(host: Host, probe: Probe, endpoint: Endpoint, limit: number): Promise<Exchange> {
  const { exchanges, session } = host
  const { name, title, as = 'anonymous' } = probe
  const example: Case = { title, as, status: 200 }
  const empty: Exchange = {
    ...emptyExchange({ name, endpoint, example, isUnreported: false }),
    kind: 'probe',
  }
  if (!isIntact(exchanges, name, probe.reads)) return asLeftOut(empty, 'its endpoint has a finding')
  let exchange = empty
  let input = earlierResponses(host, probe, new Map())
  const firstRows: string[] = []
  let attempts = ATTEMPTS
  for (let attempt = 1; attempt <= attempts; attempt++) {
    const requests = probe.requests(input.responses)
    if (!requests) {
      if (attempt > 1) return { ...exchange, findings: [] }
      const [nameWithFinding] = input.withFindings
      return nameWithFinding === undefined
        ? { ...empty, reason: 'no earlier response contained the values it needs' }
        : asLeftOut(empty, `${nameWithFinding} has a finding`)
    }
    const others = requests.flatMap(({ endpoint }) => endpoint ?? [])
    const nameWithFinding = others.find(
      (other) => !isIntact(exchanges, other) || !isValidated(exchanges, other),
    )
    if (nameWithFinding !== undefined) return asLeftOut(empty, `${nameWithFinding} has a finding`)
    if (session.counted() + (requests[0]?.method ? 0 : requests.length) > limit)
      return asLeftOut(exchange, LIMIT_REACHED)
    exchange = await sendProbe(host, exchange, probe, requests, input.responses)
    if (exchange.state !== 'completed' || exchange.findings.length === 0) return exchange
    // A probe without requests has the same result until the responses that it compares are read again.
    if (requests.length === 0) attempts = 2
    else firstRows.push(idsIn(exchange.response?.body).join())
    const { path = '', response } = exchange
    if (probe.comparesAttempts && response && attempt < attempts)
      input.responses = {
        ...input.responses,
        response: () => ({ path: requests[0]?.path ?? path, body: response.body }),
      }
    else if (attempt === attempts - 1) {
      const again = await readAgain(host, input.read, limit)
      if (!again) return asLeftOut(exchange, LIMIT_REACHED)
      input = earlierResponses(host, probe, again)
    }
  }
  const isChanging =
    firstRows.length === ATTEMPTS &&
    firstRows.every((rows, index) => rows !== firstRows[index - 1]) &&
    exchange.findings.every(({ rule }) => COMPARISON_RULES.has(rule))
  return isChanging ? asLeftOut(exchange, 'the rows changed during each attempt') : exchange
}

/** Returns all values of the key `id` in a body. */
function idsIn(body: unknown): unknown[] {
  if (body === null || typeof body !== 'object') return []
  return Object.entries(body).flatMap(([key, value]) => (key === 'id' ? [value] : idsIn(value)))
}

const asLeftOut = (exchange: Exchange, reason: string): Exchange => ({
  ...exchange,
  state: 'skipped',
  reason,
  findings: [],
  isLeftOut: true,
})

/**
 * Sends the reads of the given endpoints again, because data may have changed since. Returns null if they would exceed
 * the limit.
 */
async function readAgain(host: Host, names: ReadonlySet<string>, limit: number) {
  if (host.session.counted() + names.size > limit) return null
  const again = new Map<string, Exchange>()
  for (const name of names) {
    const exchange = successOf(host.exchanges, name)
    const repeated = exchange && (await sendAgain(host, exchange))
    if (repeated?.response?.status === 200) again.set(name, repeated)
  }
  return again
}

/** Sends the requests of a probe once. Contract violations take precedence over the findings from the probe. */
async function sendProbe(
  host: Host,
  earlier: Exchange,
  probe: Probe,
  requests: readonly ProbeRequest[],
  responses: EarlierResponses,
): Promise<Exchange> {
  const { contracts, session, redactor, exchanges } = host
  const { name, as = 'anonymous' } = probe
  const { endpoint } = earlier
  const sent: Exchange[] = []
  let latest = earlier
  for (const { path, method, headers, folder, endpoint: other } of requests) {
    latest = await sendAndRecord(session, latest, {
      name: folder ?? other ?? name,
      method: method ?? 'GET',
      path,
      as,
      json: method === undefined && folder === undefined,
      ...(headers ? { headers } : {}),
    })
    // An unanswered probe is an error, because nothing shows whether the host still passes it.
    if (!latest.response) return latest
    if (as === 'customer') registerPersonalData(latest.response.body, redactor)
    sent.push(latest)
  }
  // Violations are reported for the endpoint whose response has them, which may differ from the probe's.
  for (const [index, exchange] of sent.entries()) {
    const { method, folder, mayBeMissing, endpoint: other = name } = requests[index] ?? {}
    const { response } = exchange
    if (!response || method || folder || (mayBeMissing && response.status === 404)) continue
    const declared = contracts.endpoints[other] ?? endpoint
    const known = new Set(
      exchanges.filter((each) => each.name === other).flatMap((each) => each.findings.map(findingKey)),
    )
    const findings = checkCaseResponse(contracts, { ...exchange, endpoint: declared, response }).filter(
      (finding) => !known.has(findingKey(finding)),
    )
    const { requests: total, ms } = latest
    if (findings.length > 0)
      return { ...exchange, name: other, endpoint: declared, findings, requests: total, ms }
  }
  // The first response is compared with that of the other side.
  const compared = sent[0]?.response ?? successOf(exchanges, name)?.response
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
