import { resolve } from 'node:path'
import { acceptFindings } from '../harness/memory/accept.ts'
import { summarizeHistory } from '../harness/memory/history-summary.ts'
import { printMemory } from '../harness/memory/records.ts'
import { count, EXIT } from '../harness/report/exit-code.ts'
import { printHistory, printHistoryHtml } from '../harness/report/print-history.ts'
import { printable } from '../harness/report/printable.ts'
import { UsageError } from '../src/command-line.ts'
import { readHistory, recordHistory } from './history-file.ts'
import type { Options } from './options.ts'
import { readBaseline, readReport, writeText } from './report-files.ts'

/** Accepts the findings in a report until a date. Without a date, adds the regressions to the response profiles. */
export function accept(file: string, { baseline, reason, owner, until, only, history }: Options): number {
  if (!reason || !owner || !baseline)
    throw new UsageError('contract accept requires --baseline FILE, --reason TEXT and --owner NAME.')
  const at = new Date().toISOString()
  if (until !== undefined && (!/^\d{4}-\d\d-\d\d$/.test(until) || Number.isNaN(Date.parse(until))))
    throw new UsageError(`--until must be a date like 2027-01-31, not "${until}".`)
  if (until !== undefined && until < at.slice(0, 10)) throw new UsageError(`--until ${until} has passed.`)
  const { memory, added } = acceptFindings(readBaseline(baseline, true), readReport(file), {
    reason,
    owner,
    until,
    only,
    at,
  })
  if (added.length === 0)
    throw new UsageError(
      until === undefined
        ? `${file} contains no regression against ${baseline}. To accept other findings, add --until YYYY-MM-DD.`
        : `${file} contains no finding to accept.`,
    )
  writeText(baseline, printMemory(memory))
  recordHistory(added, history)
  const limit = until === undefined ? '' : ` until ${until}`
  process.stdout.write(`${printable(`${count(added.length, 'finding')} accepted${limit} in ${baseline}`)}\n`)
  return 0
}

/** Prints the history and saves it as an HTML page, by default next to the history file. */
export function history(options: Options): number {
  const { target, days, history: file, reports } = options
  if (file === null) throw new UsageError('contract history cannot be used with --history none.')
  const { memory, unreadable } = readHistory(file)
  const summary = summarizeHistory(memory, { now: new Date(), days, target })
  if (target !== null && summary.hosts.length === 0)
    throw new UsageError(`The history contains no run against ${target}.`)
  process.stdout.write(printHistory(summary))
  if (unreadable > 0) process.stdout.write(`${unreadable} lines of the history could not be read.\n`)
  const page = reports[0]?.file ?? resolve(file).replace(/(\.\w+)?$/, '.html')
  writeText(page, printHistoryHtml(summary))
  process.stdout.write(`${printable(page)}\n`)
  return EXIT.kept
}
