import { toPrintableJson } from '../../src/command-line/printable.ts'
import { formatHtml } from './format-html.ts'
import { formatJunit } from './format-junit.ts'
import { formatMarkdown } from './format-markdown.ts'
import type { Report } from './report.ts'

/** Functions that format a report as the content of a file, by format, which is also the extension of the file. */
export const FORMATTERS = {
  json: toPrintableJson,
  html: formatHtml,
  md: formatMarkdown,
  xml: formatJunit,
} satisfies Record<string, (report: Report) => string>

export type ReportFormat = keyof typeof FORMATTERS
