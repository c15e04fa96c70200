import { runOf } from '../harness/memory/history.ts'
import { printHtml } from '../harness/report/print-html.ts'
import { printJunit } from '../harness/report/print-junit.ts'
import { printMarkdown } from '../harness/report/print-markdown.ts'
import { printTerminal } from '../harness/report/print-terminal.ts'
import { printableJson } from '../harness/report/printable.ts'
import type { Report } from '../harness/report/report.ts'
import { recordHistory } from './history-file.ts'
import type { Options } from './options.ts'
import { writeText } from './report-files.ts'

/** Records a report in the history, prints it, and writes it in every form that was asked for. */
export function writeReports(report: Report, options: Options): void {
  recordHistory([runOf(report)], options)
  process.stdout.write(printTerminal(report))
  if (options.report) writeText(options.report, printableJson(report))
  if (options.junit) writeText(options.junit, printJunit(report))
  if (options.html) writeText(options.html, printHtml(report))
  if (options.markdown) writeText(options.markdown, printMarkdown(report))
}
