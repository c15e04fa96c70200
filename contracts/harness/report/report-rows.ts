import type { KnownValues } from '../../cases/case.ts'
import type { Endpoint } from '../../src/endpoint.ts'
import type { Finding } from '../../src/schema/finding.ts'
import type { HostState } from '../check/host-state.ts'
import { reportFinding, verdictOf } from '../check/verdict.ts'
import { isRegression } from '../memory/accept.ts'
import type { Contracts, ImagePlace } from '../plan/contracts.ts'
import { type PlanOptions, skipReason } from '../plan/plan-cases.ts'
import type { Outcome } from '../send/run-case.ts'
import { type ImageOutcome, notRecorded } from '../send/run-images.ts'
import type { Session, Side } from '../send/session.ts'
import type { EndpointReport, EvidenceState, Report, ReportedFinding, Verdict } from './report.ts'

/** The results of a run for one host. */
export type SideRun = {
  outcomes: Outcome[]
  images: ImageOutcome[]
  probes: Outcome[]
  session: Session
  known: KnownValues
  /** The data that --staging left on the host, and the number of requests that it sent. */
  staging?: { leftBehind: string[]; requests: number }
}

/** The data from which the rows of a report are built. */
export type Facts = {
  contracts: Contracts
  options: { target: Side; previous?: Report | null }
  /** Null if recorded traffic was validated. */
  plan: PlanOptions | null
  target: Pick<SideRun, 'outcomes' | 'images' | 'probes' | 'staging'>
  emulator: Pick<SideRun, 'outcomes' | 'images' | 'probes'> | null
  host: HostState
  now: Date
}

/** The row of an endpoint, and whether this run validated a successful response. */
export type Row = { report: EndpointReport; graded: boolean }

export function endpointRow(name: string, declared: Endpoint, facts: Facts): Row {
  const own = facts.target.outcomes.filter(({ planned }) => planned.name === name && !planned.silent)
  const theirs = facts.emulator?.outcomes.filter(({ planned }) => planned.name === name) ?? []
  const probes = facts.target.probes.filter(({ planned }) => planned.name === name)
  const findings = [
    ...own.flatMap((one) => findingsOf(one, sameCase(one, theirs), facts, one.planned.each.title)),
    ...probeFindings(probes, facts),
  ]
  const emulator = theirs.flatMap((one) => emulatorFindings(one, sameCase(one, own), one.planned.each.title))
  const errors = [...own, ...probes].filter((one) => one.state === 'error')
  const successes = own.filter(({ planned, state }) => planned.each.status < 300 && state === 'validated')
  const validated = own.filter(({ planned, state }) => state === 'validated' && planned.each.status !== 401)
  const notes = own.flatMap(({ note, state, reason, planned }) =>
    note ? [note] : state === 'skipped' && validated.length > 0 ? [`${planned.each.title}: ${reason}`] : [],
  )
  notes.push(...probes.flatMap(({ note }) => note ?? []))
  if (validated.length > 0 && successes.length === 0) notes.push('only error responses were verified')
  const refusesAnonymous = own.some(
    ({ planned, state }) => state === 'validated' && planned.each.status === 401,
  )
  const whySkipped = () =>
    own.find((one) => one.state === 'skipped')?.reason ??
    (facts.plan ? skipReason(facts.contracts, name, facts.plan) : 'not in the recording')
  const status =
    findings.length > 0 ? 'drift' : errors.length > 0 ? 'error' : validated.length > 0 ? 'pass' : 'skipped'
  const reasons = {
    error: () => errors[0]?.reason,
    skipped: () => `${whySkipped()}${refusesAnonymous ? '; 401 without a token was verified' : ''}`,
  }
  return row(facts, declared, successes.length > 0, {
    ...{ name, method: declared.method, path: declared.path, findings, emulator, status },
    reason: status === 'error' || status === 'skipped' ? reasons[status]() : undefined,
    notes: [...new Set(notes)],
    requests: sum([...own, ...probes].map((one) => one.requests)),
    ms: sum([...own, ...probes].map((one) => one.ms)),
  })
}

export function imageRow(name: string, facts: Facts): Row {
  const isOwn = ({ place }: ImageOutcome) => place.name === name
  const own =
    facts.target.images.find(isOwn) ??
    notRecorded(facts.contracts.images.find((each) => each.name === name) as ImagePlace)
  const theirs = facts.emulator?.images.find(isOwn)
  const probes = facts.target.probes.filter(({ planned }) => planned.name === name)
  const findings = [...findingsOf(own, theirs, facts, own.place.what), ...probeFindings(probes, facts)]
  const graded = own.state === 'validated'
  return row(facts, null, graded, {
    ...{ name, method: 'GET', path: own.place.path, findings },
    emulator: theirs ? emulatorFindings(theirs, own, own.place.what) : [],
    status: findings.length > 0 ? 'drift' : graded ? 'pass' : own.state === 'error' ? 'error' : 'skipped',
    reason: graded ? undefined : own.reason,
    notes: own.note ? [own.note] : [],
    requests: own.requests + sum(probes.map((one) => one.requests)),
    ms: own.ms + sum(probes.map((one) => one.ms)),
  })
}

function sameCase({ planned: { name, each } }: Outcome, others: readonly Outcome[]): Outcome | undefined {
  return others.find(({ planned }) => planned.name === name && planned.each.title === each.title)
}

type Compared = Parameters<typeof verdictOf>[1]
type Found = Pick<Outcome, 'findings' | 'curl'>

function probeFindings(probes: readonly Outcome[], facts: Facts): ReportedFinding[] {
  const theirs = facts.emulator?.probes ?? []
  return probes.flatMap((one) => findingsOf(one, sameCase(one, theirs), facts, one.planned.each.title))
}

function findingsOf({ findings, curl }: Found, other: Compared, { options }: Facts, title: string) {
  return findings.map((each) => reportFinding(each, title, curl, verdictFor(each, other, options.target)))
}

/** Returns the emulator's findings, except those that the target has too. */
function emulatorFindings({ findings, curl }: Found, target: Compared, title: string): ReportedFinding[] {
  const isShared = ({ rule, where }: Finding) =>
    target?.findings.some((each) => each.rule === rule && each.where === where)
  return findings
    .filter((each) => !isShared(each))
    .map((each) => reportFinding(each, title, curl, verdictOf(each, target, 'emulator')))
}

/** Returns the verdict for a finding. A regression means that the host has changed, regardless of the emulator. */
function verdictFor(finding: Finding, other: Compared, target: Side): Verdict {
  if (target.isEmulator) return 'emulator drifted'
  return isRegression(finding) ? 'provider drifted' : verdictOf(finding, other, 'provider')
}

type RowParts = Omit<EndpointReport, 'evidence' | 'accepted' | 'reason'> & { reason: string | undefined }

function row(
  { options, now, host, emulator }: Facts,
  declared: Endpoint | null,
  graded: boolean,
  { reason, name, method, path, ...parts }: RowParts,
): Row {
  const { isEmulator, origin } = options.target
  const evidence = evidenceOf({
    now,
    live: graded && !isEmulator && host.kind === 'provider',
    // True for all endpoints, because the tests in this repository send every case to the emulator.
    emulator: isEmulator || emulator !== null,
    declared,
    earlier: earlierEvidence(options.previous ?? null, origin, name),
  })
  const report = {
    name,
    method,
    path,
    evidence,
    accepted: [],
    ...parts,
    ...(reason === undefined ? {} : { reason }),
  }
  return { graded, report }
}

export function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0)
}

const DAY = 86_400_000

/**
 * Returns how recently an endpoint was verified on a live host. A run against the emulator is no evidence about the
 * host.
 */
export function evidenceOf(facts: {
  now: Date
  /** Whether this run validated the live host. */
  live: boolean
  /** Whether this run validated an emulator. */
  emulator: boolean
  declared: Endpoint | null
  /** Date of an earlier live verification. */
  earlier: string | null
}): EvidenceState {
  const { now, live, emulator, declared, earlier } = facts
  if (live) return { kind: 'live', on: now.toISOString(), days: 0, text: 'verified live now' }
  const observed = declared?.evidence.kind === 'observed' ? declared.evidence.on : null
  const on = [earlier, observed]
    .filter((each) => each !== null)
    .sort()
    .at(-1)
  if (on && !Number.isNaN(Date.parse(on))) {
    const days = Math.max(0, Math.floor((now.getTime() - Date.parse(on)) / DAY))
    return {
      kind: 'earlier',
      on,
      days,
      text: days === 0 ? 'verified live earlier today' : `${days} days ago`,
    }
  }
  return emulator ? { kind: 'emulator', text: 'emulator only' } : { kind: 'never', text: 'never' }
}

/** Returns the date on which an earlier report for the same host verified an endpoint, or null. */
export function earlierEvidence(previous: Report | null, target: string, name: string): string | null {
  if (previous?.target !== target) return null
  const { kind, on } = previous.endpoints.find((each) => each.name === name)?.evidence ?? {}
  return (kind === 'live' || kind === 'earlier') && on ? on : null
}
