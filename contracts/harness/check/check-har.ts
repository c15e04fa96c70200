import type { Case } from '../../cases/case.ts'
import type { Endpoint } from '../../src/endpoint.ts'
import { isPlainObject } from '../../src/schema/describe-value.ts'
import type { Finding } from '../../src/schema/finding.ts'
import type { Memory } from '../memory/records.ts'
import type { Contracts, ImagePlace } from '../plan/contracts.ts'
import { listCases } from '../plan/plan-cases.ts'
import { providerContracts } from '../plan/provider-contracts.ts'
import { makeReport } from '../report/make-report.ts'
import type { Report } from '../report/report.ts'
import { createRedactor, type Redactor } from '../send/redact.ts'
import { parseText } from '../send/request.ts'
import { hidePersonal, type Outcome } from '../send/run-case.ts'
import { runEmulator } from '../send/run-host.ts'
import { type ImageOutcome, notRecorded } from '../send/run-images.ts'
import { curlOf, type Side } from '../send/session.ts'
import { validateImage, validateResponse } from './check-response.ts'
import { type Har, type RecordedResponse, recordedResponses } from './har.ts'

export type HarOptions = {
  /** Defaults to the contracts of the bookshop's provider. */
  contracts?: Contracts
  /** The host whose responses are validated. If null, the host with the most responses is chosen. */
  target: string | null
  /** Starts the emulator. Called only if there is a finding to compare with its response. */
  emulator: (() => Promise<Side>) | null
  only: readonly string[] | null
  memory?: Memory
  failOnAdditive?: boolean
}

/**
 * Validates recorded responses like those of a run. Sends nothing to the host.
 * @returns the report, or null if no response belongs to the API
 */
export async function validateHar(hars: readonly Har[], options: HarOptions): Promise<Report | null> {
  const started = performance.now()
  const { contracts = providerContracts } = options
  const all = hars.flatMap((each) => recordedResponses(contracts, each))
  const target = options.target ?? mostFrequent(all.map((each) => each.target))
  const own = all.filter((each) => each.target === target)
  const last = own
    .map((each) => each.at)
    .sort()
    .at(-1)
  if (target === null || last === undefined) return null
  const redactor = createRedactor()
  for (const each of own) hideSecrets(each, redactor)
  const side: Side = { origin: target, credentials: null, isEmulator: false }
  const outcomes = own.flatMap((each) =>
    contracts.endpoints[each.name] ? [outcomeOf(contracts, each, side)] : [],
  )
  countResponses(outcomes)
  const images = contracts.images.map((place) => imageOf(contracts, place, own, side))
  const hasFindings = [...outcomes, ...images].some((each) => each.findings.length > 0)
  const emulator = hasFindings && options.emulator ? await options.emulator() : null
  const compared =
    emulator && (await runEmulator(emulator, options.only, { contracts, target: side, emulator }, redactor))
  const now = new Date(Number.isNaN(Date.parse(last)) ? Date.now() : last)
  const facts = {
    contracts,
    options: { target: side },
    plan: null,
    target: { outcomes, images, probes: [] },
    emulator: compared,
    host: { kind: 'provider' as const },
    now,
  }
  const report = makeReport(facts, redactor, {
    ...options,
    requests: 0,
    ms: Math.round(performance.now() - started),
    leftBehind: [],
  })
  return { ...report, endpoints: report.endpoints.map((each) => withDate(each, now)) }
}

function withDate(row: Report['endpoints'][number], now: Date): Report['endpoints'][number] {
  return row.evidence.kind === 'live'
    ? { ...row, evidence: { ...row.evidence, text: `recorded on ${now.toISOString().slice(0, 10)}` } }
    : row
}

function outcomeOf(contracts: Contracts, recorded: RecordedResponse, side: Side): Outcome {
  const { name, response, hasBody } = recorded
  const declared = contracts.endpoints[name] as Endpoint
  const isDeclared = Object.hasOwn(declared.responses, response.status)
  const each = caseFor(contracts, name, isDeclared ? response.status : 200)
  const findings = validateResponse(contracts, declared, each, withoutUnprovable(contracts, recorded))
  // A missing body is a gap in the recording, not a fault on the host.
  const shown = hasBody
    ? findings
    : findings.filter(({ where }) => /^\$(status|headers|redirect)/.test(where))
  return {
    planned: { name, declared, each, silent: false },
    // A response without a recorded body verifies nothing, but findings about its status and headers count.
    ...(hasBody || shown.length > 0
      ? { state: 'validated' as const }
      : { state: 'skipped' as const, reason: 'the body was not recorded' }),
    findings: isDeclared ? shown : shown.map((one) => withStatuses(one, declared)),
    curl: curlLine(contracts, recorded, side),
    body: response.body,
    status: response.status,
    requests: 1,
    ms: response.ms,
  }
}

/** Lists all declared statuses as expected, because a recording does not contain an expected status. */
function withStatuses(finding: Finding, declared: Endpoint): Finding {
  return finding.where === '$status'
    ? { ...finding, expected: Object.keys(declared.responses).join(' or ') }
    : finding
}

/**
 * Returns a case for a recorded response. It has the title of the matching declared case, so that the emulator's
 * outcome for that case can be found.
 */
function caseFor(contracts: Contracts, name: string, status: number): Case {
  const own = listCases(contracts).filter(
    (planned) => planned.name === name && planned.each.status === status,
  )
  return { title: own[0]?.each.title ?? `returns ${status}`, as: 'customer', status }
}

/**
 * Removes what a recording cannot prove: response times, and missing CORS headers in responses to same-origin
 * requests.
 */
function withoutUnprovable(
  contracts: Contracts,
  { response, origin }: RecordedResponse,
): RecordedResponse['response'] {
  const allowed = response.headers.get('access-control-allow-origin')
  const headers = new Map(response.headers)
  if (contracts.origin !== null && (origin === null || allowed === origin))
    headers.set('access-control-allow-origin', contracts.origin)
  return { ...response, headers, ms: 0 }
}

/** Adds the number of affected responses to each finding of an endpoint. */
function countResponses(outcomes: readonly Outcome[]): void {
  const keyOf = (outcome: Outcome, { rule, where }: Finding) => `${outcome.planned.name} ${rule} ${where}`
  const withFinding = new Map<string, number>()
  const ofEndpoint = new Map<string, number>()
  for (const each of outcomes) {
    const { name } = each.planned
    ofEndpoint.set(name, (ofEndpoint.get(name) ?? 0) + 1)
    for (const finding of each.findings)
      withFinding.set(keyOf(each, finding), (withFinding.get(keyOf(each, finding)) ?? 0) + 1)
  }
  for (const each of outcomes) {
    const of = ofEndpoint.get(each.planned.name) ?? 1
    if (of > 1)
      for (const finding of each.findings)
        finding.responses = { with: withFinding.get(keyOf(each, finding)) ?? 1, of }
  }
}

/**
 * Validates the recorded images in a folder. Missing files are not findings, because the shop tries several folders.
 */
function imageOf(
  contracts: Contracts,
  place: ImagePlace,
  recorded: readonly RecordedResponse[],
  side: Side,
): ImageOutcome {
  const own = recorded.filter(({ name }) => name === place.name)
  const empty = notRecorded(place)
  const results = own.map((each) => ({ each, found: validateImage(withSomeBody(each)) }))
  const existing = results.filter(({ found }) => found !== 'missing')
  if (existing.length === 0)
    return own.length === 0 ? empty : { ...empty, reason: 'the recording contains no image' }
  const wrong = existing.find(({ found }) => found !== null)
  const { reason: _, ...about } = empty
  return {
    ...about,
    state: 'validated',
    findings: wrong?.found && wrong.found !== 'missing' ? [wrong.found] : [],
    curl: curlLine(contracts, (wrong ?? existing[0])?.each as RecordedResponse, side),
    requests: own.length,
    ms: own.reduce((total, { response }) => total + response.ms, 0),
  }
}

function withSomeBody({ response, hasBody }: RecordedResponse): RecordedResponse['response'] {
  return hasBody ? response : { ...response, bytes: new Uint8Array([0]) }
}

/** Formats the request as a curl command. Text in the query, which a shopper may have typed, is replaced with `…`. */
function curlLine(contracts: Contracts, { name, method, path }: RecordedResponse, side: Side): string {
  const [pathname = '', query = ''] = path.split('?')
  const stored = [...new URLSearchParams(query)].map(([key, value]) => [
    key,
    /^\d{1,4}$/.test(value) ? value : '…',
  ])
  const search = new URLSearchParams(stored).toString().replaceAll('%E2%80%A6', '…')
  const as = contracts.endpoints[name]?.auth === 'bearer' ? ('customer' as const) : ('anonymous' as const)
  return curlOf(contracts, side, { name, method, as, path: search ? `${pathname}?${search}` : pathname })
}

const SECRET_HEADERS = new Set(['authorization', 'cookie', 'set-cookie', 'x-api-key', 'guest-id'])

/** Hides tokens, cookies, passwords, e-mail addresses and phone numbers from all output. */
function hideSecrets({ response, requestHeaders, sent }: RecordedResponse, redactor: Redactor): void {
  for (const [name, value] of [...requestHeaders, ...response.headers]) {
    if (!SECRET_HEADERS.has(name)) continue
    redactor.hide(value, '[secret]')
    for (const part of value.split(/[;,=\s]+/)) if (part.length > 7) redactor.hide(part, '[secret]')
  }
  hidePersonal(response.body, redactor, 0)
  const { body } = parseText(sent)
  if (!isPlainObject(body)) return
  hidePersonal(body, redactor, 0)
  for (const [key, value] of Object.entries(body))
    if (/password|code|token|name$|address/i.test(key)) redactor.hide(value, '[secret]')
}

function mostFrequent(values: readonly string[]): string | null {
  const counts = new Map<string, number>()
  for (const each of values) counts.set(each, (counts.get(each) ?? 0) + 1)
  return [...counts].sort(([, a], [, b]) => b - a)[0]?.[0] ?? null
}
