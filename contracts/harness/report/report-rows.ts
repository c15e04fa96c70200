import type { Known } from '../../cases/case.ts'
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

/** The results of one host in a run. */
export type SideRun = {
  outcomes: Outcome[]
  images: ImageOutcome[]
  probes: Outcome[]
  session: Session
  known: Known
  /** Data that --staging left on the host, and the number of its requests. */
  staging?: { leftBehind: string[]; requests: number }
}

/** Input of the report's rows. */
export type Facts = {
  contracts: Contracts
  options: { target: Side; previous?: Report | null }
  /** Null for recorded responses. */
  plan: PlanOptions | null
  target: Pick<SideRun, 'outcomes' | 'images' | 'probes' | 'staging'>
  emulator: Pick<SideRun, 'outcomes' | 'images' | 'probes'> | null
  host: HostState
  now: Date
}

/** The report of an endpoint, and whether a success of it was validated in this run. */
export type Row = { report: EndpointReport; graded: boolean }

export function endpointRow(name: string, declared: Endpoint, facts: Facts): Row {
  const own = facts.target.outcomes.filter(({ planned }) => planned.name === name && !planned.silent)
  const theirs = facts.emulator?.outcomes.filter(({ planned }) => planned.name === name) ?? []
  const counterpart = (one: Outcome, all: readonly Outcome[]) =>
    all.find(({ planned }) => planned.each.title === one.planned.each.title)
  const probes = probesOf(name, facts)
  const findings = [
    ...own.flatMap((one) =>
      findingsOf(one, counterpart(one, theirs), facts.options.target, one.planned.each.title),
    ),
    ...probes.findings,
  ]
  const emulator = theirs.flatMap((one) => {
    const other = counterpart(one, own)
    return one.findings
      .filter((each) => !other?.findings.some((same) => same.rule === each.rule && same.where === each.where))
      .map((each) =>
        reportFinding(each, one.planned.each.title, one.curl, verdictOf(each, other, 'emulator')),
      )
  })
  const errors = [...own, ...probes.own].filter((one) => one.state === 'error')
  const successes = own.filter(({ planned, state }) => planned.each.status < 300 && state === 'judged')
  const judged = own.filter(({ planned, state }) => state === 'judged' && planned.each.status !== 401)
  const notes = own.flatMap(({ note, state, reason, planned }) =>
    note ? [note] : state === 'skipped' && judged.length > 0 ? [`${planned.each.title}: ${reason}`] : [],
  )
  notes.push(...probes.own.flatMap(({ note }) => note ?? []))
  if (judged.length > 0 && successes.length === 0) notes.push('only error responses were verified')
  const refusesAnonymous = own.some(({ planned, state }) => state === 'judged' && planned.each.status === 401)
  const skipped = own.find((one) => one.state === 'skipped')
  const reason =
    findings.length > 0
      ? undefined
      : errors.length > 0
        ? errors[0]?.reason
        : judged.length > 0
          ? undefined
          : `${skipped?.reason ?? (facts.plan ? skipReason(facts.contracts, name, facts.plan) : 'not in the recording')}${refusesAnonymous ? '; 401 without a token was verified' : ''}`
  const graded = successes.length > 0
  return {
    graded,
    report: row(name, declared.method, declared.path, facts, declared, {
      findings,
      emulator,
      status:
        findings.length > 0 ? 'drift' : errors.length > 0 ? 'error' : judged.length > 0 ? 'pass' : 'skipped',
      reason,
      notes: [...new Set(notes)],
      graded,
      requests: sum([...own, ...probes.own].map((one) => one.requests)),
      ms: sum([...own, ...probes.own].map((one) => one.ms)),
    }),
  }
}

function probesOf(name: string, { target, emulator, options }: Facts) {
  const own = target.probes.filter(({ planned }) => planned.name === name)
  const findings = own.flatMap((one) => {
    const { title } = one.planned.each
    const other = emulator?.probes.find(
      ({ planned }) => planned.name === name && planned.each.title === title,
    )
    return findingsOf(one, other, options.target, title)
  })
  return { own, findings }
}

export function imageRow(name: string, facts: Facts): Row {
  const own =
    facts.target.images.find(({ place }) => place.name === name) ??
    notRecorded(facts.contracts.images.find((each) => each.name === name) as ImagePlace)
  const theirs = facts.emulator?.images.find(({ place }) => place.name === name)
  const probes = probesOf(name, facts)
  const findings = [...findingsOf(own, theirs, facts.options.target, own.place.what), ...probes.findings]
  const emulator = (theirs?.findings ?? [])
    .filter((each) => !own.findings.some((same) => same.rule === each.rule))
    .map((each) => reportFinding(each, own.place.what, theirs?.curl ?? '', verdictOf(each, own, 'emulator')))
  const graded = own.state === 'judged'
  return {
    graded,
    report: row(name, 'GET', own.place.path, facts, null, {
      findings,
      emulator,
      status: findings.length > 0 ? 'drift' : graded ? 'pass' : own.state === 'error' ? 'error' : 'skipped',
      reason: graded ? undefined : own.reason,
      notes: own.note ? [own.note] : [],
      graded,
      requests: own.requests + sum(probes.own.map((one) => one.requests)),
      ms: own.ms + sum(probes.own.map((one) => one.ms)),
    }),
  }
}

function findingsOf(
  one: Pick<Outcome, 'findings' | 'curl'>,
  other: Parameters<typeof verdictOf>[1],
  target: Side,
  title: string,
): ReportedFinding[] {
  return one.findings.map((each) => reportFinding(each, title, one.curl, verdictFor(each, other, target)))
}

/** A regression means that the host has changed, whatever the emulator does. */
function verdictFor(finding: Finding, other: Parameters<typeof verdictOf>[1], target: Side): Verdict {
  if (target.isEmulator) return 'emulator drifted'
  return isRegression(finding) ? 'provider drifted' : verdictOf(finding, other, 'provider')
}

type RowParts = Pick<EndpointReport, 'findings' | 'emulator' | 'status' | 'notes' | 'requests' | 'ms'> & {
  reason: string | undefined
  graded: boolean
}

function row(
  name: string,
  method: string,
  path: string,
  { options, now, host, emulator: other }: Facts,
  declared: Endpoint | null,
  { graded, reason, ...parts }: RowParts,
): EndpointReport {
  const { isEmulator, origin } = options.target
  const evidence = evidenceOf({
    now,
    live: graded && !isEmulator && host.kind === 'provider',
    // This repository's tests send every case to the emulator; a run may send only a few.
    emulator: isEmulator || other !== null,
    declared,
    earlier: earlierEvidence(options.previous ?? null, origin, name),
  })
  return { name, method, path, evidence, accepted: [], ...parts, ...(reason === undefined ? {} : { reason }) }
}

export function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0)
}

const DAY = 86_400_000

/**
 * Returns the evidence of an endpoint. An earlier run counts with its age. A run against the emulator proves nothing
 * about the host.
 */
export function evidenceOf(facts: {
  now: Date
  /** Whether the host itself was validated in this run. */
  live: boolean
  /** Whether an emulator was validated in this run. */
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

/** Returns when an earlier report of the same host verified an endpoint, or null. */
export function earlierEvidence(previous: Report | null, target: string, name: string): string | null {
  if (previous?.target !== target) return null
  const { kind, on } = previous.endpoints.find((each) => each.name === name)?.evidence ?? {}
  return (kind === 'live' || kind === 'earlier') && on ? on : null
}
