import { z } from 'zod'
import { type EndpointReport, findingKey, type Report } from '../report/report.ts'

const Day = z.string().regex(/^\d{4}-\d\d-\d\d$/, 'must be a date like 2027-01-31')

/** Drift that has been accepted, for a reason and until a day. Keyed by endpoint, path and rule. */
export const BaselineEntry = z.object({
  endpoint: z.string().min(1),
  path: z.string().min(1),
  rule: z.string().min(1),
  reason: z.string().min(1),
  owner: z.string().min(1),
  until: Day,
})
export type BaselineEntry = z.infer<typeof BaselineEntry>

export const Baseline = z.object({ accepted: z.array(BaselineEntry) })
export type Baseline = z.infer<typeof Baseline>

const keyOf = (entry: BaselineEntry) => `${entry.endpoint} ${entry.path} ${entry.rule}`

/** Separates accepted findings, and reports entries that are out of date or no longer match anything. */
export function applyBaseline(
  endpoints: readonly EndpointReport[],
  baseline: Baseline,
  now: Date,
): { endpoints: EndpointReport[]; problems: Report['baseline'] } {
  const today = now.toISOString().slice(0, 10)
  const valid = new Map(
    baseline.accepted.filter((each) => each.until >= today).map((each) => [keyOf(each), each]),
  )
  const used = new Set<string>()
  const judged = endpoints.map((endpoint): EndpointReport => {
    const accepted: EndpointReport['accepted'] = []
    const findings = endpoint.findings.filter((finding) => {
      const key = findingKey(endpoint.name, finding)
      const entry = valid.get(key)
      if (!entry) return true
      used.add(key)
      accepted.push({ ...finding, reason: entry.reason, owner: entry.owner, until: entry.until })
      return false
    })
    const status = endpoint.status === 'drift' && findings.length === 0 ? 'pass' : endpoint.status
    return { ...endpoint, findings, accepted, status }
  })
  const graded = new Set(
    endpoints.filter((each) => each.status === 'pass' || each.status === 'drift').map((each) => each.name),
  )
  const problems = baseline.accepted.flatMap((entry): Report['baseline'] => {
    const { endpoint, path, rule, reason } = entry
    if (entry.until < today) return [{ endpoint, path, rule, problem: 'expired', reason }]
    // An endpoint that was not graded says nothing about its entries.
    return used.has(keyOf(entry)) || !graded.has(endpoint)
      ? []
      : [{ endpoint, path, rule, problem: 'unused', reason }]
  })
  return { endpoints: judged, problems }
}

/** The baseline with an entry for every finding of a report; entries that are there already are renewed. */
export function acceptReport(
  baseline: Baseline,
  report: Report,
  by: { reason: string; owner: string; until: string; only: readonly string[] | null },
): { baseline: Baseline; added: BaselineEntry[] } {
  const entries = new Map(baseline.accepted.map((each) => [keyOf(each), each]))
  const added: BaselineEntry[] = []
  for (const { name, findings } of report.endpoints) {
    if (by.only && !by.only.includes(name) && !by.only.includes(name.split('.')[0] as string)) continue
    for (const { where, rule } of findings) {
      const { reason, owner, until } = by
      const entry = { endpoint: name, path: where, rule, reason, owner, until }
      entries.set(keyOf(entry), entry)
      added.push(entry)
    }
  }
  return { baseline: { accepted: [...entries.values()] }, added }
}
