import { isWholeResponse } from '../../src/schema/finding.ts'
import type { EndpointReport, ReportedFinding } from '../report/report.ts'

/** A cause in the report: a finding and all endpoints that have it. */
export type Cause = {
  endpoints: [EndpointReport, ...EndpointReport[]]
  finding: ReportedFinding
  ofEmulator: boolean
}

/**
 * Groups the findings of a report by cause: the HTML page of a gateway is one cause at nine endpoints. Only findings
 * about whole responses are grouped, because equal paths in two bodies are different fields.
 */
export function causesOf(endpoints: readonly EndpointReport[]): Cause[] {
  const causes = new Map<string, Cause>()
  for (const endpoint of endpoints) {
    for (const finding of endpoint.findings) add(endpoint, finding, false)
    for (const finding of endpoint.emulator) add(endpoint, finding, true)
  }
  return [...causes.values()]

  function add(endpoint: EndpointReport, finding: ReportedFinding, ofEmulator: boolean) {
    const { rule, where, actual, verdict } = finding
    const key = [ofEmulator, rule, where, isWholeResponse(where) ? actual : endpoint.name, verdict].join(' ')
    const known = causes.get(key)
    if (known) known.endpoints.push(endpoint)
    else causes.set(key, { endpoints: [endpoint], finding, ofEmulator })
  }
}

/** Returns `banners.list`, or `9 endpoints (config.get, banners.list, …)`. */
export function namesOf({ endpoints }: Cause): string {
  const names = endpoints.map((each) => each.name)
  return names.length === 1 ? (names[0] as string) : `${names.length} endpoints (${names.join(', ')})`
}

/** Returns `provider drifted`, or `provider drifted, in 2 of 3 responses` if the request was repeated. */
export function verdictText({ verdict, answers: responses }: ReportedFinding): string {
  return responses ? `${verdict}, in ${responses.with} of ${responses.of} responses` : verdict
}

/** Returns `breaks: product, cart` for the screens of all affected endpoints, or null if there are none. */
export function screensText({ endpoints, finding }: Cause): string | null {
  const same = endpoints
    .flatMap((each) => each.findings)
    .filter((each) => each.rule === finding.rule && each.where === finding.where)
  const screens = [...new Set(same.flatMap((each) => each.screens ?? []))]
  return screens.length === 0
    ? null
    : `${finding.class === 'breaking' ? 'breaks' : 'read by'}: ${screens.join(', ')}`
}
