import { type HostState, hostStateOf } from './check/host-state.ts'
import { findRegressions } from './memory/regressions.ts'
import { type ContractsDefinition, contractsOf } from './plan/define-contracts.ts'
import { type PlanOptions, planCases } from './plan/plan-cases.ts'
import { providerContracts } from './plan/provider-contracts.ts'
import { makeReport } from './report/make-report.ts'
import type { Report } from './report/report.ts'
import type { SideRun } from './report/report-rows.ts'
import { createRedactor, type Redactor } from './send/redact.ts'
import { type Outcome, runCase } from './send/run-case.ts'
import { logsIn, type RunOptions, runEmulator, runTarget, stageSide } from './send/run-host.ts'
import { runImages } from './send/run-images.ts'
import { runProbes } from './send/run-probes.ts'
import { runRelations } from './send/run-relations.ts'

/**
 * Validates a host: sends the planned cases to the target and the emulator, and reports the findings and which side has
 * changed.
 * @example
 * const report = await runContract({
 *   target: { origin: 'https://api.example.com', credentials: null, isEmulator: false }, emulator: null,
 * })
 * process.exitCode = report.summary.exitCode
 */
export async function runContract(options: RunOptions): Promise<Report> {
  const now = options.now?.() ?? new Date()
  const started = performance.now()
  const only = options.only ?? null
  const contracts = options.contracts ?? providerContracts
  const redactor = createRedactor()
  const plan: PlanOptions = {
    write: options.write ?? false,
    isEmulator: options.target.isEmulator,
    only,
    logsIn: logsIn(options.target),
  }
  const [target, emulator] = await Promise.all([
    runTarget({ ...options, contracts }, planCases(contracts, plan), redactor),
    options.emulator ? runEmulator(options.emulator, only, { ...options, contracts }, redactor) : null,
  ])
  if (options.emulator && emulator && target.probes.some((each) => each.findings.length > 0)) {
    emulator.probes = await runRelations(emulator.session, emulator.outcomes, redactor)
    emulator.probes.push(...(await runProbes(emulator, options.emulator.origin, only)))
  }
  const host: HostState = options.target.isEmulator ? { kind: 'provider' } : hostStateOf(target.outcomes)
  markTokenRejected(target.outcomes)
  if (host.kind === 'provider') {
    await compareProfiles(target, options, redactor)
    await stageSide(options.target, target, { ...options, contracts }, redactor)
    if (options.emulator && emulator)
      await stageSide(options.emulator, emulator, { ...options, contracts }, redactor)
  }
  // Requests images from the emulator only if there is a finding to compare, because rendering them takes time.
  if (emulator && target.images.some((each) => each.state !== 'validated' || each.findings.length > 0))
    emulator.images = await runImages(emulator.session, emulator.known, only)
  return makeReport({ contracts, options, plan, target, emulator, host, now }, redactor, {
    ...options,
    requests: target.session.sent() + (target.staging?.requests ?? 0),
    ms: Math.round(performance.now() - started),
    leftBehind: target.staging?.leftBehind ?? [],
  })
}

async function compareProfiles(target: SideRun, options: RunOptions, redactor: Redactor): Promise<void> {
  const again = async ({ planned }: Outcome) =>
    (await runCase(target.session, planned, { ...target.known }, redactor)).ms
  const profiles = options.learn ? null : (options.memory?.profiles ?? null)
  const { run, regressions } = await findRegressions(target, profiles, again)
  target.probes.push(...regressions)
  options.onLearned?.(run)
}

/** Reports a token that all endpoints reject as an error and not as drift, because it may have expired. */
function markTokenRejected(outcomes: readonly Outcome[]): void {
  const opened = outcomes.filter(
    ({ planned, state }) =>
      planned.each.as === 'customer' && planned.each.status < 300 && state === 'validated',
  )
  if (opened.length < 2 || !opened.every((each) => each.status === 401)) return
  for (const outcome of opened) {
    outcome.state = 'error'
    outcome.reason = 'the host rejects the token, which may have expired'
    outcome.findings = []
  }
}

export type ValidateOptions = {
  /** Scheme, host and port, without the contracts' path prefix. */
  target: string
  /** Bearer token of the customer. */
  token?: string
  /** Whether to send cases that write. */
  write?: boolean
  /** Names of endpoints or resources. Defaults to all. */
  only?: readonly string[]
  /** Delay between requests in milliseconds. Defaults to 0. */
  spacing?: number
  /** Response timeout in milliseconds. Defaults to 10,000. */
  timeout?: number
  /** Custom `fetch` for a host that runs in this process. */
  fetch?: typeof fetch
}

/**
 * Validates a host against contracts, from a program or a test. `report.summary.exitCode` is 0 if the host satisfies
 * them.
 * @throws DefinitionError if the contracts are invalid. Failures on the host are reported, not thrown.
 * @example
 * const report = await validate(contracts, { target: 'http://localhost:3000' })
 * assert.equal(report.summary.exitCode, 0, report.summary.outcome)
 */
export async function validate<V>(
  definition: ContractsDefinition<V>,
  { target, token, fetch, only, ...options }: ValidateOptions,
): Promise<Report> {
  return runContract({
    ...options,
    contracts: contractsOf(definition),
    only: only ?? null,
    target: {
      origin: target.replace(/\/$/, ''),
      credentials: token === undefined ? null : { token },
      isEmulator: false,
      ...(fetch ? { fetch } : {}),
    },
    emulator: null,
  })
}
