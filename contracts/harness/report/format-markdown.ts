import { toPrintable } from '../../src/command-line/printable.ts'
import { explanationOf } from '../../src/schema/rules.ts'
import {
  type Cause,
  causesOf,
  formatActual,
  formatResponse,
  formatVerdict,
  namesOf,
  ruleUrlOf,
} from './causes.ts'
import { resultOf, summarize } from './format-terminal.ts'
import type { EndpointReport, Report, ReportedFinding } from './report.ts'
import { explainProblem, remarksOf, sectionsOf } from './sections.ts'

/** Maximum size in bytes. GitHub rejects a step summary of more than 1 MiB. */
const MAX_SUMMARY_BYTES = 1_000_000

/**
 * Formats the report as Markdown for a GitHub step summary or issue. All text that may come from a host is code: GitHub
 * turns other text into mentions, references and links, even if its characters are escaped.
 */
export function formatMarkdown(report: Report): string {
  const causes = causesOf(report.endpoints)
  const head = [
    `## Contract: ${formatCode(report.target)}`,
    '',
    formatCode(summarize(report)),
    '',
    `Started ${formatCode(startOf(report))}`,
    '',
  ]
  const tail = [
    ...sectionsOf(report).flatMap(({ title, lines }) => [
      `### ${title}`,
      '',
      ...lines.map((line) => `- ${formatCode(line)}`),
      '',
    ]),
    ...(report.host === 'provider' ? formatEndpointTable(report) : []),
  ]
  const problems = report.baseline.map((entry) => `- ${formatCode(explainProblem(entry))}`)
  let remainingBytes = MAX_SUMMARY_BYTES - sizeOf([...head, ...tail])
  const findings: string[] = []
  for (const block of [...problems, ...causes.map((cause) => formatCause(cause, report).join('\n'))]) {
    remainingBytes -= sizeOf([block])
    if (remainingBytes <= 0) break
    findings.push(block)
  }
  const omitted = problems.length + causes.length - findings.length
  const note = omitted > 0 ? [`${omitted} more findings are in report.json.`, ''] : []
  const findingLines = findings.length + omitted > 0 ? ['### Findings', '', ...findings, '', ...note] : []
  return truncateToLimit([...head, ...findingLines, ...tail].join('\n'))
}

const sizeOf = (lines: readonly string[]) => Buffer.byteLength(lines.join('\n')) + 2

/** Truncates text that is too large even without findings. */
function truncateToLimit(text: string): string {
  return Buffer.byteLength(text) <= MAX_SUMMARY_BYTES ? text : `${text.slice(0, MAX_SUMMARY_BYTES / 4)}\n`
}

function startOf({ startedAt, versions }: Report): string {
  return `${startedAt}, contract command ${versions.tool}, contracts ${versions.contract}`
}

const RESULT_EMOJI = { pass: '✅', additive: '➕', drift: '❌', skipped: '➖', error: '⚠️' }

function formatEndpointTable(report: Report): string[] {
  const rows = report.endpoints.map((endpoint) => formatEndpointRow(endpoint, report))
  return [
    '### Endpoints',
    '',
    '| | Endpoint | Evidence | Read by | Remarks |',
    '|---|---|---|---|---|',
    ...rows,
    '',
  ]
}

function formatEndpointRow(endpoint: EndpointReport, report: Report): string {
  const { name, method, path, evidence, pages } = endpoint
  const cells = [`${name} ${method} ${path}`, evidence.text, pages.join(', '), remarksOf(endpoint, report)]
  // A table cell ends at each unescaped bar, also in code.
  return `| ${[RESULT_EMOJI[resultOf(endpoint)], ...cells.map((text) => formatCode(text).replaceAll('|', '\\|'))].join(' | ')} |`
}

function formatCause(cause: Cause, report: Report): string[] {
  const { finding } = cause
  const curl = toPrintable(finding.curl)
  const fence = createFence(curl, 3)
  const response = formatResponse(finding)
  return [
    `- **${finding.class}** ${formatCode(namesOf(cause))} at ${formatCode(finding.where)}: expected ${formatCode(finding.expected)}, got ${formatCode(formatActual(finding))}. *${formatVerdict(finding)}*`,
    `  ${formatRuleLine(finding, report)}; ${formatCode(finding.case)}`,
    ...(response ? [`  ${formatCode(response)}`] : []),
    '',
    `  ${fence}sh`,
    `  ${curl}`,
    `  ${fence}`,
    '',
  ]
}

/** Returns the name of a rule with a link and its explanation. Only declared rules are not code. */
function formatRuleLine(finding: ReportedFinding, report: Report): string {
  const { rule } = finding
  const explanation = explanationOf(rule)
  if (explanation === undefined) return `Rule ${formatCode(rule)}`
  const link = ruleUrlOf(report, finding)
  if (/^https:/.test(link)) return `Rule [${rule}](${link}): ${explanation}`
  return `Rule ${formatCode(rule)}${link === '' ? '' : ` (${formatCode(link)})`}: ${explanation}`
}

/** Formats text as code, so that Markdown does not interpret it. */
function formatCode(text: string): string {
  const line = toPrintable(text)
  const fence = createFence(line, 1)
  if (line.trim() === '') return ''
  return line.includes('`') ? `${fence} ${line} ${fence}` : `${fence}${line}${fence}`
}

/** Returns a fence with more backticks than any run of backticks in the text, so that the text cannot close it. */
function createFence(text: string, least: number): string {
  const runs = text.match(/`+/g) ?? []
  return '`'.repeat(Math.max(least, ...runs.map((run) => run.length + 1)))
}
