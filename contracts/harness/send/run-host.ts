import type { KnownValues } from '../../cases/case.ts'
import type { Finding } from '../../src/schema/finding.ts'
import { hostStateOf } from '../check/host-state.ts'
import type { RunProfile } from '../memory/profile.ts'
import type { Memory } from '../memory/records.ts'
import type { Contracts } from '../plan/contracts.ts'
import { type PlannedCase, planCases, requestsOf } from '../plan/plan-cases.ts'
import type { Report } from '../report/report.ts'
import type { SideRun } from '../report/report-rows.ts'
import { hideCredentials, type Redactor } from './redact.ts'
import { READ_ATTEMPTS, repeatReads } from './repeat-reads.ts'
import type { NoResponse } from './request.ts'
import { type Outcome, runCase } from './run-case.ts'
import { runImages } from './run-images.ts'
import { MAX_REQUESTS, runProbes } from './run-probes.ts'
import { runRelations } from './run-relations.ts'
import { runStaging, type StagingOptions, type Write } from './run-staging.ts'
import { createSession, type SessionOptions, type Side } from './session.ts'

type SideOptions = RunOptions & { contracts: Contracts }

/** Sends the cases, image requests and probes to the target, and decides whether missing responses are findings. */
export async function runTarget(
  options: SideOptions,
  cases: readonly PlannedCase[],
  redactor: Redactor,
): Promise<SideRun> {
  const limit = MAX_REQUESTS * (options.repeat ? READ_ATTEMPTS : 1)
  const side = await runSide(options.target, cases, options, redactor, true)
  side.images = await runImages(side.session, side.known, options.only ?? null)
  await repeatReads(side, redactor, { all: options.repeat ?? false, limit })
  if (options.target.isEmulator || hostStateOf(side.outcomes).kind === 'provider') {
    side.probes = await runRelations(side.session, side.outcomes, redactor)
    side.probes.push(...(await runProbes(side, options.target.origin, options.only ?? null, limit)))
  }
  const unresponsive = [...side.outcomes, ...side.images, ...side.probes].filter(
    (each) => each.noResponse !== undefined,
  )
  const responding = side.outcomes.find(
    ({ planned, state }) => state === 'validated' && planned.declared.method === 'GET',
  )
  if (unresponsive.length === 0 || !responding) return side
  // Missing responses are findings only if the host still responds to other requests. Otherwise, it is unreachable.
  const again = await runCase(side.session, responding.planned, { ...side.known }, redactor)
  if (again.state === 'validated') validateNoResponse(unresponsive)
  return side
}

export function logsIn({ credentials }: Side): boolean {
  return Boolean(credentials?.password && credentials.email && !credentials.token)
}

/** Response timeout for the emulator. It is long, because the emulator runs on the same machine. */
const EMULATOR_TIMEOUT_MS = 60_000

function sessionOptions(side: Side, options: SideOptions, isTarget: boolean): Omit<SessionOptions, 'write'> {
  return {
    contracts: options.contracts,
    side,
    spacing: isTarget ? (options.spacing ?? 0) : 0,
    timeout: Math.max(options.timeout ?? 10_000, side.isEmulator ? EMULATOR_TIMEOUT_MS : 0),
    maxWaitMs: options.maxWaitMs ?? 90_000,
    onWait: (ms) => isTarget && options.onProgress?.({ kind: 'waiting', ms }),
  }
}

async function runSide(
  side: Side,
  cases: readonly PlannedCase[],
  options: SideOptions,
  redactor: Redactor,
  isTarget: boolean,
): Promise<SideRun> {
  const report = isTarget ? (options.onProgress ?? (() => {})) : () => {}
  const { email, password } = side.credentials ?? {}
  hideCredentials(side, redactor)
  const session = createSession({
    ...sessionOptions(side, options, isTarget),
    write: options.write || side.isEmulator,
  })
  const known: KnownValues = { ...(email ? { email } : {}), ...(password ? { password } : {}) }
  report({ kind: 'start', cases: cases.length })
  const outcomes: Outcome[] = []
  for (const planned of cases) {
    const { name, declared, each } = planned
    // Stops before credentials are sent to a host that is not the provider.
    if (isTarget && !side.isEmulator && usesAccount(planned) && hostStateOf(outcomes).kind !== 'provider')
      continue
    if (
      declared.method !== 'GET' &&
      name !== options.contracts.login?.endpoint &&
      options.write &&
      'requests' in requestsOf(each, known)
    ) {
      const { method, path } = declared
      const undoneBy = each.undoneBy ?? 'nothing to undo: will be rejected'
      report({ kind: 'writing', name, method, path, title: each.title, undoneBy })
    } else report({ kind: 'sending', name, title: each.title, done: outcomes.length })
    const outcome = await runCase(session, planned, known, redactor)
    if (side.isEmulator) outcome.findings = outcome.findings.filter((one) => one.rule !== 'slow')
    outcomes.push(outcome)
  }
  return { outcomes, images: [], probes: [], session, known }
}

/**
 * Runs the account and order lifecycle on the target or the emulator, and appends its outcomes to the outcomes of the
 * cases.
 */
export async function stageSide(
  side: Side,
  run: SideRun,
  options: SideOptions,
  redactor: Redactor,
): Promise<void> {
  if (!options.staging) return
  const isTarget = side === options.target
  const report = isTarget ? (options.onProgress ?? (() => {})) : () => {}
  const products = run.outcomes.find(({ planned }) => planned.name === 'products.latest')?.body
  const { outcomes, leftBehind, requests } = await runStaging(
    sessionOptions(side, options, isTarget),
    products,
    options.staging,
    redactor,
    (step) => report({ kind: 'writing', ...step }),
    options.only ?? null,
  )
  // Drops skipped cases for endpoints that the lifecycle covers.
  const covered = new Set(outcomes.map(({ planned }) => planned.name))
  run.outcomes = run.outcomes.filter(
    ({ state, planned }) => state !== 'skipped' || !covered.has(planned.name),
  )
  run.outcomes.push(...outcomes)
  run.staging = { leftBehind, requests }
}

function usesAccount({ declared, each }: PlannedCase): boolean {
  return declared.method !== 'GET' || declared.auth === 'bearer' || each.as !== undefined
}

/** Sends the same cases to the emulator. With --write, sends all cases, because the emulator's data is disposable. */
export async function runEmulator(
  side: Side,
  only: readonly string[] | null,
  options: SideOptions,
  redactor: Redactor,
): Promise<SideRun | null> {
  const plan = planCases(options.contracts, {
    write: options.write ?? false,
    isEmulator: true,
    only,
    logsIn: logsIn(side),
  })
  try {
    return await runSide(side, plan, options, redactor, false)
  } catch {
    return null
  }
}

export type RunOptions = {
  /** Defaults to the contracts of the bookshop's provider. */
  contracts?: Contracts
  target: Side
  /** Emulator to which the same cases are sent, or null for no comparison. */
  emulator: Side | null
  write?: boolean
  /** Settings for the account and order lifecycle, which may only be run on your own host. */
  staging?: StagingOptions | null
  only?: readonly string[] | null
  /** Whether to send every read three times, not only those with an unexpected first response. */
  repeat?: boolean
  /** Delay between requests to the target in milliseconds. */
  spacing?: number
  /** Response timeout in milliseconds. */
  timeout?: number
  /** Maximum total waiting time after 429 responses in milliseconds. */
  maxWaitMs?: number
  /** Accepted findings and response profiles. */
  memory?: Memory
  /** An earlier report for the same host, from which the age of evidence is computed. */
  previous?: Report | null
  failOnAdditive?: boolean
  /** Whether to learn profiles instead of comparing responses with them. */
  learn?: boolean
  /** Receives the profiles of this run by endpoint. Endpoints with findings are excluded. */
  onLearned?: (run: Record<string, RunProfile>) => void
  now?: () => Date
  onProgress?: (event: Progress) => void
}

export type Progress =
  | { kind: 'start'; cases: number }
  | { kind: 'sending'; name: string; title: string; done: number }
  /** Reported before each write. */
  | ({ kind: 'writing' } & Write)
  | { kind: 'waiting'; ms: number }

/** The outcome of a case or image folder, possibly without a response. */
type MaybeUnresponsive = {
  state: string
  noResponse?: NoResponse | undefined
  reason?: string
  findings: Finding[]
}

/** Converts missing responses to findings. Called only if the host does respond to other requests. */
function validateNoResponse(outcomes: readonly MaybeUnresponsive[]): void {
  for (const outcome of outcomes) {
    if (outcome.state !== 'error' || outcome.noResponse === undefined) continue
    const actual = outcome.noResponse === 'timeout' ? 'timeout' : 'connection closed'
    outcome.state = 'validated'
    outcome.findings = [
      {
        class: 'behaviour',
        rule: 'no-response',
        where: '$connection',
        expected: 'a response',
        actual,
        count: 1,
      },
    ]
    delete outcome.reason
  }
}
