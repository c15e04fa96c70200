import type { Contracts } from '../../src/contracts.ts'
import type { Endpoint } from '../../src/endpoint.ts'
import type { Finding } from '../../src/schema/finding.ts'
import type { CheckedHosts } from '../check/check-hosts.ts'
import { type Verdict, verdictOf } from '../check/verdict.ts'
import { type PlanOptions, skipReason } from '../plan.ts'
import type { Exchange } from '../send/exchange.ts'
import type { Side } from '../send/session.ts'
import type { EndpointReport, EvidenceState, Report, ReportedFinding } from './report.ts'

/** The data from which the rows of a report are built. */
export type Facts = Pick<CheckedHosts, 'target' | 'emulator' | 'state'> & {
  contracts: Contracts
  side: Side
  /** An earlier report for the same host, from which the age of evidence is computed. */
  previous: Report | null
  /** Null if recorded traffic was validated. */
  plan: PlanOptions | null
  now: Date
}

/** The row of an endpoint, and whether this run validated a successful response. */
export type Row = { report: EndpointReport; isVerified: boolean }

export function endpointRow(name: string, endpoint: Endpoint, facts: Facts): Row {
  const isOfEndpoint = (exchange: Exchange) => exchange.name === name && !exchange.isSilent
  const exchanges = facts.target.filter(isOfEndpoint)
  const [cases, probes] = [
    exchanges.filter(({ isProbe }) => !isProbe),
    exchanges.filter(({ isProbe }) => isProbe),
  ]
  const compared = facts.emulator?.filter((exchange) => exchange.name === name) ?? []
  const findings = exchanges.flatMap((exchange) =>
    reportFindings(exchange, (finding) =>
      facts.side.isEmulator
        ? 'emulator drifted'
        : verdictOf(finding, sameCase(exchange, compared), 'provider'),
    ),
  )
  const emulator = compared
    .filter(({ isProbe }) => !isProbe)
    .flatMap((exchange) => emulatorFindings(exchange, sameCase(exchange, cases)))
  const failed = exchanges.find(({ state }) => state === 'error')
  const validated = cases.filter(({ state }) => state === 'validated')
  const successes = validated.filter(({ example }) => example.status < 300)
  // A 401 without a token verifies the access rule, not the endpoint.
  const verified = validated.filter(({ example }) => example.status !== 401)
  const notes = cases.flatMap(({ note, state, reason, example }) =>
    note ? [note] : state === 'skipped' && verified.length > 0 ? [`${example.title}: ${reason}`] : [],
  )
  const unchecked = [...new Set(cases.flatMap(({ skippedRelations = [] }) => skippedRelations))]
  if (unchecked.length > 0) notes.push(`relations that read a field with a finding: ${unchecked.join('; ')}`)
  notes.push(...probes.flatMap(({ note }) => note ?? []))
  if (verified.length > 0 && successes.length === 0) notes.push('only error responses were verified')
  const status = findings.length > 0 ? 'drift' : failed ? 'error' : verified.length > 0 ? 'pass' : 'skipped'
  const skipped = () => {
    const reason =
      cases.find(({ state }) => state === 'skipped')?.reason ??
      (facts.plan ? skipReason(facts.contracts, name, facts.plan) : 'not in the recording')
    return verified.length < validated.length ? `${reason}; 401 without a token was verified` : reason
  }
  const reason = status === 'error' ? failed?.reason : status === 'skipped' ? skipped() : undefined
  return {
    isVerified: successes.length > 0,
    report: {
      name,
      method: endpoint.method,
      path: endpoint.path,
      evidence: evidenceFor(name, endpoint, successes.length > 0, facts),
      accepted: [],
      findings,
      emulator,
      status,
      ...(reason === undefined ? {} : { reason }),
      notes: [...new Set(notes)],
      requests: sum(exchanges.map(({ requests }) => requests)),
      ms: sum(exchanges.map(({ ms }) => ms)),
    },
  }
}

function sameCase({ example }: Exchange, others: readonly Exchange[]): Exchange | undefined {
  return others.find((other) => other.example.title === example.title)
}

function reportFindings(
  { findings, example, curl }: Exchange,
  verdict: (finding: Finding) => Verdict,
): ReportedFinding[] {
  return findings.map(({ sample, ...finding }) => ({
    ...finding,
    verdict: verdict(finding),
    case: example.title,
    curl,
    ...(sample === undefined ? {} : { sample }),
  }))
}

/** Returns the emulator's findings, except those that the target has too. */
function emulatorFindings(exchange: Exchange, target: Exchange | undefined): ReportedFinding[] {
  const isShared = ({ rule, where }: Finding) =>
    target?.findings.some((finding) => finding.rule === rule && finding.where === where)
  const findings = exchange.findings.filter((finding) => !isShared(finding))
  return reportFindings({ ...exchange, findings }, (finding) => verdictOf(finding, target, 'emulator'))
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
  { now, side, state, emulator, previous, plan }: Facts,
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
