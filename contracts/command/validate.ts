import { randomBytes } from 'node:crypto'
import { addRun, type RunProfile } from '../harness/check/profile.ts'
import { printDryRun } from '../harness/plan.ts'
import { printBaseline } from '../harness/report/baseline.ts'
import { count, EXIT } from '../harness/report/exit-code.ts'
import { runContract } from '../harness/run.ts'
import type { Progress } from '../harness/send/exchange.ts'
import { Har } from '../harness/send/recording.ts'
import type { Side } from '../harness/send/session.ts'
import { validateHar } from '../harness/validate-har.ts'
import { UsageError } from '../src/command-line.ts'
import { printable } from '../src/printable.ts'
import { credentialsFromEnvironment, oneTimeCode } from './credentials.ts'
import { type EmbeddedEmulator, remoteEmulator, startEmbeddedEmulator } from './emulator.ts'
import { recordRun } from './history.ts'
import type { Options } from './options.ts'
import { readAs, readBaseline, readEarlierReport, writeReports, writeText } from './report-files.ts'

/**
 * Validates a host and writes the reports.
 * @returns the exit code
 */
export async function validateHost(options: Options): Promise<number> {
  const credentials = options.target === null ? null : credentialsFromEnvironment()
  const baseline = readBaseline(options.baseline, options.updateBaseline)
  const { contracts, staging, target, write } = options
  // If no endpoint requires a token, no credentials are needed.
  const usesAccount = Object.values(contracts.endpoints).some(({ auth }) => auth === 'bearer')
  if (write && !staging && target !== null && credentials === null && usesAccount)
    throw new UsageError(
      '--write requires a test account: set PROVIDER_EMAIL and PROVIDER_PASSWORD, or PROVIDER_TOKEN.',
    )
  if (options.updateBaseline && !options.baseline)
    throw new UsageError('--update-baseline requires --baseline FILE.')
  if (options.dryRun) {
    const logsIn = target === null || Boolean(credentials?.password && !credentials.token)
    const plan = { write, only: options.only, isEmulator: target === null, logsIn, staging: staging !== null }
    const hasToken = target === null || credentials !== null
    process.stdout.write(printDryRun(contracts, target ?? '', { ...plan, hasToken }))
    return EXIT.kept
  }

  const previous = readEarlierReport(options.reports.find(({ format }) => format === 'json')?.file)
  const embedded =
    options.target === null || options.emulator === 'embedded' ? await startEmbeddedEmulator() : null
  try {
    const sides = await chooseSides(options, credentials, embedded)
    const progress = printProgress()
    let learned: Record<string, RunProfile> = {}
    const report = await runContract({
      ...options,
      ...sides,
      staging: staging && { run: randomBytes(4).toString('hex'), mailDomain: staging.mailDomain },
      baseline,
      previous,
      learn: options.updateBaseline,
      onProfiles: (run) => {
        learned = run
      },
      onProgress: progress.report,
    })
    progress.end()
    recordRun(report, options.history)
    writeReports(report, options)
    if (options.baseline && options.updateBaseline) {
      writeText(
        options.baseline,
        printBaseline({ ...baseline, profiles: addRun(baseline.profiles, learned) }),
      )
      const endpoints = count(Object.keys(learned).length, 'endpoint')
      process.stdout.write(`${printable(`added response profiles of ${endpoints} to ${options.baseline}`)}\n`)
    }
    return report.summary.exitCode
  } finally {
    await embedded?.close()
  }
}

async function chooseSides(
  { target, emulator, staging }: Options,
  credentials: Side['credentials'],
  embedded: EmbeddedEmulator | null,
): Promise<{ target: Side; emulator: Side | null }> {
  if (target === null) return { target: (embedded as EmbeddedEmulator).side, emulator: null }
  const other = emulator === 'none' ? null : embedded ? embedded.side : await remoteEmulator(emulator)
  const codeFor = (email: string) => oneTimeCode(email, staging?.codeCommand ?? null)
  return { target: { origin: target, credentials, isEmulator: false, codeFor }, emulator: other }
}

/**
 * Returns a function that prints progress to stderr. A terminal shows a single line that is overwritten, other outputs
 * one line per request.
 */
export function printProgress(out: NodeJS.WriteStream = process.stderr): {
  report: (event: Progress) => void
  end: () => void
} {
  let total = 0
  const clear = () => out.isTTY && out.write('\r\x1b[K')
  const line = (text: string) => {
    clear()
    out.write(`${printable(text)}\n`)
  }
  return {
    report(event) {
      if (event.kind === 'start') total = event.cases
      else if (event.kind === 'waiting') line(`  rate limit (429): waiting ${Math.ceil(event.ms / 1000)} s`)
      else if (event.kind === 'writing')
        line(`  write: ${event.method} ${event.path}: ${event.title} (${event.cleanup})`)
      else {
        const text = `  ${event.done + 1}/${total} ${event.name}: ${event.title}`
        if (out.isTTY) out.write(`\r\x1b[K${printable(text).slice(0, (out.columns || 80) - 1)}`)
        else line(text)
      }
    },
    end: clear,
  }
}

/**
 * Validates recorded traffic and writes the reports. Sends nothing to the host.
 * @returns the exit code
 */
export async function validateHars(files: readonly string[], options: Options): Promise<number> {
  const baseline = readBaseline(options.baseline)
  const hars = files.map((file) => readAs(file, 'a HAR', (content) => Har.parse(content)))
  let embedded: EmbeddedEmulator | undefined
  try {
    const emulator = async () => {
      if (options.emulator !== 'embedded') return remoteEmulator(options.emulator)
      embedded = await startEmbeddedEmulator()
      return embedded.side
    }
    const report = await validateHar(hars, {
      ...options,
      baseline,
      emulator: options.emulator === 'none' ? null : emulator,
    })
    if (report === null) {
      const source = options.target ?? 'the API'
      throw new UsageError(`${files.join(', ')}: no recorded response is from ${source}.`)
    }
    recordRun(report, options.history)
    writeReports(report, options)
    return report.summary.exitCode
  } finally {
    await embedded?.close()
  }
}
