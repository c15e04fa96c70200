import { z } from 'zod'
import { UserError } from '../../src/command-line/user-error.ts'
import { parseJsonText } from '../../src/json-text.ts'
import type { ObservedValues } from '../../src/schema/finding.ts'
import { type FieldProfile, mergeSorted } from '../check/field-profile.ts'
import { Profile } from '../check/profile.ts'
import { isRegression, type RegressionRule } from '../check/regression.ts'
import { isSelected } from '../plan.ts'
import type { EndpointReport, Report } from './report.ts'

/** An accepted finding. If it has no `until`, it is a regression that was added to the profile. */
const Acceptance = z.object({
  kind: z.literal('accepted'),
  /** ISO time. */
  at: z.string(),
  endpoint: z.string().min(1),
  path: z.string().min(1),
  rule: z.string().min(1),
  reason: z.string().min(1),
  owner: z.string().min(1),
  until: z
    .string()
    .regex(/^\d{4}-\d\d-\d\d$/, 'must be a date like 2027-01-31')
    .optional(),
})
type Acceptance = z.infer<typeof Acceptance>

/** The records in a baseline, a committed file in JSON lines format. Fields may be added but never renamed. */
const BaselineRecord = z.discriminatedUnion('kind', [Acceptance, Profile])
type BaselineRecord = z.infer<typeof BaselineRecord>

/** Accepted findings, and the response profiles of earlier runs by endpoint. */
export type Baseline = { accepted: Acceptance[]; profiles: Record<string, Profile> }

export const EMPTY_BASELINE: Baseline = { accepted: [], profiles: {} }

/** Returns a key that identifies a finding across runs and files. */
const entryKeyOf = ({ endpoint, path, rule }: { endpoint: string; path: string; rule: string }) =>
  `${endpoint} ${path} ${rule}`

/** Parses a baseline. Also returns the line numbers of unreadable lines. */
export function parseBaseline(text: string): { baseline: Baseline; unreadable: number[] } {
  const baseline: Baseline = { accepted: [], profiles: {} }
  const unreadable: number[] = []
  for (const [index, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue
    const { body, flaw } = parseJsonText(line)
    const { data } = BaselineRecord.safeParse(flaw ? undefined : body)
    if (data?.kind === 'accepted') baseline.accepted.push(data)
    else if (data) baseline.profiles[data.endpoint] = data
    else unreadable.push(index + 1)
  }
  return { baseline, unreadable }
}

/** Formats a baseline. Records are sorted to keep diffs small. */
export function formatBaseline({ accepted, profiles }: Baseline): string {
  const compareKeys = (a: Acceptance, b: Acceptance) => (entryKeyOf(a) < entryKeyOf(b) ? -1 : 1)
  const compareEndpoints = (a: Profile, b: Profile) => (a.endpoint < b.endpoint ? -1 : 1)
  const records: BaselineRecord[] = [
    ...accepted.toSorted(compareKeys),
    ...Object.values(profiles).sort(compareEndpoints),
  ]
  return records.map((record) => `${JSON.stringify(record)}\n`).join('')
}

/** Separates accepted findings from all others. Reports entries that have expired (in UTC) or match no finding. */
export function applyAccepted(
  endpoints: readonly EndpointReport[],
  accepted: readonly Acceptance[],
  now: Date,
  hasChecked: (entry: { endpoint: string; rule: string; path: string }) => boolean,
): { endpoints: EndpointReport[]; problems: Report['baseline'] } {
  const today = now.toISOString().slice(0, 10)
  // Entries without `until` are regressions that were added to the profile, so they match no finding.
  const dated = accepted.flatMap((entry) =>
    entry.until === undefined ? [] : { ...entry, until: entry.until },
  )
  const valid = new Map(
    dated.filter(({ until }) => until >= today).map((entry) => [entryKeyOf(entry), entry]),
  )
  const used = new Set<string>()
  const compared = endpoints.map((endpoint): EndpointReport => {
    const matched: EndpointReport['accepted'] = []
    const findings = endpoint.findings.filter((finding) => {
      const key = entryKeyOf({ endpoint: endpoint.name, path: finding.where, rule: finding.rule })
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
    endpoints.filter(({ status }) => status === 'pass' || status === 'drift').map(({ name }) => name),
  )
  const problems = dated.flatMap((entry): Report['baseline'] => {
    const { endpoint, path, rule, reason } = entry
    if (entry.until < today) return [{ endpoint, path, rule, problem: 'expired', reason }]
    // An entry whose check was not made may still match, so it does not count as unused.
    return used.has(entryKeyOf(entry)) || !validated.has(endpoint) || !hasChecked(entry)
      ? []
      : [{ endpoint, path, rule, problem: 'unused', reason }]
  })
  return { endpoints: compared, problems }
}

/**
 * Accepts the findings in a report. With `until`, accepts all of them until that day. Otherwise accepts only
 * regressions, which become part of the profile.
 * @throws UserError if a regression of an earlier version's report lacks what it observed
 */
export function acceptFindings(
  baseline: Baseline,
  report: Report,
  by: {
    reason: string
    owner: string
    until?: string | undefined
    only: readonly string[] | null
    at: string
  },
): { baseline: Baseline; added: Acceptance[] } {
  const { reason, owner, until, only, at } = by
  const profiles = structuredClone(baseline.profiles)
  const added: Acceptance[] = []
  for (const endpoint of report.endpoints) {
    const { name, findings } = endpoint
    if (!isSelected(name, endpoint, only)) continue
    const profile = profiles[name]
    for (const finding of findings) {
      if (until === undefined) {
        if (!profile || !isRegression(finding)) continue
        const { rule, where, observed = {} } = finding
        PERMIT_IN_PROFILE[rule]({ profile, field: profile.fields[where], where, observed })
      }
      const entry = { kind: 'accepted' as const, at, endpoint: name, path: finding.where, rule: finding.rule }
      added.push({ ...entry, reason, owner, ...(until === undefined ? {} : { until }) })
    }
  }
  const accepted = new Map([...baseline.accepted, ...added].map((entry) => [entryKeyOf(entry), entry]))
  return { baseline: { profiles, accepted: [...accepted.values()] }, added }
}

/** Removes the entries that a report lists as expired or unused. */
export function removeEntries(
  { accepted, profiles }: Baseline,
  report: Report,
  only: readonly string[] | null,
): { baseline: Baseline; removed: number } {
  const endpointOf = (name: string) => report.endpoints.find((endpoint) => endpoint.name === name) ?? null
  const chosen = report.baseline.filter(({ endpoint }) => isSelected(endpoint, endpointOf(endpoint), only))
  const problems = new Map(chosen.map((entry) => [entryKeyOf(entry), entry.problem]))
  const remaining = accepted.filter((entry) => {
    const problem = problems.get(entryKeyOf(entry))
    // An entry that the run reported as expired, but that covers the run's day, has been renewed since.
    const isRenewed = problem === 'expired' && (entry.until ?? '') >= report.startedAt.slice(0, 10)
    return entry.until === undefined || problem === undefined || isRenewed
  })
  return { baseline: { accepted: remaining, profiles }, removed: accepted.length - remaining.length }
}

type PermittedRegression = {
  profile: Profile
  field: FieldProfile | undefined
  where: string
  observed: ObservedValues
}

function readObserved<T>(value: T | undefined): T {
  if (value !== undefined) return value
  throw new UserError('The report was written by an earlier version. Validate the host again.')
}

/** Updates a profile so that it permits a finding, by rule. */
const PERMIT_IN_PROFILE: Record<RegressionRule, (regression: PermittedRegression) => void> = {
  'observed-status': ({ profile, observed }) => {
    profile.statuses = mergeSorted(profile.statuses, readObserved(observed.statuses))
  },
  'observed-header': ({ profile, where }) => {
    profile.headers = profile.headers.filter((name) => where !== `$headers.${name}`)
  },
  'observed-size': ({ profile, observed }) => {
    profile.bytes = readObserved(observed.bytes)
  },
  'observed-slow': ({ profile, observed }) => {
    const ms = readObserved(observed.ms)
    profile.latency = { median: ms, p95: ms, samples: [ms] }
  },
  'observed-missing': ({ field }) => {
    if (field) field.present = 'sometimes'
  },
  'observed-null': ({ field }) => {
    if (field) field.null = 'sometimes'
  },
  'observed-type': ({ field, observed }) => {
    if (field) field.types = mergeSorted(field.types, readObserved(observed.types))
  },
  'observed-empty': ({ field }) => {
    if (field?.length) field.length.least = 0
  },
  'observed-value': ({ field, observed }) => {
    const lostValues = readObserved(observed.lostValues)
    if (field) field.steady = (field.steady ?? []).filter((value) => !lostValues.includes(value))
  },
  'observed-order': ({ field }) => {
    if (field) field.newestFirst = false
  },
  'observed-form': ({ field }) => {
    if (field?.forms) field.forms = [...field.forms, 'other'].sort()
  },
}
