import { printable } from '../../src/printable.ts'
import { actualText, type Cause, causesOf, namesOf, remarksOf, verdictText } from './causes.ts'
import { count } from './exit-code.ts'
import type { EndpointReport, Report } from './report.ts'

const SIGNS = { pass: 'ok', additive: 'additive', drift: 'DRIFT', skipped: '-', error: 'ERROR' }

/** Formats the report for a terminal: one line per endpoint, the causes of findings, and a summary. */
export function printTerminal(report: Report): string {
  if (report.host !== 'provider') return `${printable(summarize(report))}\n`
  const lines = report.endpoints.map(endpointLine)
  for (const cause of causesOf(report.endpoints)) lines.push(...causeLines(cause))
  for (const entry of report.baseline) {
    lines.push(
      '',
      `baseline ${entry.problem}: ${entry.endpoint} ${entry.path} ${entry.rule} (${entry.reason})`,
    )
  }
  if (report.leftBehind.length > 0) lines.push('', `left on the host: ${report.leftBehind.join('; ')}`)
  return `${lines.map(printable).join('\n')}\n\n${printable(summarize(report))}\n`
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
    `${count(summary.requests, 'request')} in ${(summary.ms / 1000).toFixed(1)} s`,
  ]
  return `${target}: ${summary.outcome} (exit ${summary.exitCode}). ${parts.join(', ')}`
}

/** Returns the status of an endpoint, or `additive` if it has only additive findings. */
export function resultOf({ status, findings }: EndpointReport): EndpointReport['status'] | 'additive' {
  const isKept = findings.every((finding) => finding.class === 'additive')
  return status === 'drift' && isKept ? 'additive' : status
}

function endpointLine(endpoint: EndpointReport): string {
  const { name, method, path, evidence, accepted } = endpoint
  const details = [remarksOf(endpoint), accepted.length > 0 ? `${accepted.length} accepted` : '']
  const tail = details.filter((detail) => detail !== '').join('; ')
  const about = `${name.padEnd(22)} ${method.padEnd(6)} ${path}`
  return `${SIGNS[resultOf(endpoint)].padEnd(8)} ${about.padEnd(66)} ${evidence.text}${tail ? `  (${tail})` : ''}`
}

function causeLines(cause: Cause): string[] {
  const { finding, ofEmulator } = cause
  const whose = ofEmulator ? 'the emulator: ' : ''
  return [
    '',
    `${finding.class.toUpperCase()}  ${namesOf(cause)}  ${finding.where}`,
    `  expected ${finding.expected}, got ${whose}${actualText(finding)}`,
    `  ${verdictText(finding)}; rule ${finding.rule}; ${finding.case}`,
    ...(finding.sample === undefined ? [] : [`  sample ${JSON.stringify(finding.sample)}`]),
    `  ${finding.curl}`,
  ]
}
