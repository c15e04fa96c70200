import { summarizeHistory } from '../harness/memory/history-summary.ts'
import { EXIT } from '../harness/report/exit-code.ts'
import { printHistory } from '../harness/report/print-history.ts'
import { printHistoryHtml } from '../harness/report/print-history-html.ts'
import { printable } from '../harness/report/printable.ts'
import { UsageError } from '../src/command-line.ts'
import { readHistory } from './history-file.ts'
import type { Options } from './options.ts'
import { pathFromHere, writeText } from './report-files.ts'

/** Prints the history and writes its HTML page, by default next to the file. */
export function history(options: Options): number {
  const { target, days, history: file, reports } = options
  if (file === null) throw new UsageError('contract history needs a file, not --history none.')
  const { memory, unreadable } = readHistory(file)
  const summary = summarizeHistory(memory, { now: new Date(), days, target })
  if (target !== null && summary.hosts.length === 0)
    throw new UsageError(`The history has no run of ${target}.`)
  process.stdout.write(printHistory(summary))
  if (unreadable > 0) process.stdout.write(`${unreadable} lines of the history could not be read.\n`)
  const page = reports[0]?.file ?? pathFromHere(file).replace(/(\.\w+)?$/, '.html')
  writeText(page, printHistoryHtml(summary))
  process.stdout.write(`${printable(page)}\n`)
  return EXIT.kept
}
