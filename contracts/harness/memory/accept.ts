import type { EndpointReport, Report, ReportedFinding } from '../report/report.ts'
import { type Acceptance, type FieldProfile, keyOf, type Memory, type Profile } from './records.ts'

/** Whether a finding is a regression, which the contract allows but which differs from earlier runs. */
export function isRegression({ rule }: Pick<ReportedFinding, 'rule'>): boolean {
  return rule.startsWith('observed-')
}

/** Separates accepted findings from all others. Reports baseline entries that have expired or match no finding. */
export function applyAccepted(
  endpoints: readonly EndpointReport[],
  accepted: readonly Acceptance[],
  now: Date,
): { endpoints: EndpointReport[]; problems: Report['baseline'] } {
  const today = now.toISOString().slice(0, 10)
  // Entries without `until` are regressions that were added to the profile, so they match no finding.
  const dated = accepted.filter((each): each is Acceptance & { until: string } => each.until !== undefined)
  const valid = new Map(dated.filter((each) => each.until >= today).map((each) => [keyOf(each), each]))
  const used = new Set<string>()
  const compared = endpoints.map((endpoint): EndpointReport => {
    const matched: EndpointReport['accepted'] = []
    const findings = endpoint.findings.filter((finding) => {
      const key = keyOf({ endpoint: endpoint.name, path: finding.where, rule: finding.rule })
      const entry = valid.get(key)
      if (!entry) return true
      used.add(key)
      matched.push({ ...finding, reason: entry.reason, owner: entry.owner, until: entry.until })
      return false
    })
    const status = endpoint.status === 'drift' && findings.length === 0 ? 'pass' : endpoint.status
    return { ...endpoint, findings, accepted: matched, status }
  })
  const validated = new Set(
    endpoints.filter((each) => each.status === 'pass' || each.status === 'drift').map((each) => each.name),
  )
  const problems = dated.flatMap((entry): Report['baseline'] => {
    const { endpoint, path, rule, reason } = entry
    if (entry.until < today) return [{ endpoint, path, rule, problem: 'expired', reason }]
    // An entry for an endpoint that was not validated may still match, so it does not count as unused.
    return used.has(keyOf(entry)) || !validated.has(endpoint)
      ? []
      : [{ endpoint, path, rule, problem: 'unused', reason }]
  })
  return { endpoints: compared, problems }
}

/**
 * Accepts the findings in a report. With `until`, accepts all of them until that day. Otherwise accepts only
 * regressions, which become part of the profile.
 */
export function acceptFindings(
  memory: Memory,
  report: Report,
  by: {
    reason: string
    owner: string
    until?: string | undefined
    only: readonly string[] | null
    at: string
  },
): { memory: Memory; added: Acceptance[] } {
  const { reason, owner, until, only, at } = by
  const profiles = structuredClone(memory.profiles)
  const added: Acceptance[] = []
  for (const { name, findings } of report.endpoints) {
    if (only && !only.includes(name) && !only.includes(name.split('.')[0] as string)) continue
    const profile = profiles[name]
    for (const finding of findings) {
      if (until === undefined) {
        if (!profile || !isRegression(finding)) continue
        allowInProfile(profile, finding)
      }
      const entry = { kind: 'accepted' as const, at, endpoint: name, path: finding.where, rule: finding.rule }
      added.push({ ...entry, reason, owner, ...(until === undefined ? {} : { until }) })
    }
  }
  const accepted = new Map([...memory.accepted, ...added].map((each) => [keyOf(each), each]))
  return { memory: { ...memory, profiles, accepted: [...accepted.values()] }, added }
}

/** Changes the profile so that it permits the difference that the finding describes. */
function allowInProfile(profile: Profile, { rule, where, actual }: ReportedFinding): void {
  const number = Number.parseInt(actual, 10)
  if (rule === 'observed-status') profile.statuses = [...profile.statuses, number].sort()
  else if (rule === 'observed-header')
    profile.headers = profile.headers.filter((each) => where !== `$headers.${each}`)
  else if (rule === 'observed-size') profile.bytes = number
  else if (rule === 'observed-slow') profile.latency = { median: number, p95: number, samples: [number] }
  else if (profile.fields[where]) allowInField(profile.fields[where], rule, actual)
}

function allowInField(field: FieldProfile, rule: string, actual: string): void {
  if (rule === 'observed-missing') field.present = 'sometimes'
  else if (rule === 'observed-null') field.null = 'sometimes'
  else if (rule === 'observed-type') field.types = [...field.types, ...actual.split(' or ')].sort()
  else if (rule === 'observed-empty' && field.length) field.length.least = 0
  else if (rule === 'observed-value') field.steady = []
  else if (rule === 'observed-order') field.newestFirst = false
  else if (rule === 'observed-form' && field.forms) field.forms = [...field.forms, 'other'].sort()
}
