import { z } from 'zod'
import { type Finding, isWholeResponse, keepsTypes, leavesBodyIntact } from '../../src/schema/finding.ts'
import { overlaps } from '../../src/schema/json-path.ts'
import type { CheckResult } from '../check-result.ts'
import { addBody, addField, FieldProfile, mergeSorted } from './field-profile.ts'

/**
 * The response profile of an endpoint. It applies to all hosts of a provider, so a staging host is compared with the
 * same profile. It contains only shapes, and names and enum values that the contracts declare.
 */
export const Profile = z.object({
  kind: z.literal('profile'),
  endpoint: z.string(),
  runs: z.int(),
  statuses: z.array(z.int()),
  /** Headers that every response contained. */
  headers: z.array(z.string()),
  /** Size of the largest body in bytes. */
  bytes: z.int(),
  /** Response times of the latest runs in milliseconds, with median and 95th percentile. */
  latency: z.object({ median: z.int(), p95: z.int(), samples: z.array(z.int()) }),
  fields: z.record(z.string(), FieldProfile),
})
export type Profile = z.infer<typeof Profile>

export type RunProfile = Omit<Profile, 'kind' | 'endpoint' | 'runs' | 'latency'> & { ms: number }

/** Number of learned runs after which regressions are reported. */
export const MIN_RUNS = 3

const MAX_SAMPLES = 20

/** Headers on which clients or caches depend. */
const HEADERS = [
  'access-control-expose-headers',
  'cache-control',
  'content-encoding',
  'etag',
  'vary',
  'x-ratelimit-limit',
  'x-ratelimit-remaining',
]

/**
 * Returns the results whose responses can be compared with those of other runs: successes without a finding about all
 * of it.
 */
export function selectComparable(results: readonly CheckResult[]): CheckResult[] {
  const isComparable = (finding: Finding) =>
    keepsTypes(finding) || leavesBodyIntact(finding.where) || !isWholeResponse(finding.where)
  return results.filter(
    ({ testCase, state, response, findings }) =>
      testCase.status < 300 && state === 'completed' && response && findings.every(isComparable),
  )
}

/**
 * Returns the profile of an endpoint's successful responses, or null if there are none. It lacks the fields
 * whose type or format is a finding, which is reported already.
 */
export function profileRun(results: readonly CheckResult[]): RunProfile | null {
  const successes = selectComparable(results)
  if (successes.length === 0) return null
  const responses = successes.flatMap(({ response }) => response ?? [])
  const fields: Record<string, FieldProfile> = {}
  for (const { endpoint, response } of successes) {
    const schema = response && endpoint.responses[response.status]
    if (schema) addBody(fields, schema, response.body)
  }
  const findings = successes.flatMap(({ findings }) => findings.filter((finding) => !keepsTypes(finding)))
  for (const path of Object.keys(fields))
    if (findings.some(({ where }) => path.length >= where.length && overlaps(path, where)))
      delete fields[path]
  const statuses = responses.map(({ status }) => status)
  const headers = responses.map((response) => HEADERS.filter((name) => response.headers.has(name)))
  return {
    statuses: mergeSorted([], statuses),
    headers: headers.reduce((common, names) => common.filter((name) => names.includes(name))),
    bytes: Math.max(...responses.map(({ size }) => size)),
    ms: Math.min(...successes.map(({ ms, requests }) => Math.round(ms / Math.max(1, requests)))),
    fields,
  }
}

/** Adds the profiles of a run to those of earlier runs. */
export function addRun(
  profiles: Readonly<Record<string, Profile>>,
  run: Readonly<Record<string, RunProfile>>,
): Record<string, Profile> {
  const added = Object.entries(run).map(([name, profile]) => [name, withRun(name, profiles[name], profile)])
  return { ...profiles, ...Object.fromEntries(added) }
}

function withRun(endpoint: string, earlier: Profile | undefined, { ms, ...run }: RunProfile): Profile {
  const fields = structuredClone(earlier?.fields ?? {})
  for (const [path, field] of Object.entries(structuredClone(run.fields))) {
    const { values } = field
    const before = fields[path] ? (fields[path].steady ?? []) : (values ?? [])
    addField(fields, path, field)
    if (values)
      Object.assign(fields[path] ?? {}, { steady: before.filter((value) => values.includes(value)) })
  }
  const samples = [...(earlier?.latency.samples ?? []), ms].slice(-MAX_SAMPLES)
  return {
    kind: 'profile',
    endpoint,
    runs: (earlier?.runs ?? 0) + 1,
    statuses: mergeSorted(earlier?.statuses, run.statuses),
    headers: (earlier?.headers ?? run.headers).filter((name) => run.headers.includes(name)),
    bytes: Math.max(earlier?.bytes ?? 0, run.bytes),
    latency: { median: quantile(samples, 0.5), p95: quantile(samples, 0.95), samples },
    fields: Object.fromEntries(Object.entries(fields).sort(([a], [b]) => (a < b ? -1 : 1))),
  }
}

export function quantile(samples: readonly number[], share: number): number {
  const ordered = samples.toSorted((a, b) => a - b)
  return ordered[Math.min(ordered.length - 1, Math.floor(ordered.length * share))] ?? 0
}
