import { acceptFindings, printBaseline } from '../harness/report/baseline.ts'
import { count } from '../harness/report/exit-code.ts'
import { UsageError } from '../src/command-line.ts'
import { printable } from '../src/printable.ts'
import type { Options } from './options.ts'
import { readBaseline, readReport, writeText } from './report-files.ts'

/** Accepts the findings in a report until a date. Without a date, adds the regressions to the response profiles. */
export function accept(
  file: string,
  { baseline: baselineFile, reason, owner, until, only }: Options,
): number {
  if (!reason || !owner || !baselineFile)
    throw new UsageError('contract accept requires --baseline FILE, --reason TEXT and --owner NAME.')
  const at = new Date().toISOString()
  if (until !== undefined && (!/^\d{4}-\d\d-\d\d$/.test(until) || Number.isNaN(Date.parse(until))))
    throw new UsageError(`--until must be a date like 2027-01-31, not "${until}".`)
  if (until !== undefined && until < at.slice(0, 10)) throw new UsageError(`--until ${until} has passed.`)
  const { baseline, added } = acceptFindings(readBaseline(baselineFile, true), readReport(file), {
    reason,
    owner,
    until,
    only,
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
  return 0
}
