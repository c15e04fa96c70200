import type { Need } from '../src/case.ts'
import { type ContractsDefinition, contractsOf } from '../src/define-contracts.ts'
import { type CheckOptions, checkHosts } from './check/check-hosts.ts'
import type { Baseline } from './report/baseline.ts'
import type { Interruption } from './report/exit-code.ts'
import { makeReport } from './report/make-report.ts'
import type { Report } from './report/report.ts'
import { openHosts, type SendOptions } from './send/open-hosts.ts'

export type RunOptions = SendOptions &
  Pick<CheckOptions, 'repeat' | 'onProfiles'> & {
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
    /** Called with the answers of --staging. */
    onNeeds?: (needs: readonly Need[]) => void
  }

/**
 * Validates a host: sends the planned cases to the target and the emulator, and reports the findings and which side has
 * changed.
 * @throws Error if the emulator fails
 * @example
 * const target = { origin: 'https://api.example.com', credentials: null, isEmulator: false }
 * const report = await runContract({ contracts: providerContracts, target, emulator: null })
 * process.exitCode = report.summary.exitCode
 */
export async function runContract(options: RunOptions): Promise<Report> {
  const { contracts, baseline, learn, previous = null, target: side } = options
  const now = options.now?.() ?? new Date()
  const started = performance.now()
  const { target, emulator, redactor } = openHosts(options)
  const profiles = learn ? null : (baseline?.profiles ?? null)
  const checked = await checkHosts(target, emulator, { ...options, profiles })
  const sent = checked.target.flatMap(({ name, example: { title }, response }) =>
    response ? [{ name, title, status: response.status, body: response.body }] : [],
  )
  if (options.staging) options.onNeeds?.(contracts.staging?.needs?.(sent, checked.stagingValues) ?? [])
  // The reason of an aborted signal is the name of the process's signal.
  const interruption: Interruption | null = options.signal?.aborted ? options.signal.reason : null
  const known = { profiles: baseline?.profiles ?? {}, previous, plan: target.plan, interruption }
  const facts = { ...checked, ...known, contracts, side, now }
  return makeReport(facts, redactor, { ...options, ...checked, ms: Math.round(performance.now() - started) })
}

export type ValidateOptions = Pick<SendOptions, 'write' | 'only' | 'spacing' | 'timeout'> & {
  /** Scheme, host and port, without the contracts' path prefix. */
  target: string
  /** Bearer token of the customer. */
  token?: string
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
  { target, token, fetch, ...options }: ValidateOptions,
): Promise<Report> {
  return runContract({
    ...options,
    contracts: contractsOf(definition),
    target: {
      origin: target.replace(/\/$/, ''),
      credentials: token === undefined ? null : { token },
      isEmulator: false,
      ...(fetch ? { fetch } : {}),
    },
    emulator: null,
  })
}
