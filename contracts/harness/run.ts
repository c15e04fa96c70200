import type { Known } from '../cases/case.ts'
import { applyBaseline, type Baseline } from './baseline.ts'
import { exitCodeOf } from './exit-code.ts'
import { type HostState, hostStateOf } from './host-state.ts'
import type { Observation, Observed } from './observed.ts'
import { runPictures } from './pictures.ts'
import { isSelected, type PlannedCase, type PlanOptions, planCases, requestsOf } from './plan.ts'
import { ENDPOINTS, IMAGE_PLACES, LOGIN } from './reads.ts'
import { recall } from './recall.ts'
import { createRedactor, hideCredentials, type Redactor } from './redact.ts'
import type { EndpointReport, Report, ReportedFinding } from './report.ts'
import { endpointRow, pictureRow, type SideRun, sum } from './rows.ts'
import { runProbes } from './run-probes.ts'
import { type Outcome, runCase } from './runner.ts'
import { createSession, type Side } from './session.ts'
import { judgeSilence } from './silence.ts'
import { mergeFindings } from './verdict.ts'

export type RunOptions = {
  target: Side
  /** The emulator that the same cases are sent to; null: check the target only. */
  emulator: Side | null
  write?: boolean
  only?: readonly string[] | null
  /** Milliseconds between requests to the target. */
  spacing?: number
  /** Milliseconds for one answer. */
  timeout?: number
  /** Milliseconds that all waits for 429 together may take. */
  maxWaitMs?: number
  baseline?: Baseline
  /** An earlier report of the same host, for the age of evidence. */
  previous?: Report | null
  failOnAdditive?: boolean
  /** What the host has sent so far; a deviation from it is reported as a finding. */
  observed?: Observed | null
  /** What this run has observed at the endpoints without a finding. */
  onObserved?: (run: Record<string, Observation>) => void
  now?: () => Date
  onProgress?: (event: Progress) => void
}

/** What a run reports while it goes on. */
export type Progress =
  | { kind: 'start'; cases: number }
  | { kind: 'asking'; name: string; title: string; done: number }
  /** Before anything that writes. */
  | { kind: 'writing'; name: string; method: string; path: string; title: string; undoneBy: string }
  | { kind: 'waiting'; ms: number }

/** Sends every planned case to the target and to the emulator, and reports what differs and who has changed. */
export async function runContract(options: RunOptions): Promise<Report> {
  const now = options.now?.() ?? new Date()
  const started = performance.now()
  const only = options.only ?? null
  const redactor = createRedactor()
  const plan: PlanOptions = {
    write: options.write ?? false,
    isEmulator: options.target.isEmulator,
    only,
    logsIn: logsIn(options.target),
  }
  const [target, emulator] = await Promise.all([
    runTarget(options, planCases(plan), redactor),
    options.emulator ? runEmulator(options.emulator, only, options, redactor) : null,
  ])
  if (options.emulator && emulator && target.probes.some((each) => each.findings.length > 0))
    emulator.probes = await runProbes(emulator, options.emulator.origin, only)
  const host: HostState = options.target.isEmulator ? { kind: 'provider' } : hostStateOf(target.outcomes)
  markTokenRejected(target.outcomes)
  if (host.kind === 'provider') await remember(target, options, redactor)
  // The emulator draws its pictures, which takes time: they are compared only when there is something to compare.
  if (emulator && target.pictures.some((each) => each.state !== 'judged' || each.findings.length > 0))
    emulator.pictures = await runPictures(emulator.session, emulator.known, only)
  const facts = { options, plan, target, emulator, host, now }
  const rows = [
    ...Object.entries(ENDPOINTS)
      .filter(([name, declared]) => isSelected(name, declared, only))
      .map(([name, declared]) => endpointRow(name, declared, facts)),
    ...IMAGE_PLACES.filter(({ name }) => isSelected(name, null, only)).map(({ name }) =>
      pictureRow(name, facts),
    ),
  ]
  const verified = rows.filter((row) => row.graded).length
  // Redacted first: a baseline is made from what a report shows.
  const { endpoints, problems } = applyBaseline(
    rows.map((row) => redacted(host.kind === 'provider' ? row.report : unjudged(row.report), redactor)),
    options.baseline ?? { accepted: [] },
    now,
  )
  const report = { endpoints, baseline: problems }
  const isEmulator = options.target.isEmulator
  const exit = exitCodeOf(
    { ...report, verified },
    { isEmulator, failOnAdditive: options.failOnAdditive ?? false, host: redactor.value(host) },
  )
  return {
    target: options.target.origin,
    startedAt: now.toISOString(),
    host: host.kind,
    ...report,
    summary: {
      ...totalsOf(report.endpoints),
      verified,
      requests: target.session.sent(),
      ms: Math.round(performance.now() - started),
      ...exit,
    },
  }
}

/** The target's cases and pictures, and what its silence means. */
async function runTarget(
  options: RunOptions,
  cases: readonly PlannedCase[],
  redactor: Redactor,
): Promise<SideRun> {
  const side = await runSide(options.target, cases, options, redactor, true)
  side.pictures = await runPictures(side.session, side.known, options.only ?? null)
  if (options.target.isEmulator || hostStateOf(side.outcomes).kind === 'provider')
    side.probes = await runProbes(side, options.target.origin, options.only ?? null)
  const silent = [...side.outcomes, ...side.pictures, ...side.probes].filter(
    (each) => each.silence !== undefined,
  )
  const answered = side.outcomes.find(
    ({ planned, state }) => state === 'judged' && planned.declared.method === 'GET',
  )
  if (silent.length === 0 || !answered) return side
  // A host that has become unreachable during the run is unreachable; one that still answers is silent in those places only.
  const again = await runCase(side.session, answered.planned, { ...side.known }, redactor)
  if (again.state === 'judged') judgeSilence(silent)
  return side
}

/** Compares the run with what was observed before, and hands on what it has observed itself. */
async function remember(target: SideRun, options: RunOptions, redactor: Redactor): Promise<void> {
  const again = async ({ planned }: Outcome) =>
    (await runCase(target.session, planned, { ...target.known }, redactor)).ms
  const { run, departures } = await recall(target, options.observed ?? null, again)
  target.probes.push(...departures)
  options.onObserved?.(run)
}

/** The row of a host that cannot be judged: it keeps its evidence, the run's sentence says the rest. */
function unjudged(row: EndpointReport): EndpointReport {
  return { ...row, status: 'error', reason: 'not judged', findings: [], emulator: [], notes: [] }
}

/** A row without secrets in texts that may come from a host; names, paths and dates are our own. */
function redacted(row: EndpointReport, redactor: Redactor): EndpointReport {
  const { findings, emulator, reason, notes } = row
  const texts = { findings, emulator, notes, ...(reason === undefined ? {} : { reason }) }
  const shown = redactor.value(texts)
  // Fields that differed only in what is hidden are merged.
  return {
    ...row,
    ...shown,
    findings: mergeFindings(shown.findings),
    emulator: mergeFindings(shown.emulator),
  }
}

function logsIn({ credentials }: Side): boolean {
  return Boolean(credentials?.password && credentials.email && !credentials.token)
}

/** An emulator shares the machine with this run: how long it takes says nothing about it. */
const EMULATOR_TIMEOUT_MS = 60_000

async function runSide(
  side: Side,
  cases: readonly PlannedCase[],
  options: RunOptions,
  redactor: Redactor,
  isTarget: boolean,
): Promise<SideRun> {
  const report = isTarget ? (options.onProgress ?? (() => {})) : () => {}
  const { email, password } = side.credentials ?? {}
  hideCredentials(side, redactor)
  const session = createSession({
    side,
    write: options.write || side.isEmulator,
    spacing: isTarget ? (options.spacing ?? 0) : 0,
    timeout: Math.max(options.timeout ?? 10_000, side.isEmulator ? EMULATOR_TIMEOUT_MS : 0),
    maxWaitMs: options.maxWaitMs ?? 90_000,
    onWait: (ms) => report({ kind: 'waiting', ms }),
  })
  const known: Known = { ...(email ? { email } : {}), ...(password ? { password } : {}) }
  report({ kind: 'start', cases: cases.length })
  const outcomes: Outcome[] = []
  for (const planned of cases) {
    const { name, declared, each } = planned
    // Credentials are for the provider: any other host is never sent them.
    if (isTarget && !side.isEmulator && usesAccount(planned) && hostStateOf(outcomes).kind !== 'provider')
      continue
    if (
      declared.method !== 'GET' &&
      name !== LOGIN &&
      options.write &&
      'requests' in requestsOf(each, known)
    ) {
      const undoneBy = each.undoneBy ?? 'nothing to take back: it is refused'
      report({
        kind: 'writing',
        name,
        method: declared.method,
        path: declared.path,
        title: each.title,
        undoneBy,
      })
    } else report({ kind: 'asking', name, title: each.title, done: outcomes.length })
    const outcome = await runCase(session, planned, known, redactor)
    if (side.isEmulator) outcome.findings = outcome.findings.filter((one) => one.rule !== 'slow')
    outcomes.push(outcome)
  }
  return { outcomes, pictures: [], probes: [], session, known }
}

function usesAccount({ declared, each }: PlannedCase): boolean {
  return declared.method !== 'GET' || declared.auth === 'bearer' || each.as !== undefined
}

/** The same cases on the other side; with --write all of them, an emulator is disposable. */
async function runEmulator(
  side: Side,
  only: readonly string[] | null,
  options: RunOptions,
  redactor: Redactor,
): Promise<SideRun | null> {
  const plan = planCases({ write: options.write ?? false, isEmulator: true, only, logsIn: logsIn(side) })
  try {
    return await runSide(side, plan, options, redactor, false)
  } catch {
    return null
  }
}

/** A token that the host rejects everywhere is an error of the caller, not drift. */
function markTokenRejected(outcomes: readonly Outcome[]): void {
  const opened = outcomes.filter(
    ({ planned, state }) => planned.each.as === 'customer' && planned.each.status < 300 && state === 'judged',
  )
  if (opened.length < 2 || !opened.every((each) => each.status === 401)) return
  for (const outcome of opened) {
    outcome.state = 'error'
    outcome.reason = 'the host rejects the token: has it expired?'
    outcome.findings = []
  }
}

function totalsOf(endpoints: readonly EndpointReport[]) {
  const withStatus = (status: EndpointReport['status']) =>
    endpoints.filter((each) => each.status === status).length
  const findings = endpoints.flatMap((each) => each.findings)
  const ofClass = (name: ReportedFinding['class']) => findings.filter((each) => each.class === name).length
  return {
    endpoints: endpoints.length,
    pass: withStatus('pass'),
    drift: withStatus('drift'),
    skipped: withStatus('skipped'),
    error: withStatus('error'),
    breaking: ofClass('breaking'),
    behaviour: ofClass('behaviour'),
    additive: ofClass('additive'),
    accepted: sum(endpoints.map((each) => each.accepted.length)),
    emulator: sum(endpoints.map((each) => each.emulator.length)),
  }
}
