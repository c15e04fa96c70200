import { summarizeHistory } from '../harness/memory/history-summary.ts'
import { EXIT } from '../harness/report/exit-code.ts'
import { printHistory } from '../harness/report/print-history.ts'
import { printHistoryHtml } from '../harness/report/print-history-html.ts'
import { printable } from '../harness/report/printable.ts'
import { historyFile, readHistory } from './history-file.ts'
import type { Options } from './options.ts'
import { writeText } from './report-files.ts'
import { UsageError } from './usage-error.ts'

/** Prints the history and writes its page, beside the file unless --html names another place. */
export function history(options: Options): number {
  const { target, days } = options
  const { records, unreadable } = readHistory(options)
  const summary = summarizeHistory(records, { now: new Date(), days, target })
  if (target !== null && summary.hosts.length === 0)
    throw new UsageError(`The history has no run of ${target}.`)
  process.stdout.write(printHistory(summary))
  if (unreadable > 0) process.stdout.write(`${unreadable} lines of the history could not be read.\n`)
  const page = options.html ?? historyFile(options).replace(/(\.\w+)?$/, '.html')
  writeText(page, printHistoryHtml(summary))
  process.stdout.write(`${printable(page)}\n`)
  return EXIT.kept
}
