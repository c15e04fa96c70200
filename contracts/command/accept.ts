import { acceptReport, BaselineEntry } from '../harness/baseline.ts'
import { printable, printableJson } from '../harness/printable.ts'
import type { Options } from './options.ts'
import { readBaselineOrEmpty, readReport, writeText } from './report-files.ts'
import { UsageError } from './usage-error.ts'

/** Writes a baseline entry for every finding of a report. */
export function accept(file: string, options: Options): number {
  const { baseline, reason, owner, until, only } = options
  if (!baseline || !reason || !owner || !until)
    throw new UsageError(
      'contract accept needs --baseline FILE, --reason TEXT, --owner NAME and --until YYYY-MM-DD.',
    )
  if (!BaselineEntry.shape.until.safeParse(until).success || Number.isNaN(Date.parse(until)))
    throw new UsageError(`--until must be a date like 2027-01-31, not "${until}".`)
  if (until < new Date().toISOString().slice(0, 10)) throw new UsageError(`--until ${until} has passed.`)
  const result = acceptReport(readBaselineOrEmpty(baseline), readReport(file), { reason, owner, until, only })
  if (result.added === 0) throw new UsageError(`${file} has no finding to accept.`)
  writeText(baseline, printableJson(result.baseline))
  process.stdout.write(`${printable(`${result.added} accepted until ${until} in ${baseline}`)}\n`)
  return 0
}
