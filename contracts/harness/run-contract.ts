import type { Need, RunResponse } from '../src/case.ts'
import { type HostState, hostStateOf, markRejectedAccount } from './check/host-state.ts'
import type { RunProfile } from './check/profile.ts'
import type { CheckResult } from './check-result.ts'
import { planCases } from './plan.ts'
import type { Baseline } from './report/baseline.ts'
import type { Interruption } from './report/exit-code.ts'
import { makeReport } from './report/make-report.ts'
import type { Report } from './report/report.ts'
import { runCases } from './run/cases.ts'
import { runImages } from './run/images.ts'
import { markOutage, reportMissingResponses } from './run/outages.ts'
import { MAX_REQUESTS, runProbes } from './run/probes.ts'
import { runProfiles } from './run/profiles.ts'
import { runRelations } from './run/relations.ts'
import { repeatReads } from './run/repeat-reads.ts'
import { runStaging } from './run/staging.ts'
import { reportMissingEffects } from './run/writes.ts'
import { createHosts, type PlannedHost, type SendOptions } from './send/create-hosts.ts'
import type { Host } from './send/host.ts'
import { ATTEMPTS } from './send/send-case.ts'

export type RunOptions = SendOptions & {
  /** Whether to send every read three times, not only those with an unexpected first response. */
  repeat?: boolean
  /** Receives the profiles of this run by endpoint. They contain no field whose type is a finding. */
  onProfiles?: ((run: Record<string, RunProfile>) => void) | undefined
  /** Accepted findings and response profiles. */
  baseline?: Baseline
  /** Whether to learn profiles instead of comparing responses with them. */
  learn?: boolean
  /** An earlier report for the same host, from which the age of evidence is computed. */
  previous?: Report | null
  failOnAdditive?: boolean
  /** Version of the command and page that explains the rules, for the report. */
  version?: string
  rulesPage?: string
  now?: () => Date
  /** Receives what --staging has found out about the host. */
  onNeeds?: (needs: readonly Need[]) => void
}

/**
 * Validates a host: sends the planned cases to the target and the emulator, and reports the findings and which side has
 * changed.
 * @example
 * const target = { origin: 'https://api.example.com', credentials: null, isEmulator: false }
 * const report = await runContract({ contracts: providerContracts, target, emulator: null })
 * process.exitCode = report.summary.exitCode
 */
export async function runContract(options: RunOptions): Promise<Report> {
  const { contracts, baseline, learn, previous = null, target: access, staging } = options
  const now = options.now?.() ?? new Date()
  const started = performance.now()
  const { target: planned, emulator, redactor } = createHosts(options)
  const { host } = planned
  const isInterrupted = () => host.signal?.aborted === true
  // The hosts run one after the other, because response times are measured in a process that does nothing else.
  await runTarget(planned, options)
  const emulatorFailure = emulator && !isInterrupted() ? await runEmulator(emulator, host, options) : null
  // After a failure, the report shows what is known about the target.
  const comparable = emulatorFailure === null ? emulator : null
  const state: HostState = host.isEmulator ? { kind: 'usable' } : hostStateOf(host)
  host.results = markRejectedAccount(host)
  const isUsable = state.kind === 'usable' && !isInterrupted()
  const profiles = learn ? null : (baseline?.profiles ?? null)
  if (isUsable && (profiles || options.onProfiles)) {
    const run = await runProfiles(host, profiles)
    options.onProfiles?.(run)
  }
  const stagingHost = isUsable && staging ? await runStagingOn(planned, options) : null
  if (stagingHost) await markOutage(host, Number.POSITIVE_INFINITY)
  if (stagingHost && comparable) await runStagingOn(comparable, options)
  // Images of the emulator are requested only if needed, because rendering them takes time.
  if (comparable && !isInterrupted() && host.results.some((result) => isUnclearImage(host, result)))
    await runImages(comparable.host, options.only ?? null)

  if (stagingHost)
    options.onNeeds?.(contracts.staging?.needs?.(listResponses(host), stagingHost.values) ?? [])
  // The reason of an aborted signal is the name of the process's signal.
  const interruption: Interruption | null = host.signal?.aborted ? host.signal.reason : null
  const runResult = {
    contracts,
    access,
    targetResults: host.results,
    emulatorResults: emulator?.host.results ?? null,
    emulatorFailure,
    state,
    profiles: baseline?.profiles ?? {},
    previous,
    planOptions: planned.planOptions,
    interruption,
    now,
  }
  return makeReport(runResult, redactor, {
    ...options,
    leftBehind: [...host.leftBehind.values(), ...(stagingHost?.leftBehind.values() ?? [])],
    requests: host.session.requestCount() + (stagingHost?.session.requestCount() ?? 0),
    ms: Math.round(performance.now() - started),
  })
}

/** Runs the cases, images, relations and probes of the target, and decides whether missing responses are findings. */
async function runTarget({ host, planOptions }: PlannedHost, { only = null, repeat = false }: RunOptions) {
  // One request remains for markOutage. An emulator has no rate limit.
  const limit = host.isEmulator ? Number.POSITIVE_INFINITY : MAX_REQUESTS * (repeat ? ATTEMPTS : 1) - 1
  await runCases(host, planCases(host.contracts, planOptions))
  await runImages(host, only)
  await repeatReads(host, { includesAll: repeat, limit })
  if (!host.signal?.aborted) reportMissingEffects(host)
  if (host.isEmulator || hostStateOf(host).kind === 'usable') {
    await runRelations(host, limit)
    await runProbes(host, only, limit)
  }
  await markOutage(host, limit)
  await reportMissingResponses(host)
}

/**
 * Runs the cases of the emulator, and its relations and probes if those of the target have findings to compare.
 * @returns how the emulator failed, or null
 */
async function runEmulator(emulator: PlannedHost, target: Host, { only = null }: RunOptions) {
  const failure = await runEmulatorCases(emulator)
  const isCompared = target.results.some(({ kind, findings }) => kind !== 'case' && findings.length > 0)
  if (failure !== null || !isCompared) return failure
  await runRelations(emulator.host, Number.POSITIVE_INFINITY)
  await runProbes(emulator.host, only, Number.POSITIVE_INFINITY)
  return null
}

/** Runs the cases of the emulator. @returns how the emulator failed, or null */
export async function runEmulatorCases({ host, planOptions }: PlannedHost): Promise<string | null> {
  const hasFailed = ({ noResponse }: CheckResult) => noResponse !== undefined
  // Stops after a failure, because each request to a host that hangs would take a minute.
  await runCases(host, planCases(host.contracts, planOptions), undefined, hasFailed)
  const failed = host.results.find(hasFailed)
  const { error } = failed ?? {}
  const reason = host.fetch && error instanceof Error ? error.message : failed?.reason
  return failed ? `the emulator failed at ${failed.name}: ${reason}` : null
}

/**
 * Runs the steps of --staging in a second session, and adds their results to the host's.
 * @returns the second session's host
 */
async function runStagingOn({ host, createStagingHost }: PlannedHost, options: RunOptions): Promise<Host> {
  const stagingHost = createStagingHost()
  const { staging, only = null } = options
  const results = staging ? await runStaging(stagingHost, host.results, staging, only) : []
  // Drops skipped cases for endpoints that these steps cover.
  const covered = new Set(results.map(({ name }) => name))
  host.results = host.results.filter(
    ({ state, name, kind }) => state !== 'skipped' || kind !== 'case' || !covered.has(name),
  )
  host.results.push(...results)
  return stagingHost
}

/** Whether a result with an image folder must be compared with the emulator's. */
function isUnclearImage({ contracts }: Host, { name, kind, state, findings }: CheckResult): boolean {
  const isImage = contracts.images.some((folder) => folder.name === name)
  return isImage && kind === 'case' && (state !== 'completed' || findings.length > 0)
}

/**
 * Returns the responses of a run from which the needs of a client are derived: all except those that should be images
 * and are not.
 */
function listResponses(host: Host): RunResponse[] {
  return host.results.flatMap((result) => {
    const { name, testCase, response } = result
    return response && !isUnclearImage(host, result)
      ? [{ name, title: testCase.title, status: response.status, body: response.body }]
      : []
  })
}
