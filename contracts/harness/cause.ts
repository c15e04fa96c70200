import type { EndpointReport, ReportedFinding } from './report.ts'

/** One cause as a report shows it: a finding, and every endpoint that has it. */
export type Cause = {
  endpoints: [EndpointReport, ...EndpointReport[]]
  finding: ReportedFinding
  ofEmulator: boolean
}

/**
 * The findings of a report, each cause once: a gateway's page is one cause over nine endpoints. What concerns a whole
 * answer is grouped; a field of one body is not the field of another.
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
    const isWhole = where === '$' || /^\$(status|headers|redirect|time|connection)\b/.test(where)
    const key = [ofEmulator, rule, where, isWhole ? actual : endpoint.name, verdict].join(' ')
    const known = causes.get(key)
    if (known) known.endpoints.push(endpoint)
    else causes.set(key, { endpoints: [endpoint], finding, ofEmulator })
  }
}

/** `banners.list`, or `9 endpoints (config.get, banners.list, …)`. */
export function namesOf({ endpoints }: Cause): string {
  const names = endpoints.map((each) => each.name)
  return names.length === 1 ? (names[0] as string) : `${names.length} endpoints (${names.join(', ')})`
}
