import { printable } from '../../src/printable.ts'
import { responseText, ruleText, valuesText, verdictText } from './causes.ts'
import { EXIT } from './exit-code.ts'
import { escapeHtml as escaped } from './format-html.ts'
import type { EndpointReport, Report, ReportedFinding } from './report.ts'
import { ownNotesOf, problemText, sectionsOf } from './sections.ts'

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
 * Formats the report as JUnit XML: a test case per endpoint, one per problem of the baseline, and one for the outcome of
 * the run. Whatever changes the exit code is a failure or an error. Valid against the schema of Jenkins' xUnit plugin, which
 * allows `skipped` only on `<testsuite>`.
 */
export function formatJunit(report: Report): string {
  const { summary, target, startedAt, host } = report
  const cases = [
    ...(host === 'provider' ? report.endpoints.map((endpoint) => endpointCase(endpoint, report)) : []),
    ...report.baseline.map(baselineCase),
    outcomeCase(report),
  ]
  const number = (kind: 'failure' | 'error' | 'skipped') =>
    cases.filter((each) => each[kind] !== undefined).length
  const counts = `tests="${cases.length}" failures="${number('failure')}" errors="${number('error')}"`
  const name = `contract ${escaped(target)}`
  return `<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="${name}" ${counts} time="${seconds(summary.ms)}">
<testsuite name="${name}" ${counts} skipped="${number('skipped')}" time="${seconds(summary.ms)}" timestamp="${escaped(startedAt.replace(/\.\d+Z$/, ''))}">
${cases.map(printCase).join('\n')}
</testsuite>
</testsuites>
`
}

function printCase({ name, classname, ms, failure, error, skipped, output }: TestCase): string {
  const open = `<testcase name="${escaped(name)}" classname="${escaped(classname)}" time="${seconds(ms)}"`
  const inside = [
    ...(skipped === undefined ? [] : [`<skipped message="${escaped(skipped)}"/>`]),
    ...(error === undefined ? [] : [`<error message="${escaped(error)}" type="error"/>`]),
    ...(failure
      ? [
          `<failure message="${escaped(failure.message)}" type="${escaped(failure.type)}">${lines(failure.text)}</failure>`,
        ]
      : []),
    ...(output ? [`<system-out>${lines(output)}</system-out>`] : []),
  ]
  return inside.length === 0 ? `${open}/>` : `${open}>${inside.join('')}</testcase>`
}

/** Escapes text except its line breaks. */
const lines = (text: string) => text.split('\n').map(escaped).join('\n')

function endpointCase(endpoint: EndpointReport, report: Report): TestCase {
  const { name, method, path, status, reason, findings, emulator, ms } = endpoint
  const isStrict = report.summary.exitCode === EXIT.additive
  const isEmulatorBroken = report.summary.exitCode === EXIT.emulatorBroken
  const failing = [
    ...findings.filter((finding) => finding.class !== 'additive' || isStrict || isEmulatorBroken),
    ...(isEmulatorBroken ? emulator : []),
  ]
  const others = [...findings, ...emulator].filter((finding) => !failing.includes(finding))
  const [first] = failing
  const text = (some: readonly ReportedFinding[]) =>
    some.map((finding) => findingText(finding, report)).join('\n\n')
  const output = [
    ...ownNotesOf(endpoint, report).map(printable),
    ...(others.length > 0 ? [text(others)] : []),
  ].join('\n')
  const message =
    first && `${first.class} at ${first.where}: ${valuesText(first)} (${first.rule}; ${first.case})`
  return {
    name: `${method} ${path}`,
    classname: `contract.${name}`,
    ms,
    ...(status === 'skipped' ? { skipped: reason ?? '' } : {}),
    ...(status === 'error' && !first ? { error: reason ?? 'unknown' } : {}),
    ...(first && message ? { failure: { type: first.class, message, text: text(failing) } } : {}),
    ...(output ? { output } : {}),
  }
}

function baselineCase(entry: Report['baseline'][number]): TestCase {
  const message = printable(problemText(entry))
  return {
    name: `${entry.endpoint} ${entry.path} ${entry.rule}`,
    classname: 'contract.baseline',
    ms: 0,
    failure: { type: entry.problem, message, text: message },
  }
}

/** The outcome is an error if the host could not be checked, and a failure if it was and differs. */
function outcomeCase(report: Report): TestCase {
  const { exitCode, ms } = report.summary
  const outcome = printable(report.summary.outcome)
  const output = sectionsOf(report)
    .flatMap(({ title, lines: shown }) => [`${title}:`, ...shown.map(printable)])
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

function findingText(finding: ReportedFinding, report: Report): string {
  const response = responseText(finding)
  return [
    `${finding.class} ${finding.where}: ${valuesText(finding)}`,
    `${ruleText(report, finding)}; ${finding.case}; ${verdictText(finding)}`,
    ...(response ? [response] : []),
    finding.curl,
  ]
    .map(printable)
    .join('\n')
}

function seconds(ms: number): string {
  return (ms / 1000).toFixed(3)
}
