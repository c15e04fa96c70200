import { randomBytes } from 'node:crypto'
import type { Command } from 'commander'
import { addRun, type RunProfile } from '../harness/check/profile.ts'
import { explainUnknownName } from '../harness/plan.ts'
import { EXIT, type Interruption } from '../harness/report/exit-code.ts'
import { formatDryRun } from '../harness/report/format-dry-run.ts'
import { formatNeeds } from '../harness/report/format-needs.ts'
import { type RunOptions, runContract } from '../harness/run-contract.ts'
import { RESPONSE_TIMEOUT_MS } from '../harness/send/create-hosts.ts'
import type { HostAccess } from '../harness/send/host-access.ts'
import type { Need, StagingOptions } from '../src/case.ts'
import { pluralize } from '../src/command-line/pluralize.ts'
import { toPrintable } from '../src/command-line/printable.ts'
import { UserError } from '../src/command-line/user-error.ts'
import type { Contracts } from '../src/contracts.ts'
import { readBaseline, updateBaseline } from './baseline-file.ts'
import { readCredentials, readOneTimeCode } from './credentials.ts'
import {
  connectToEmulator,
  createOtherApiHost,
  type EmbeddedEmulator,
  startEmbeddedEmulator,
} from './emulator.ts'
import { recordRun } from './history.ts'
import { HISTORY_FILE, type Installation } from './installation.ts'
import {
  addContractOption,
  type ContractOptions,
  isOtherApi,
  loadContracts,
  originOf,
} from './load-contracts.ts'
import {
  isLoopback,
  parseAdditive,
  parseEmulator,
  parseHostUrl,
  parseInteger,
  parseNames,
  parsePageOrigin,
  parseReportFile,
  parseRunCount,
  parseText,
  type ReportFile,
} from './option-values.ts'
import { createProgressPrinter } from './progress-printer.ts'
import { useProxyFromEnvironment } from './proxy.ts'
import { chooseTextStream, REPORT_SUMMARY, readEarlierReport, writeReports } from './report-files.ts'

type ValidateCommandOptions = ContractOptions & {
  target?: string
  write?: boolean
  staging?: boolean
  confirmTarget?: string
  /** Origin of the pages that the host must allow. */
  origin?: string
  only?: string[]
  report?: ReportFile[]
  baseline?: string
  /** Number of runs whose response profiles are added to the baseline. */
  updateBaseline?: number
  quiet?: boolean
  history?: string
  emulator?: string
  repeat?: boolean
  timeout?: number
  spacing?: number
  failOn?: 'additive'
  dryRun?: boolean
}

/** Default values of --spacing. A shorter one suffices for a local host, which has no other users. */
const SPACING_MS = 250
const LOCAL_SPACING_MS = 10

/** Makes the validation of a host the default action of the program. */
export function addValidateCommand(
  program: Command,
  installation: Installation,
  finish: (code: number) => void,
): void {
  program.option('--target <URL>', 'URL of the host: scheme, name and port', parseHostUrl('--target'))
  addContractOption(program)
    .option('--write', 'also send cases that write; each is announced and undone')
    .option('--staging', 'run the account and order lifecycle on your own host; implies --write')
    .option(
      '--confirm-target <ORIGIN>',
      'confirm the host of --staging, or of --emulator with --contracts --write; not needed for localhost',
      parseHostUrl('--confirm-target'),
    )
    .option(
      '--origin <ORIGIN>',
      'origin of the shop, whose pages the host must allow (default: SHOP_ORIGIN, or that of the contracts)',
      parsePageOrigin('--origin'),
    )
    .option(
      '--only <NAME,…>',
      'endpoints or resources, such as products.latest or images',
      parseNames('--only'),
    )
    .option('--report <FILE>', REPORT_SUMMARY, parseReportFile)
    .option('--baseline <FILE>', 'file with accepted findings and response profiles', parseText('--baseline'))
    .option(
      '--update-baseline [RUNS]',
      'add the response profiles of this run, or of several runs, to --baseline',
      parseRunCount,
    )
    .option('--quiet', 'print findings only, and nothing if there are none; for cron')
    .option(
      '--history <FILE>',
      `file that records the run, or none (default: ${HISTORY_FILE})`,
      parseText('--history'),
    )
    .option(
      '--emulator <URL>',
      'emulator to compare with: a URL, embedded or none (default: embedded; none with --contracts)',
      parseEmulator,
    )
    .option('--repeat', 'send every read three times, not only after an unexpected response')
    .option(
      '--timeout <MS>',
      `response timeout (default: ${RESPONSE_TIMEOUT_MS})`,
      parseInteger('--timeout', 1, 600_000),
    )
    .option(
      '--spacing <MS>',
      `minimum time between the starts of two requests (default: ${SPACING_MS}; ${LOCAL_SPACING_MS} for localhost)`,
      parseInteger('--spacing', 0, 60_000),
    )
    .option('--fail-on <additive>', 'exit with 3 for additive findings', parseAdditive)
    .option('--dry-run', 'print all requests without sending them')
    .action(async (options: ValidateCommandOptions) => finish(await runValidate(options, installation)))
}

/** A run as its options describe it. */
type RunPlan = {
  contracts: Contracts
  /** Null for the embedded emulator. */
  targetOrigin: string | null
  /** The value of --emulator. */
  emulatorChoice: string
  credentials: HostAccess['credentials']
  write: boolean
  only: readonly string[] | null
  staging: StagingOptions | null
  /** The baseline to which profiles are added, and the number of runs that they come from. */
  learning: { file: string; runs: number } | null
}

/** Validates a host and writes the reports, or prints the requests of a dry run. */
async function runValidate(options: ValidateCommandOptions, installation: Installation): Promise<number> {
  const plan = await readPlan(options)
  if (options.dryRun) {
    printDryRuns(plan, !isOtherApi(options))
    return EXIT.kept
  }
  useProxyFromEnvironment()
  const { report: reports = [], quiet = false } = options
  const { contracts, write, only, staging, learning } = plan
  const baseline = readBaseline(options.baseline, learning !== null)
  const previous = readEarlierReport(reports.find(({ format }) => format === 'json')?.file)
  const needsEmbedded = plan.targetOrigin === null || plan.emulatorChoice === 'embedded'
  const embedded = needsEmbedded ? await startEmbeddedEmulator() : null
  const interrupts = listenForInterrupts()
  const progress = quiet ? null : createProgressPrinter()
  try {
    const runOptions = {
      contracts,
      write,
      only,
      staging,
      previous,
      ...(await chooseHosts(options, plan, embedded)),
      spacing: chooseSpacing(options, plan.targetOrigin),
      ...(options.baseline ? { baseline } : {}),
      signal: interrupts.signal,
      ...(progress ? { onProgress: progress.report } : {}),
    }
    const run = (learn: boolean) =>
      runOnce(options, installation, { ...runOptions, learn }).finally(progress?.end)
    let last = await run(learning !== null)
    if (learning)
      for (let runsLearned = 1; runsLearned <= learning.runs && !interrupts.signal.aborted; runsLearned++) {
        addProfiles(learning.file, last.profiles, quiet ? null : chooseTextStream(reports))
        if (runsLearned < learning.runs) last = await run(true)
      }
    const { report, needs } = last
    writeReports(report, reports, quiet)
    if (!quiet && needs.length > 0) chooseTextStream(reports).write(`\n${formatNeeds(needs)}`)
    return report.summary.exitCode
  } finally {
    interrupts.end()
    await embedded?.close()
  }
}

/**
 * Reads the contracts and the credentials of a run, and checks that its options can be combined.
 * @throws UserError if they cannot
 */
async function readPlan(options: ValidateCommandOptions): Promise<RunPlan> {
  const contracts = await loadContracts(options)
  const targetOrigin = originOf(options.target, contracts) ?? null
  const { only = null } = options
  const write = options.write ?? options.staging ?? false
  refuseCombinations(options, targetOrigin)
  const learning = readLearning(options)
  const { emulator: emulatorChoice = isOtherApi(options) ? 'none' : 'embedded' } = options
  const unknown = explainUnknownName(contracts, only ?? [])
  if (unknown !== null) throw new UserError(`--only: ${unknown}`)
  // A second host of another API receives every case, as an emulator does.
  const receivesAllWrites = isOtherApi(options) && write && emulatorChoice !== 'none'
  if (receivesAllWrites)
    requireConfirmation(
      emulatorChoice,
      options,
      'With --write, --emulator receives all cases, also those that are never sent to a live host, at',
    )
  const staging = readStagingOptions(options, targetOrigin, receivesAllWrites)
  const credentials = targetOrigin === null ? null : readCredentials()
  // If no endpoint requires a token, no credentials are needed.
  const usesAccount = Object.values(contracts.endpoints).some(({ auth }) => auth === 'bearer')
  if (write && !staging && targetOrigin !== null && credentials === null && usesAccount)
    throw new UserError(
      '--write requires a test account: set PROVIDER_EMAIL and PROVIDER_PASSWORD, or PROVIDER_TOKEN.',
    )
  return { contracts, targetOrigin, emulatorChoice, credentials, write, only, staging, learning }
}

/** Validates a host once, and adds the run to the history. @returns the report, the profiles learned, and the needs */
async function runOnce(
  options: ValidateCommandOptions,
  { version, rulesPage, historyFile }: Installation,
  runOptions: RunOptions,
) {
  let profiles: Record<string, RunProfile> = {}
  let needs: readonly Need[] = []
  const report = await runContract({
    ...runOptions,
    repeat: options.repeat ?? false,
    ...(options.timeout === undefined ? {} : { timeout: options.timeout }),
    failOnAdditive: options.failOn !== undefined,
    version,
    rulesPage,
    onProfiles: (learned) => {
      profiles = learned
    },
    onNeeds: (foundNeeds) => {
      needs = foundNeeds
    },
  })
  recordRun(report, options.history === 'none' ? null : (options.history ?? historyFile))
  return { report, profiles, needs }
}

/** Prints the requests to the target and, if it is not in this process, to the second host. */
function printDryRuns(
  { contracts, targetOrigin, emulatorChoice, credentials, write, only, staging }: RunPlan,
  isProvider: boolean,
): void {
  const options = { write, only, includesStaging: staging !== null }
  const print = (origin: string, access: Pick<HostAccess, 'credentials' | 'isEmulator'>) => {
    const { email, password, token } = access.credentials ?? {}
    const includesLogin = Boolean(email && password && !token)
    const plan = { ...options, isEmulator: access.isEmulator, includesLogin }
    process.stdout.write(formatDryRun(contracts, origin, { ...plan, hasToken: access.credentials !== null }))
  }
  // The emulator's account is only known once the emulator is loaded.
  const emulated = { credentials: { email: 'any', password: 'any' }, isEmulator: true }
  print(targetOrigin ?? '', targetOrigin === null ? emulated : { credentials, isEmulator: false })
  if (targetOrigin === null || ['embedded', 'none'].includes(emulatorChoice)) return
  const secondOrigin = originOf(emulatorChoice, contracts)
  const header = 'For comparison; images and probes only if those of the target have findings:'
  process.stdout.write(`\n${header}\n`)
  print(secondOrigin, isProvider ? emulated : createOtherApiHost(secondOrigin, credentials))
}

/** Returns the time between the starts of two requests, in milliseconds. */
function chooseSpacing({ spacing }: ValidateCommandOptions, targetOrigin: string | null): number {
  if (targetOrigin === null) return 0
  return spacing ?? (isLoopback(targetOrigin) ? LOCAL_SPACING_MS : SPACING_MS)
}

/** Returns the host to validate, and the one to compare with. */
async function chooseHosts(
  options: ValidateCommandOptions,
  { contracts, targetOrigin, emulatorChoice, credentials }: RunPlan,
  embedded: EmbeddedEmulator | null,
): Promise<{ target: HostAccess; emulator: HostAccess | null }> {
  if (targetOrigin === null) return { target: (embedded as EmbeddedEmulator).host, emulator: null }
  const codeFor = (email: string) => readOneTimeCode(email, process.env.PROVIDER_CODE_COMMAND || null)
  const givenOrigin = pageOriginOf(options)
  const host = {
    origin: targetOrigin,
    credentials,
    isEmulator: false,
    codeFor,
    ...(givenOrigin ? { pageOrigin: givenOrigin } : {}),
  }
  if (emulatorChoice === 'none') return { target: host, emulator: null }
  const emulator = isOtherApi(options)
    ? createOtherApiHost(originOf(emulatorChoice, contracts), credentials)
    : (embedded?.host ?? (await connectToEmulator(emulatorChoice)))
  return { target: host, emulator }
}

/** Returns the origin of the pages that the host must allow, or undefined for that of the contracts. */
function pageOriginOf({ origin }: ValidateCommandOptions): string | undefined {
  const { SHOP_ORIGIN: shopOrigin } = process.env
  return origin ?? (shopOrigin ? parsePageOrigin('SHOP_ORIGIN')(shopOrigin) : undefined)
}

/** Adds the response profiles of a run to the baseline. */
function addProfiles(file: string, run: Record<string, RunProfile>, out: NodeJS.WriteStream | null): void {
  if (Object.keys(run).length === 0) return
  updateBaseline(file, (baseline) => ({ ...baseline, profiles: addRun(baseline.profiles, run) }))
  const endpoints = pluralize(Object.keys(run).length, 'endpoint')
  out?.write(`${toPrintable(`added response profiles of ${endpoints} to ${file}`)}\n`)
}

/**
 * Returns a signal that is aborted by Ctrl-C or SIGTERM, so that the run undoes its writes and reports what is left. A
 * second Ctrl-C exits immediately.
 */
function listenForInterrupts(): { signal: AbortSignal; end: () => void } {
  const controller = new AbortController()
  const stop = (signal: Interruption) => {
    if (controller.signal.aborted && signal === 'SIGINT') process.exit(130)
    if (controller.signal.aborted) return
    process.stderr.write('\nInterrupted. Writes are undone now; press Ctrl-C again to exit without that.\n')
    controller.abort(signal)
  }
  const signals: readonly Interruption[] = ['SIGINT', 'SIGTERM']
  for (const signal of signals) process.on(signal, stop)
  return {
    signal: controller.signal,
    end: () => {
      for (const signal of signals) process.off(signal, stop)
    },
  }
}

/** @throws UserError for options that cannot be combined */
function refuseCombinations(options: ValidateCommandOptions, targetOrigin: string | null): void {
  const { emulator, staging, origin, dryRun } = options
  // The embedded emulator and staging steps exist only for the provider's API.
  if (isOtherApi(options) && emulator === 'embedded')
    throw new UserError('--emulator must be a URL or none with --contracts.')
  if (isOtherApi(options) && staging) throw new UserError('--staging cannot be used with --contracts.')
  if (isOtherApi(options) && targetOrigin === null && !dryRun)
    throw new UserError('--contracts requires --target, because only the provider has an emulator.')
  if (origin !== undefined && targetOrigin === null)
    throw new UserError('--origin requires --target, because the emulator allows pages of this machine only.')
}

/** Returns the baseline to which profiles are added, or null. @throws UserError if it is not given */
function readLearning({ updateBaseline: runs, baseline: file }: ValidateCommandOptions): RunPlan['learning'] {
  if (!runs) return null
  if (!file) throw new UserError('--update-baseline requires --baseline FILE.')
  return { file, runs }
}

/** Requires that a host is localhost or confirmed, because some writes cannot be undone. */
function requireConfirmation(url: string, { confirmTarget }: ValidateCommandOptions, effect: string): void {
  const { origin } = new URL(url)
  if (isLoopback(origin) || (confirmTarget !== undefined && new URL(confirmTarget).origin === origin)) return
  throw new UserError(`${effect} ${origin}. If this is your host, add --confirm-target ${origin}.`)
}

/** Reads the settings for --staging. `isConfirmationUsed`: whether --confirm-target confirms another host. */
function readStagingOptions(
  options: ValidateCommandOptions,
  target: string | null,
  isConfirmationUsed: boolean,
) {
  const { staging, confirmTarget } = options
  if (!staging) {
    if (confirmTarget !== undefined && !isConfirmationUsed)
      throw new UserError(
        '--confirm-target requires --staging, or --emulator with --contracts --write; see --help.',
      )
    return null
  }
  if (target !== null)
    requireConfirmation(target, options, '--staging registers accounts and places orders at')
  const mailDomain = process.env.PROVIDER_MAIL_DOMAIN || 'kitabo.example'
  if (!/^[a-z\d-]+(\.[a-z\d-]+)+$/i.test(mailDomain))
    throw new UserError('PROVIDER_MAIL_DOMAIN must be a domain like staging.example.com.')
  return { run: randomBytes(4).toString('hex'), mailDomain }
}
