import type { Contracts } from '../../src/contracts.ts'
import type { Endpoint } from '../../src/endpoint.ts'
import { isPlainObject } from '../../src/schema/describe-value.ts'
import { type Finding, isOutsideBody, isWholeResponse } from '../../src/schema/finding.ts'
import { parsePath, valuesAt } from '../../src/schema/json-path.ts'
import { FIELD_RULES } from '../../src/schema/rules.ts'
import type { HostState } from '../check/host-state.ts'
import { isRegression } from '../check/regression.ts'
import { type PlanOptions, skipReason } from '../plan.ts'
import type { Exchange } from '../send/exchange.ts'
import { describeCredentials, type Side } from '../send/session.ts'
import type { Interruption } from './exit-code.ts'
import type { EndpointReport, EvidenceState, Report, ReportedFinding, Verdict } from './report.ts'
import { responseWith } from './response-evidence.ts'

/** The data from which the rows of a report are built. */
export type ReportFacts = {
  /** The exchanges with the host, and those with the emulator if both were compared. */
  target: readonly Exchange[]
  emulator: readonly Exchange[] | null
  state: HostState
  contracts: Contracts
  side: Side
  /** Response profiles of earlier runs. */
  profiles: Readonly<Record<string, unknown>>
  /** The signal that interrupted the run, if any. */
  interruption: Interruption | null
  /** An earlier report for the same host, from which the age of evidence is computed. */
  previous: Report | null
  /** Null if recorded traffic was validated. */
  plan: PlanOptions | null
  now: Date
}

/** The row of an endpoint, and whether this run validated a successful response. */
export type Row = {
  report: EndpointReport
  isVerified: boolean
  /** Whether the run made the check that reports a rule at a path. */
  hasChecked: (rule: string, path: string) => boolean
}

export function reportEndpoint(name: string, endpoint: Endpoint, facts: ReportFacts): Row {
  const isOfEndpoint = (exchange: Exchange) => exchange.name === name && !exchange.isSilent
  const exchanges = facts.target.filter(isOfEndpoint)
  const cases = exchanges.filter(({ kind }) => kind === 'case')
  const compared = facts.emulator?.filter((exchange) => exchange.name === name) ?? []
  const findingsIn = (some: readonly Exchange[]) =>
    some.flatMap((exchange) =>
      reportFindings(exchange, (finding) =>
        facts.side.isEmulator
          ? 'emulator drifted'
          : verdictOf(finding, counterpartOf(exchange, compared), 'provider'),
      ),
    )
  const isAssumed = ({ example }: Exchange) => example.assumed !== undefined && !facts.side.isEmulator
  const findings = findingsIn(exchanges.filter((exchange) => !isAssumed(exchange)))
  const emulator = compared
    .filter(({ kind }) => kind === 'case')
    .flatMap((exchange) => emulatorFindings(exchange, sameCase(exchange, cases)))
  const failed = exchanges.find(({ state }) => state === 'error')
  const completed = cases.filter(({ state }) => state === 'completed')
  const successes = completed.filter(isVerified)
  const verified = completed.filter(verifiesEndpoint)
  const lost = verified.length === 0 ? lostAccount(name, endpoint, facts) : null
  const status =
    findings.length > 0 ? 'drift' : failed || lost ? 'error' : verified.length > 0 ? 'pass' : 'skipped'
  const reason =
    status === 'error'
      ? (failed?.reason ?? lost ?? '')
      : status === 'skipped'
        ? reasonForSkipping(name, cases, facts)
        : undefined
  return {
    isVerified: successes.length > 0,
    hasChecked: (rule, path) => hasChecked(rule, path, exchanges, facts),
    report: {
      name,
      method: endpoint.method,
      path: endpoint.path,
      evidence: evidenceFor(name, endpoint, successes.length > 0, facts),
      accepted: [],
      findings,
      assumptions: findingsIn(exchanges.filter(isAssumed)),
      emulator,
      status,
      ...(reason === undefined ? {} : { reason }),
      pages: [...(facts.contracts.readBy?.[name] ?? [])],
      notes: notesOf(exchanges, verified),
      leftOut: leftOutOf(exchanges).length,
      requests: sum(exchanges.map(({ requests }) => requests)),
      ms: sum(exchanges.map(({ ms }) => ms)),
    },
  }
}

function hasChecked(
  rule: string,
  path: string,
  exchanges: readonly Exchange[],
  { plan }: ReportFacts,
): boolean {
  // A field cannot be checked while its list is empty or its object is null.
  const isReachable = exchanges.some(
    ({ state, response }) => state === 'completed' && response !== undefined && reaches(response.body, path),
  )
  const isComplete = (kinds: readonly Exchange['kind'][]) =>
    exchanges.every(({ kind, state }) => !kinds.includes(kind) || state === 'completed')
  if (!isReachable) return false
  if (FIELD_RULES.has(rule)) return true
  if (rule.startsWith('observed-'))
    return exchanges.some(({ kind, state }) => kind === 'regression' && state === 'completed')
  if (rule === 'relation') return isComplete(['relation'])
  // A recording contains no probes, and not every case.
  return plan !== null && isComplete(['case', 'probe'])
}

/** Whether a body contains the objects or the list items of a path. True for paths outside the body. */
function reaches(body: unknown, path: string): boolean {
  if (isWholeResponse(path)) return true
  const steps = parsePath(path)
  const last = steps.at(-1)
  if (last && 'each' in last) return valuesAt(body, steps).length > 0
  return valuesAt(body, steps.slice(0, -1)).some(isPlainObject)
}

/** Whether a response is the expected success, at least as a whole: a list with a drifted field, but not an error page. */
const isVerified = ({ example, findings }: Exchange) =>
  example.status < 300 && findings.every(({ where }) => !isWholeResponse(where) || isOutsideBody(where))

/** Whether a response verifies its endpoint. A 401 without a token verifies only the access rule. */
const verifiesEndpoint = ({ example }: Exchange) => example.status !== 401

function reasonForSkipping(
  name: string,
  cases: readonly Exchange[],
  { contracts, plan }: ReportFacts,
): string {
  const reason =
    cases.find(({ state }) => state === 'skipped')?.reason ??
    (plan ? skipReason(contracts, name, plan) : 'not in the recording')
  const isAccessVerified = cases.some((each) => each.state === 'completed' && !verifiesEndpoint(each))
  return isAccessVerified ? `${reason}; 401 without a token was verified` : reason
}

type LeftOut = { title: string; reason: string }

/** Returns the checks that were not made although the responses contain what they need. */
function leftOutOf(exchanges: readonly Exchange[]): LeftOut[] {
  return exchanges.flatMap(({ isLeftOut, example, reason = '' }) =>
    isLeftOut ? { title: example.title, reason } : [],
  )
}

/** Returns remarks about an endpoint's exchanges. @param verified those that verify the endpoint */
function notesOf(exchanges: readonly Exchange[], verified: readonly Exchange[]): string[] {
  const cases = exchanges.filter(({ kind }) => kind === 'case')
  const notes = cases.flatMap(({ note, state, reason, example, isLeftOut }) =>
    note
      ? [note]
      : state === 'skipped' && !isLeftOut && verified.length > 0
        ? [`${example.title}: ${reason}`]
        : [],
  )
  const leftOut = leftOutOf(exchanges)
  for (const reason of new Set(leftOut.map((check) => check.reason))) {
    const titles = leftOut.flatMap((check) => (check.reason === reason ? check.title : []))
    notes.push(`not checked: ${titles.join('; ')} (${reason})`)
  }
  notes.push(...exchanges.flatMap(({ kind, note }) => (kind !== 'case' && note ? [note] : [])))
  if (verified.length > 0 && !verified.some(({ example }) => example.status < 300))
    notes.push('only error responses were verified')
  return [...new Set(notes)]
}

/** Returns why an endpoint that was validated in earlier runs could not be checked without an account. */
function lostAccount(name: string, { auth }: Endpoint, { side, profiles, plan, interruption }: ReportFacts) {
  const isLost = auth === 'bearer' && Object.hasOwn(profiles, name) && plan !== null && interruption === null
  if (!isLost || side.isEmulator) return null
  return `not checked, although the baseline contains its profile: ${describeCredentials(side)}`
}

/** Returns the emulator's exchange to compare with. Relations have one there only if they are violated. */
function counterpartOf(exchange: Exchange, compared: readonly Exchange[]): Exchange | undefined {
  return (
    sameCase(exchange, compared) ??
    (exchange.kind === 'relation' ? compared.find(({ kind }) => kind === 'case') : undefined)
  )
}

function sameCase({ example }: Exchange, others: readonly Exchange[]): Exchange | undefined {
  return others.find((other) => other.example.title === example.title)
}

function reportFindings(exchange: Exchange, verdict: (finding: Finding) => Verdict): ReportedFinding[] {
  return exchange.findings.map(({ sample, ...finding }) => {
    const response = responseWith(exchange, finding)
    return {
      ...finding,
      verdict: verdict(finding),
      case: exchange.example.title,
      curl: exchange.curl,
      ...(sample === undefined ? {} : { sample }),
      ...(response ? { response } : {}),
    }
  })
}

/** Returns the emulator's findings, except those that the target has too. */
function emulatorFindings(exchange: Exchange, target: Exchange | undefined): ReportedFinding[] {
  const isShared = ({ rule, where }: Finding) =>
    target?.findings.some((finding) => finding.rule === rule && finding.where === where)
  const findings = exchange.findings.filter((finding) => !isShared(finding))
  return reportFindings({ ...exchange, findings }, (finding) => verdictOf(finding, target, 'emulator'))
}

/**
 * Compares a finding with the result of the same case on the other side. If both sides have the finding, the contract
 * is wrong. If only this side has it, this side has changed. If the sides cannot be compared, the verdict is `cannot
 * tell`.
 */
export function verdictOf(
  finding: Finding,
  other: Exchange | undefined,
  side: 'provider' | 'emulator',
): Verdict {
  // A regression means that the provider has changed, regardless of the emulator.
  if (side === 'provider' && isRegression(finding)) return 'provider drifted'
  if (other?.state !== 'completed') return 'cannot tell'
  if (other.findings.some(({ rule, where }) => rule === finding.rule && where === finding.where))
    return 'contract wrong'
  // An empty list, or a response that is invalid as a whole, does not show whether the other side differs.
  const isUnreadable = other.findings.some(({ where }) => where === '$' || where === '$status')
  if (isUnreadable || !hasParentOf(other.response?.body, finding.where)) return 'cannot tell'
  return side === 'provider' ? 'provider drifted' : 'emulator drifted'
}

/** Whether a body contains the parent of a JSON path, without which two bodies cannot be compared at the path. */
function hasParentOf(body: unknown, where: string): boolean {
  if (isWholeResponse(where)) return true
  const owners = valuesAt(body, parsePath(where).slice(0, -1))
  return owners.some((owner) => owner !== null && typeof owner === 'object')
}

export function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}

const DAY = 86_400_000

/**
 * Returns how recently an endpoint was verified on a live host. A run against the emulator is no evidence about the
 * host.
 */
function evidenceFor(
  name: string,
  { evidence }: Endpoint,
  isVerified: boolean,
  { now, side, state, emulator, previous, plan }: ReportFacts,
): EvidenceState {
  if (isVerified && !side.isEmulator && state.kind === 'provider') {
    const on = now.toISOString()
    return { kind: 'live', on, days: 0, text: plan ? 'verified live now' : `recorded on ${on.slice(0, 10)}` }
  }
  const reports = previous?.target === side.origin ? previous.endpoints : []
  const [on] = [
    ...reports.filter((report) => report.name === name).map((report) => report.evidence.on ?? ''),
    evidence.kind === 'observed' ? evidence.on : '',
  ]
    .filter((date) => !Number.isNaN(Date.parse(date)))
    .sort()
    .reverse()
  if (on) {
    const days = Math.max(0, Math.floor((now.getTime() - Date.parse(on)) / DAY))
    const text = days === 0 ? 'verified live earlier today' : `${days} days ago`
    return { kind: 'earlier', on, days, text }
  }
  // True for all endpoints, because the tests in this repository send every case to the emulator.
  return side.isEmulator || emulator
    ? { kind: 'emulator', text: 'emulator only' }
    : { kind: 'never', text: 'never' }
}
