import { isWholeAnswer } from '../../src/schema/finding.ts'
import type { EndpointReport, ReportedFinding } from '../report/report.ts'

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
    const key = [ofEmulator, rule, where, isWholeAnswer(where) ? actual : endpoint.name, verdict].join(' ')
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

/** `provider drifted`, or `provider drifted, in 2 of 3 answers` where the same request was sent more than once. */
export function verdictText({ verdict, answers }: ReportedFinding): string {
  return answers ? `${verdict}, in ${answers.with} of ${answers.of} responses` : verdict
}

/** `breaks: product, cart`, or null where no screen reads what has drifted. Of several endpoints all screens count. */
export function screensText({ endpoints, finding }: Cause): string | null {
  const same = endpoints
    .flatMap((each) => each.findings)
    .filter((each) => each.rule === finding.rule && each.where === finding.where)
  const screens = [...new Set(same.flatMap((each) => each.screens ?? []))]
  return screens.length === 0
    ? null
    : `${finding.class === 'breaking' ? 'breaks' : 'read by'}: ${screens.join(', ')}`
}
