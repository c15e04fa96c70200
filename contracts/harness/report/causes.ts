import { isWholeResponse } from '../../src/schema/finding.ts'
import { explanationOf } from '../../src/schema/rules.ts'
import type { EndpointReport, Report, ReportedFinding } from './report.ts'

/** A root cause in the report: a finding and all endpoints with that finding. */
export type Cause = {
  endpoints: [EndpointReport, ...EndpointReport[]]
  finding: ReportedFinding
  isFromEmulator: boolean
}

/**
 * Groups the findings of a report by cause, so that a gateway's error page at nine endpoints is shown once. Only
 * findings about whole responses are grouped, because the same path in two bodies refers to different fields.
 */
export function causesOf(endpoints: readonly EndpointReport[]): Cause[] {
  const causes = new Map<string, Cause>()
  for (const endpoint of endpoints) {
    for (const finding of endpoint.findings) add(endpoint, finding, false)
    for (const finding of endpoint.emulator) add(endpoint, finding, true)
  }
  return [...causes.values()]

  function add(endpoint: EndpointReport, finding: ReportedFinding, isFromEmulator: boolean) {
    const { rule, where, actual, verdict } = finding
    const key = [isFromEmulator, rule, where, isWholeResponse(where) ? actual : endpoint.name, verdict].join(
      ' ',
    )
    const cause = causes.get(key)
    if (cause) cause.endpoints.push(endpoint)
    else causes.set(key, { endpoints: [endpoint], finding, isFromEmulator })
  }
}

/** Returns `banners.list`, or `9 endpoints (config.get, banners.list, …)`. */
export function namesOf({ endpoints }: Cause): string {
  const names = endpoints.map(({ name }) => name)
  return names.length === 1 ? (names[0] as string) : `${names.length} endpoints (${names.join(', ')})`
}

/** Returns `provider drifted`, or `provider drifted, in 2 of 3 responses` if the request was repeated. */
export function formatVerdict({ verdict, responses }: ReportedFinding): string {
  return responses ? `${verdict}, in ${responses.with} of ${responses.of} responses` : verdict
}

/** Returns the actual value with the number of occurrences: `string (3 times)`. */
export function formatActual({ actual, count }: ReportedFinding): string {
  return count > 1 ? `${actual} (${count} times)` : actual
}

/** Returns `expected integer, got string (3 times)`. */
export function formatValues(finding: ReportedFinding): string {
  return `expected ${finding.expected}, got ${formatActual(finding)}`
}

/**
 * Returns the response with a finding, for the provider's support: `GET https://…: 200 at … in 84 ms; request id …`.
 */
export function formatResponse({ response }: ReportedFinding): string {
  if (!response) return ''
  const { method, url, status, at, ms, requestId, excerpt } = response
  return [
    `${method} ${url}: ${status} at ${at} in ${ms} ms`,
    ...(requestId ? [`request id ${requestId}`] : []),
    ...(excerpt ? [`excerpt ${excerpt}`] : []),
  ].join('; ')
}

/** Returns the URL of the section that explains a rule, or '' if there is none. */
export function ruleUrlOf({ rulesPage }: Report, { rule }: ReportedFinding): string {
  return explanationOf(rule) === undefined || rulesPage === '' ? '' : `${rulesPage}#${rule}`
}

/** Returns a rule with the URL of its section, or with its explanation: `rule type (docs/findings.md#type)`. */
export function formatRule(report: Report, finding: ReportedFinding): string {
  const { rule } = finding
  const link = ruleUrlOf(report, finding)
  return link === ''
    ? `rule ${rule}: ${explanationOf(rule) ?? 'of another version'}`
    : `rule ${rule} (${link})`
}
