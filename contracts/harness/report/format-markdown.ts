import { printable } from '../../src/printable.ts'
import { explanationOf } from '../../src/schema/rules.ts'
import { actualText, type Cause, causesOf, namesOf, responseText, ruleLink, verdictText } from './causes.ts'
import { resultOf, summarize } from './format-terminal.ts'
import type { EndpointReport, Report, ReportedFinding } from './report.ts'
import { problemText, remarksOf, sectionsOf } from './sections.ts'

/** Maximum size in bytes. GitHub rejects a step summary of more than 1 MiB. */
const MAX_BYTES = 1_000_000

/**
 * Formats the report as Markdown for a GitHub step summary or issue. All text that may come from a host is code: GitHub
 * turns other text into mentions, references and links, even if its characters are escaped.
 */
export function formatMarkdown(report: Report): string {
  const causes = causesOf(report.endpoints)
  const head = [
    `## Contract: ${code(report.target)}`,
    '',
    code(summarize(report)),
    '',
    `Started ${code(startOf(report))}`,
    '',
  ]
  const tail = [
    ...sectionsOf(report).flatMap(({ title, lines }) => [
      `### ${title}`,
      '',
      ...lines.map((line) => `- ${code(line)}`),
      '',
    ]),
    ...(report.host === 'provider' ? endpointTable(report) : []),
  ]
  const problems = report.baseline.map((entry) => `- ${code(problemText(entry))}`)
  let left = MAX_BYTES - sizeOf([...head, ...tail])
  const findings = [...problems, ...causes.map((cause) => causeLines(cause, report).join('\n'))].filter(
    (block) => {
      left -= sizeOf([block])
      return left > 0
    },
  )
  const omitted = problems.length + causes.length - findings.length
  const note = omitted > 0 ? [`${omitted} more findings are in report.json.`, ''] : []
  const shown = findings.length + omitted > 0 ? ['### Findings', '', ...findings, '', ...note] : []
  return withinLimit([...head, ...shown, ...tail].join('\n'))
}

const sizeOf = (lines: readonly string[]) => Buffer.byteLength(lines.join('\n')) + 2

/** Truncates text that is too large even without findings. */
function withinLimit(text: string): string {
  return Buffer.byteLength(text) <= MAX_BYTES ? text : `${text.slice(0, MAX_BYTES / 4)}\n`
}

function startOf({ startedAt, versions }: Report): string {
  return `${startedAt}, contract command ${versions.tool}, contracts ${versions.contract}`
}

const SIGNS = { pass: '✅', additive: '➕', drift: '❌', skipped: '➖', error: '⚠️' }

function endpointTable(report: Report): string[] {
  const rows = report.endpoints.map((endpoint) => endpointRow(endpoint, report))
  return [
    '### Endpoints',
    '',
    '| | Endpoint | Evidence | Read by | Remarks |',
    '|---|---|---|---|---|',
    ...rows,
    '',
  ]
}

function endpointRow(endpoint: EndpointReport, report: Report): string {
  const { name, method, path, evidence, pages } = endpoint
  const cells = [`${name} ${method} ${path}`, evidence.text, pages.join(', '), remarksOf(endpoint, report)]
  // A table cell ends at each unescaped bar, also in code.
  return `| ${[SIGNS[resultOf(endpoint)], ...cells.map((text) => code(text).replaceAll('|', '\\|'))].join(' | ')} |`
}

function causeLines(cause: Cause, report: Report): string[] {
  const { finding } = cause
  const curl = printable(finding.curl)
  const fence = fenceAround(curl, 3)
  const response = responseText(finding)
  return [
    `- **${finding.class}** ${code(namesOf(cause))} at ${code(finding.where)}: expected ${code(finding.expected)}, got ${code(actualText(finding))}. *${verdictText(finding)}*`,
    `  ${ruleLine(finding, report)}; ${code(finding.case)}`,
    ...(response ? [`  ${code(response)}`] : []),
    '',
    `  ${fence}sh`,
    `  ${curl}`,
    `  ${fence}`,
    '',
  ]
}

/** Returns the name of a rule with a link and its explanation. Only declared rules are not code. */
function ruleLine(finding: ReportedFinding, report: Report): string {
  const { rule } = finding
  const explanation = explanationOf(rule)
  if (explanation === undefined) return `Rule ${code(rule)}`
  const link = ruleLink(report, finding)
  if (/^https:/.test(link)) return `Rule [${rule}](${link}): ${explanation}`
  return `Rule ${code(rule)}${link === '' ? '' : ` (${code(link)})`}: ${explanation}`
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
