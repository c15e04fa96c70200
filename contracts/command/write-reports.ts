import { runOf } from '../harness/memory/records.ts'
import { printHtml } from '../harness/report/print-html.ts'
import { printJunit } from '../harness/report/print-junit.ts'
import { printMarkdown } from '../harness/report/print-markdown.ts'
import { printTerminal } from '../harness/report/print-terminal.ts'
import { printableJson } from '../harness/report/printable.ts'
import type { Report } from '../harness/report/report.ts'
import { recordHistory } from './history-file.ts'
import type { Options, ReportFile } from './options.ts'
import { writeText } from './report-files.ts'

const PRINTERS: Record<ReportFile['format'], (report: Report) => string> = {
  json: printableJson,
  html: printHtml,
  md: printMarkdown,
  xml: printJunit,
}

/** Records a report in the history, prints it, and writes the requested formats. */
export function writeReports(report: Report, { reports, history }: Options): void {
  recordHistory([runOf(report)], history)
  process.stdout.write(printTerminal(report))
  for (const { file, format } of reports) writeText(file, PRINTERS[format](report))
}
