import { printableJson } from '../../src/printable.ts'
import { printHtml } from './print-html.ts'
import { printJunit } from './print-junit.ts'
import { printMarkdown } from './print-markdown.ts'
import type { Report } from './report.ts'

/** Prints a report as the content of a file, by format, which is also the file's extension. */
export const PRINTERS = {
  json: printableJson,
  html: printHtml,
  md: printMarkdown,
  xml: printJunit,
} satisfies Record<string, (report: Report) => string>

export type ReportFormat = keyof typeof PRINTERS
