import { pluralize } from '../../src/command-line/pluralize.ts'
import { toPrintable } from '../../src/command-line/printable.ts'
import {
  type Cause,
  causesOf,
  formatResponse,
  formatRule,
  formatValues,
  formatVerdict,
  namesOf,
} from './causes.ts'
import type { EndpointReport, Report } from './report.ts'
import { explainProblem, remarksOf, sectionsOf } from './sections.ts'

const RESULT_LABELS = { pass: 'ok', additive: 'additive', drift: 'DRIFT', skipped: '-', error: 'ERROR' }

/**
 * Formats the report for a terminal: the causes of findings, one line per endpoint, and a summary.
 * @param quiet whether to omit the endpoints that were validated or skipped, and everything if there is nothing to
 * report
 */
export function formatTerminal(report: Report, quiet = false): string {
  const causes = causesOf(report.endpoints)
  if (quiet && report.summary.exitCode === 0 && causes.length === 0 && report.leftBehind.length === 0)
    return ''
  const isValidated = report.host === 'provider'
  const rows = report.endpoints.filter(({ status }) => isValidated && (!quiet || status === 'error'))
  const blocks = [
    ...causes.map((cause) => formatCause(cause, report)),
    ...report.baseline.map((entry) => [explainProblem(entry)]),
    ...sectionsOf(report, quiet).map(({ title, lines }) => [
      `${title}:`,
      ...lines.map((line) => `  ${line}`),
    ]),
    ...(rows.length > 0 ? [rows.map((row) => formatEndpoint(row, report))] : []),
    [summarize(report)],
  ]
  return `${blocks.map((lines) => lines.map(toPrintable).join('\n')).join('\n\n')}\n`
}

/** Returns a one-line summary: `https://api.example.com: the contract is kept at 15 endpoints (exit 0). 15 ok, …` */
export function summarize({ summary, target, host, endpoints }: Report): string {
  if (host !== 'provider') return `${target}: ${summary.outcome} (exit ${summary.exitCode})`
  const additive = endpoints.filter((endpoint) => resultOf(endpoint) === 'additive').length
  const parts = [
    `${summary.pass} ok`,
    ...(additive > 0 ? [`${additive} additive`] : []),
    `${summary.drift - additive} drift`,
    `${summary.error} error`,
    `${summary.skipped} skipped`,
    ...(summary.accepted > 0 ? [`${summary.accepted} accepted`] : []),
    `${countOf(summary)} in ${(summary.ms / 1000).toFixed(1)} s`,
  ]
  return `${target}: ${summary.outcome} (exit ${summary.exitCode}). ${parts.join(', ')}`
}

function countOf({ requests, recorded }: Report['summary']): string {
  return recorded > 0 ? pluralize(recorded, 'recorded response') : pluralize(requests, 'request')
}

/** Returns the status of an endpoint, or `additive` if it has only additive findings. */
export function resultOf({ status, findings }: EndpointReport): EndpointReport['status'] | 'additive' {
  const isKept = findings.every((finding) => finding.class === 'additive')
  return status === 'drift' && isKept ? 'additive' : status
}

function formatEndpoint(endpoint: EndpointReport, report: Report): string {
  const { name, method, path, evidence, accepted } = endpoint
  const details = [remarksOf(endpoint, report), accepted.length > 0 ? `${accepted.length} accepted` : '']
  const tail = details.filter((detail) => detail !== '').join('; ')
  const about = `${name.padEnd(22)} ${method.padEnd(6)} ${path}`
  return `${RESULT_LABELS[resultOf(endpoint)].padEnd(8)} ${about.padEnd(66)} ${evidence.text}${tail ? `  (${tail})` : ''}`
}

function formatCause(cause: Cause, report: Report): string[] {
  const { finding, isFromEmulator } = cause
  const response = formatResponse(finding)
  return [
    `${finding.class.toUpperCase()}  ${namesOf(cause)}  ${finding.where}`,
    `  ${isFromEmulator ? 'the emulator: ' : ''}${formatValues(finding)}`,
    `  ${formatVerdict(finding)}; ${formatRule(report, finding)}; ${finding.case}`,
    ...(finding.sample === undefined ? [] : [`  sample ${JSON.stringify(finding.sample)}`]),
    ...(response ? [`  ${response}`] : []),
    `  ${finding.curl}`,
  ]
}
