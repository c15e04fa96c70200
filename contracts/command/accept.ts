import type { Command } from 'commander'
import { acceptFindings, removeEntries } from '../harness/report/baseline.ts'
import { EXIT } from '../harness/report/exit-code.ts'
import { pluralize } from '../src/command-line/pluralize.ts'
import { toPrintable } from '../src/command-line/printable.ts'
import { UserError } from '../src/command-line/user-error.ts'
import { updateBaseline } from './baseline-file.ts'
import { parseNames, parseText } from './option-values.ts'
import { readReport } from './report-files.ts'

type AcceptOptions = {
  baseline: string
  reason?: string
  owner?: string
  until?: string
  only?: string[]
  remove?: boolean
}

export function addAcceptCommand(program: Command, finish: (code: number) => void): void {
  program
    .command('accept')
    .description('accept the findings of a report until a date')
    .argument('<report.json>', 'report with the findings')
    .requiredOption(
      '--baseline <FILE>',
      'file with accepted findings and response profiles',
      parseText('--baseline'),
    )
    .option('--reason <TEXT>', 'why the findings are accepted', parseText('--reason'))
    .option('--owner <NAME>', 'who accepts them', parseText('--owner'))
    .option(
      '--until <YYYY-MM-DD>',
      'last day of the acceptance; if omitted, accepts regressions only, permanently',
    )
    .option(
      '--only <NAME,…>',
      'endpoints or resources, such as products.latest or images',
      parseNames('--only'),
    )
    .option('--remove', 'remove the entries that the report lists as unused or expired')
    .action((file: string, options: AcceptOptions) => finish(accept(file, options)))
}

/** Accepts the findings in a report until a date. Without a date, adds the regressions to the response profiles. */
function accept(file: string, options: AcceptOptions): number {
  const { baseline: baselineFile, until, only = null, reason, owner } = options
  const at = new Date().toISOString()
  if (options.remove) return remove(file, baselineFile, only)
  if (reason === undefined || owner === undefined)
    throw new UserError('accept requires --reason TEXT and --owner NAME, or --remove.')
  if (until !== undefined && (!/^\d{4}-\d\d-\d\d$/.test(until) || Number.isNaN(Date.parse(until))))
    throw new UserError(`--until must be a date like 2027-01-31, not "${until}".`)
  if (until !== undefined && until < at.slice(0, 10)) throw new UserError(`--until ${until} has passed.`)
  const report = readReport(file)
  let added = 0
  updateBaseline(baselineFile, (baseline) => {
    const accepted = acceptFindings(baseline, report, { reason, owner, until, only, at })
    added = accepted.added.length
    if (added > 0) return accepted.baseline
    throw new UserError(
      until === undefined
        ? `${file} contains no regression against ${baselineFile}. To accept other findings, add --until YYYY-MM-DD.`
        : `${file} contains no finding to accept.`,
    )
  })
  const limit = until === undefined ? '' : ` until ${until}`
  printLine(`${pluralize(added, 'finding')} accepted${limit} in ${baselineFile}`)
  if (until !== undefined)
    printLine(
      'After that day, or once the finding is gone, the entry fails the run (exit 1). Then run accept --remove.',
    )
  return EXIT.kept
}

/** Removes the entries that fail the run. */
function remove(file: string, baselineFile: string, only: readonly string[] | null): number {
  const report = readReport(file)
  updateBaseline(baselineFile, (baseline) => {
    const { baseline: changed, removed } = removeEntries(baseline, report, only)
    if (removed === 0) throw new UserError(`${file} lists no unused or expired entry of ${baselineFile}.`)
    printLine(`${pluralize(removed, 'entry', 'entries')} removed from ${baselineFile}`)
    return changed
  })
  return EXIT.kept
}

function printLine(line: string): void {
  process.stdout.write(`${toPrintable(line)}\n`)
}
