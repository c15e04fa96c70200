import { toPrintable } from '../../src/command-line/printable.ts'
import { formatResponse, formatRule, formatValues, formatVerdict } from './causes.ts'
import { EXIT } from './exit-code.ts'
import { escapeHtml } from './format-html.ts'
import type { EndpointReport, Report, ReportedFinding } from './report.ts'
import { explainProblem, ownNotesOf, sectionsOf } from './sections.ts'

/** A test case: what fails, cannot be checked or is skipped, and further output. */
type TestCase = {
  name: string
  classname: string
  ms: number
  failure?: { type: string; message: string; text: string }
  error?: string
  skipped?: string
  output?: string
}

/**
 * Formats the report as JUnit XML: a test case per endpoint, one per problem of the baseline, and one for the outcome
 * of the run. Whatever changes the exit code is a failure or an error. Valid against the schema of Jenkins' xUnit
 * plugin, which allows `skipped` only on `<testsuite>`.
 */
export function formatJunit(report: Report): string {
  const { summary, target, startedAt, host } = report
  const cases = [
    ...(host === 'provider' ? report.endpoints.map((endpoint) => toEndpointCase(endpoint, report)) : []),
    ...report.baseline.map(toBaselineCase),
    toOutcomeCase(report),
  ]
  const countOf = (kind: 'failure' | 'error' | 'skipped') =>
    cases.filter((each) => each[kind] !== undefined).length
  const counts = `tests="${cases.length}" failures="${countOf('failure')}" errors="${countOf('error')}"`
  const name = `contract ${escapeHtml(target)}`
  return `<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="${name}" ${counts} time="${formatSeconds(summary.ms)}">
<testsuite name="${name}" ${counts} skipped="${countOf('skipped')}" time="${formatSeconds(summary.ms)}" timestamp="${escapeHtml(startedAt.replace(/\.\d+Z$/, ''))}">
${cases.map(formatCase).join('\n')}
</testsuite>
</testsuites>
`
}

function formatCase({ name, classname, ms, failure, error, skipped, output }: TestCase): string {
  const open = `<testcase name="${escapeHtml(name)}" classname="${escapeHtml(classname)}" time="${formatSeconds(ms)}"`
  const inside = [
    ...(skipped === undefined ? [] : [`<skipped message="${escapeHtml(skipped)}"/>`]),
    ...(error === undefined ? [] : [`<error message="${escapeHtml(error)}" type="error"/>`]),
    ...(failure
      ? [
          `<failure message="${escapeHtml(failure.message)}" type="${escapeHtml(failure.type)}">${escapeLines(failure.text)}</failure>`,
        ]
      : []),
    ...(output ? [`<system-out>${escapeLines(output)}</system-out>`] : []),
  ]
  return inside.length === 0 ? `${open}/>` : `${open}>${inside.join('')}</testcase>`
}

/** Escapes text except its line breaks. */
const escapeLines = (text: string) => text.split('\n').map(escapeHtml).join('\n')

function toEndpointCase(endpoint: EndpointReport, report: Report): TestCase {
  const { name, method, path, status, reason, findings, emulator, ms } = endpoint
  const isStrict = report.summary.exitCode === EXIT.additive
  const isEmulatorBroken = report.summary.exitCode === EXIT.emulatorBroken
  const failing = [
    ...findings.filter((finding) => finding.class !== 'additive' || isStrict || isEmulatorBroken),
    ...(isEmulatorBroken ? emulator : []),
  ]
  const otherFindings = [...findings, ...emulator].filter((finding) => !failing.includes(finding))
  const [first] = failing
  const formatFindings = (some: readonly ReportedFinding[]) =>
    some.map((finding) => formatFinding(finding, report)).join('\n\n')
  const output = [
    ...ownNotesOf(endpoint, report).map(toPrintable),
    ...(otherFindings.length > 0 ? [formatFindings(otherFindings)] : []),
  ].join('\n')
  const message =
    first && `${first.class} at ${first.where}: ${formatValues(first)} (${first.rule}; ${first.case})`
  return {
    name: `${method} ${path}`,
    classname: `contract.${name}`,
    ms,
    ...(status === 'skipped' ? { skipped: reason ?? '' } : {}),
    ...(status === 'error' && !first ? { error: reason ?? 'unknown' } : {}),
    ...(first && message ? { failure: { type: first.class, message, text: formatFindings(failing) } } : {}),
    ...(output ? { output } : {}),
  }
}

function toBaselineCase(entry: Report['baseline'][number]): TestCase {
  const message = toPrintable(explainProblem(entry))
  return {
    name: `${entry.endpoint} ${entry.path} ${entry.rule}`,
    classname: 'contract.baseline',
    ms: 0,
    failure: { type: entry.problem, message, text: message },
  }
}

/**
 * Returns the test case of the outcome: an error if the host could not be checked, and a failure if it was and differs.
 */
function toOutcomeCase(report: Report): TestCase {
  const { exitCode, ms } = report.summary
  const outcome = toPrintable(report.summary.outcome)
  const output = sectionsOf(report)
    .flatMap(({ title, lines: shown }) => [`${title}:`, ...shown.map(toPrintable)])
    .join('\n')
  const isDifferent = [EXIT.drift, EXIT.additive, EXIT.emulatorBroken].some((code) => code === exitCode)
  return {
    name: 'outcome',
    classname: 'contract',
    ms,
    ...(isDifferent ? { failure: { type: `exit ${exitCode}`, message: outcome, text: outcome } } : {}),
    ...(exitCode !== EXIT.kept && !isDifferent ? { error: outcome } : {}),
    ...(output ? { output } : {}),
  }
}

function formatFinding(finding: ReportedFinding, report: Report): string {
  const response = formatResponse(finding)
  return [
    `${finding.class} ${finding.where}: ${formatValues(finding)}`,
    `${formatRule(report, finding)}; ${finding.case}; ${formatVerdict(finding)}`,
    ...(response ? [response] : []),
    finding.curl,
  ]
    .map(toPrintable)
    .join('\n')
}

function formatSeconds(ms: number): string {
  return (ms / 1000).toFixed(3)
}
