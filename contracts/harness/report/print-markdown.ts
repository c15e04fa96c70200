import { printable } from '../../src/printable.ts'
import { actualText, type Cause, causesOf, namesOf, remarksOf, verdictText } from './causes.ts'
import { resultOf, summarize } from './print-terminal.ts'
import type { EndpointReport, Report } from './report.ts'

/**
 * Formats the report as Markdown for a GitHub step summary or issue. All text that may come from a host is code: GitHub
 * turns other text into mentions, references and links, even if its characters are escaped.
 */
export function printMarkdown(report: Report): string {
  const causes = causesOf(report.endpoints)
  return [
    `## Contract: ${code(report.target)}`,
    '',
    code(summarize(report)),
    '',
    `Started ${code(report.startedAt)}`,
    '',
    ...(causes.length === 0 ? [] : ['### Findings', '', ...causes.flatMap(causeLines)]),
    ...report.baseline.map(
      (entry) =>
        `- baseline entry ${entry.problem}: ${code(`${entry.endpoint} ${entry.path} ${entry.rule}`)} (${code(entry.reason)})`,
    ),
    ...(report.leftBehind.length > 0 ? [`Left on the host: ${code(report.leftBehind.join('; '))}`, ''] : []),
    ...(report.host === 'provider'
      ? [
          '### Endpoints',
          '',
          '| | Endpoint | Evidence | |',
          '|---|---|---|---|',
          ...report.endpoints.map(endpointRow),
          '',
        ]
      : []),
  ].join('\n')
}

const SIGNS = { pass: '✅', additive: '➕', drift: '❌', skipped: '➖', error: '⚠️' }

function endpointRow(endpoint: EndpointReport): string {
  const { name, method, path, evidence } = endpoint
  const cells = [`${name} ${method} ${path}`, evidence.text, remarksOf(endpoint)]
  // A table cell ends at each unescaped bar, also in code.
  return `| ${[SIGNS[resultOf(endpoint)], ...cells.map((text) => code(text).replaceAll('|', '\\|'))].join(' | ')} |`
}

function causeLines(cause: Cause): string[] {
  const { finding } = cause
  const curl = printable(finding.curl)
  const fence = fenceAround(curl, 3)
  return [
    `- **${finding.class}** ${code(namesOf(cause))} at ${code(finding.where)}: expected ${code(finding.expected)}, got ${code(actualText(finding))}. *${verdictText(finding)}*`,
    '',
    `  ${fence}sh`,
    `  ${curl}`,
    `  ${fence}`,
    '',
  ]
}

/** Formats text as code, so that Markdown does not interpret it. */
function code(text: string): string {
  const line = printable(text)
  const fence = fenceAround(line, 1)
  if (line.trim() === '') return ''
  return line.includes('`') ? `${fence} ${line} ${fence}` : `${fence}${line}${fence}`
}

/** Returns a fence with more backticks than any run of backticks in the text, so that the text cannot close it. */
function fenceAround(text: string, least: number): string {
  const runs = text.match(/`+/g) ?? []
  return '`'.repeat(Math.max(least, ...runs.map((run) => run.length + 1)))
}
