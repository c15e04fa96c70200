import type { Command } from 'commander'
import { validateHar } from '../harness/validate-har.ts'
import { pluralize } from '../src/command-line/pluralize.ts'
import { UserError } from '../src/command-line/user-error.ts'
import { readBaseline } from './baseline-file.ts'
import {
  connectToEmulator,
  createOtherApiHost,
  type EmbeddedEmulator,
  startEmbeddedEmulator,
} from './emulator.ts'
import type { Installation } from './installation.ts'
import {
  addContractOption,
  type ContractOptions,
  isOtherApi,
  loadContracts,
  originOf,
} from './load-contracts.ts'
import { parseEmulator, parseHostUrl, parseReportFile, parseText, type ReportFile } from './option-values.ts'
import { useProxyFromEnvironment } from './proxy.ts'
import { readHars } from './read-har.ts'
import { REPORT_SUMMARY, writeReports } from './report-files.ts'

type HarCommandOptions = ContractOptions & {
  target?: string
  report?: ReportFile[]
  baseline?: string
  emulator?: string
}

export function addHarCommand(
  program: Command,
  installation: Installation,
  finish: (code: number) => void,
): void {
  const command = program
    .command('har')
    .description('validate recorded traffic (HAR files, also in ZIP archives); sends nothing')
    .argument('<file.har...>', 'recordings')
    .option('--target <URL>', 'URL of the host: scheme, name and port', parseHostUrl('--target'))
  addContractOption(command)
    .option('--report <FILE>', REPORT_SUMMARY, parseReportFile)
    .option('--baseline <FILE>', 'file with accepted findings and response profiles', parseText('--baseline'))
    .option(
      '--emulator <URL>',
      'emulator to compare with: a URL, embedded or none (default: embedded; none with --contracts)',
      parseEmulator,
    )
    .action(async (files: string[], options: HarCommandOptions) =>
      finish(await validateRecording(files, options, installation)),
    )
}

/** Validates recorded traffic and writes the reports. Sends nothing to the host. */
async function validateRecording(
  files: readonly string[],
  options: HarCommandOptions,
  installation: Installation,
): Promise<number> {
  const contracts = await loadContracts(options)
  const { emulator: choice = isOtherApi(options) ? 'none' : 'embedded' } = options
  if (isOtherApi(options) && choice === 'embedded')
    throw new UserError('--emulator must be a URL or none with --contracts.')
  const target = originOf(options.target, contracts) ?? null
  const baseline = readBaseline(options.baseline)
  const hars = files.flatMap(readHars)
  let embedded: EmbeddedEmulator | undefined
  const startEmulator = async () => {
    useProxyFromEnvironment()
    if (isOtherApi(options)) return createOtherApiHost(originOf(choice, contracts), null)
    if (choice !== 'embedded') return connectToEmulator(choice)
    embedded = await startEmbeddedEmulator()
    return embedded.host
  }
  try {
    const emulator = choice === 'none' ? null : startEmulator
    const onUnreadable = (entries: number) =>
      process.stderr.write(`${pluralize(entries, 'incomplete entry', 'incomplete entries')} skipped\n`)
    const report = await validateHar(hars, {
      ...installation,
      contracts,
      target,
      baseline,
      emulator,
      onUnreadable,
    })
    writeReports(report, options.report)
    return report.summary.exitCode
  } finally {
    await embedded?.close()
  }
}
