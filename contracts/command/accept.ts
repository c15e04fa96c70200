import type { Command } from 'commander'
import { acceptFindings, printBaseline } from '../harness/report/baseline.ts'
import { count, EXIT } from '../harness/report/exit-code.ts'
import { UsageError } from '../src/command-line.ts'
import { printable } from '../src/printable.ts'
import { names, text } from './option-values.ts'
import { readBaseline, readReport, writeText } from './report-files.ts'

type AcceptOptions = { baseline: string; reason: string; owner: string; until?: string; only?: string[] }

export function addAccept(program: Command, finish: (code: number) => void): void {
  program
    .command('accept')
    .description('accept the findings of a report until a date')
    .argument('<report.json>', 'report with the findings')
    .requiredOption(
      '--baseline <FILE>',
      'file with accepted findings and response profiles',
      text('--baseline'),
    )
    .requiredOption('--reason <TEXT>', 'why the findings are accepted', text('--reason'))
    .requiredOption('--owner <NAME>', 'who accepts them', text('--owner'))
    .option(
      '--until <YYYY-MM-DD>',
      'last day of the acceptance; if omitted, accepts regressions only, permanently',
    )
    .option('--only <NAME,…>', 'endpoints or resources, such as products.latest or images', names('--only'))
    .action((file: string, options: AcceptOptions) => finish(accept(file, options)))
}

/** Accepts the findings in a report until a date. Without a date, adds the regressions to the response profiles. */
function accept(file: string, { baseline: baselineFile, until, only, ...by }: AcceptOptions): number {
  const at = new Date().toISOString()
  if (until !== undefined && (!/^\d{4}-\d\d-\d\d$/.test(until) || Number.isNaN(Date.parse(until))))
    throw new UsageError(`--until must be a date like 2027-01-31, not "${until}".`)
  if (until !== undefined && until < at.slice(0, 10)) throw new UsageError(`--until ${until} has passed.`)
  const { baseline, added } = acceptFindings(readBaseline(baselineFile, true), readReport(file), {
    ...by,
    until,
    only: only ?? null,
    at,
  })
  if (added.length === 0)
    throw new UsageError(
      until === undefined
        ? `${file} contains no regression against ${baselineFile}. To accept other findings, add --until YYYY-MM-DD.`
        : `${file} contains no finding to accept.`,
    )
  writeText(baselineFile, printBaseline(baseline))
  const limit = until === undefined ? '' : ` until ${until}`
  process.stdout.write(
    `${printable(`${count(added.length, 'finding')} accepted${limit} in ${baselineFile}`)}\n`,
  )
  return EXIT.kept
}
