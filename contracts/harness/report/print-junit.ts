import { verdictText } from './causes.ts'
import { escapeHtml as escaped } from './print-html.ts'
import type { EndpointReport, Report, ReportedFinding } from './report.ts'

/**
 * Formats the report as JUnit XML: a suite for the target and a test case per endpoint. Additive findings are written
 * to `system-out` and are not failures.
 */
export function printJunit(report: Report): string {
  const { summary, host } = report
  const isValidated = host === 'provider'
  const attributes = `name="contract ${escaped(report.target)}" tests="${isValidated ? summary.endpoints : 1}" failures="${
    report.endpoints.filter(fails).length
  }" errors="${isValidated ? summary.error : 1}" skipped="${summary.skipped}" time="${seconds(summary.ms)}" timestamp="${escaped(report.startedAt)}"`
  const cases = isValidated ? report.endpoints.map(testCase).join('\n') : hostCase(report)
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites>\n<testsuite ${attributes}>\n${cases}\n</testsuite>\n</testsuites>\n`
}

/** Returns a test case with a single error, for a host that cannot be validated. */
function hostCase({ summary }: Report): string {
  return `<testcase classname="contract" name="host"><error message="${escaped(summary.outcome)}"/></testcase>`
}

function fails({ findings }: EndpointReport): boolean {
  return findings.some((finding) => finding.class !== 'additive')
}

function testCase(endpoint: EndpointReport): string {
  const resource = endpoint.name.split('.')[0] as string
  const title = `${endpoint.method} ${endpoint.path}`
  const open = `<testcase classname="contract.${escaped(resource)}" name="${escaped(title)}" time="${seconds(endpoint.ms)}"`
  const inside: string[] = []
  if (endpoint.status === 'skipped') inside.push(`<skipped message="${escaped(endpoint.reason ?? '')}"/>`)
  if (endpoint.status === 'error') inside.push(`<error message="${escaped(endpoint.reason ?? 'unknown')}"/>`)
  if (fails(endpoint)) {
    const violations = endpoint.findings.filter((finding) => finding.class !== 'additive')
    const first = violations[0] as ReportedFinding
    const message = `${first.class} at ${first.where}: expected ${first.expected}, got ${first.actual}`
    inside.push(
      `<failure type="${first.class}" message="${escaped(message)}">${textOf(violations)}</failure>`,
    )
  }
  const additions = endpoint.findings.filter((finding) => finding.class === 'additive')
  if (additions.length > 0) inside.push(`<system-out>${textOf(additions)}</system-out>`)
  return inside.length === 0 ? `${open}/>` : `${open}>${inside.join('')}</testcase>`
}

function textOf(findings: readonly ReportedFinding[]): string {
  return findings
    .map((finding) =>
      [
        `${finding.class} ${finding.where}: expected ${finding.expected}, got ${finding.actual}`,
        verdictText(finding),
        finding.curl,
      ]
        .map(escaped)
        .join('\n'),
    )
    .join('\n\n')
}

function seconds(ms: number): string {
  return (ms / 1000).toFixed(3)
}
