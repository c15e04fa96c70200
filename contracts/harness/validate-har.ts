import type { Contracts } from '../src/contracts.ts'
import { hostStateOf } from './check/host-state.ts'
import { checkHarTraffic } from './recording/check-har-traffic.ts'
import type { Har } from './recording/har.ts'
import { readHarTraffic } from './recording/read-har-traffic.ts'
import type { Baseline } from './report/baseline.ts'
import { makeReport } from './report/make-report.ts'
import type { Report } from './report/report.ts'
import { runEmulatorCases } from './run-contract.ts'
import { createPlannedHost } from './send/create-hosts.ts'
import type { HostAccess } from './send/host-access.ts'
import { createRedactor } from './send/redactor.ts'

export type HarOptions = {
  contracts: Contracts
  /** The host whose responses are validated. If null, the host with the most responses is chosen. */
  target: string | null
  /** Starts the emulator. Called only if there is a finding to compare with its response. */
  emulator: (() => Promise<HostAccess>) | null
  baseline?: Baseline
  /** Version of the command and page that explains the rules, for the report. */
  version?: string
  rulesPage?: string
  /** Receives the number of entries of the host that cannot be read. */
  onUnreadable?: (entries: number) => void
}

/**
 * Validates recorded responses like those of a run. Sends nothing to the host.
 * @throws UserError if the recordings contain no response to validate
 */
export async function validateHar(hars: readonly Har[], options: HarOptions): Promise<Report> {
  const started = performance.now()
  const { contracts } = options
  const redactor = createRedactor()
  const recording = readHarTraffic(contracts, hars, options.target, redactor)
  if (recording.unreadableCount > 0) options.onUnreadable?.(recording.unreadableCount)
  const { results: targetResults, missingBodies } = checkHarTraffic(contracts, recording)
  const hasFindings = targetResults.some(({ findings }) => findings.length > 0)
  const emulatorConfig = hasFindings && options.emulator ? await options.emulator() : null
  const access: HostAccess = { origin: recording.target, credentials: null, isEmulator: false }
  const emulator =
    emulatorConfig &&
    createPlannedHost(
      { ...options, target: access, emulator: emulatorConfig },
      emulatorConfig,
      redactor,
      false,
    )
  const emulatorFailure = emulator && (await runEmulatorCases(emulator))
  const now = new Date(Number.isNaN(Date.parse(recording.lastAt)) ? Date.now() : recording.lastAt)
  const emulatorResults = emulator?.host.results ?? null
  const defaults = { profiles: {}, previous: null, planOptions: null, interruption: null }
  const runResult = { ...defaults, contracts, access, targetResults, emulatorResults, emulatorFailure, now }
  const state = hostStateOf({ contracts, results: targetResults })
  const ms = Math.round(performance.now() - started)
  return makeReport({ ...runResult, state }, redactor, {
    ...options,
    missingBodies,
    recorded: recording.results.length,
    ms,
  })
}
