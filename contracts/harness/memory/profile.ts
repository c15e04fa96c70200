import { isUndeclared } from '../../src/schema/finding.ts'
import { describeSchema } from '../../src/schema/schema.ts'
import type { Outcome } from '../send/run-case.ts'
import { type BodyCounts, countBody, fieldProfiles } from './count-fields.ts'
import type { FieldProfile, Frequency, Memory, Profile } from './records.ts'

export type RunProfile = Omit<Profile, 'kind' | 'endpoint' | 'runs' | 'latency'> & { ms: number }

/** Number of learned runs after which regressions are reported. */
export const ENOUGH_RUNS = 3

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

/** Returns the profile of an endpoint's successful responses, or null if there are none. */
export function profileRun(outcomes: readonly Outcome[]): RunProfile | null {
  const successes = outcomes.filter(
    ({ planned, state, status, findings }) =>
      planned.each.status < 300 &&
      state === 'validated' &&
      status !== undefined &&
      findings.every(isUndeclared),
  )
  if (successes.length === 0) return null
  const counts: BodyCounts = new Map()
  for (const { planned, status = 200, body } of successes) {
    const schema = planned.declared.responses[status]
    if (schema) countBody(counts, describeSchema(schema), body)
  }
  const headers = successes.map((each) => HEADERS.filter((name) => each.headers?.has(name)))
  return {
    statuses: [...new Set(successes.map((each) => each.status ?? 200))].sort(),
    headers: headers.reduce((common, each) => common.filter((name) => each.includes(name))),
    bytes: Math.max(...successes.map((each) => each.bytes ?? 0)),
    ms: Math.min(...successes.map((each) => Math.round(each.ms / Math.max(1, each.requests)))),
    fields: fieldProfiles(counts),
  }
}

export function learnRun(memory: Memory, run: Readonly<Record<string, RunProfile>>): Memory {
  const profiles = { ...memory.profiles }
  for (const [name, each] of Object.entries(run)) profiles[name] = withRun(name, profiles[name], each)
  return { ...memory, profiles }
}

function withRun(endpoint: string, known: Profile | undefined, { ms, ...run }: RunProfile): Profile {
  const fields: Record<string, FieldProfile> = { ...known?.fields }
  for (const [path, field] of Object.entries(run.fields))
    fields[path] = withSteady(joinFields(fields[path], field), fields[path], field)
  const samples = [...(known?.latency.samples ?? []), ms].slice(-MAX_SAMPLES)
  return {
    kind: 'profile',
    endpoint,
    runs: (known?.runs ?? 0) + 1,
    statuses: union(known?.statuses, run.statuses),
    headers: (known?.headers ?? run.headers).filter((each) => run.headers.includes(each)).sort(),
    bytes: Math.max(known?.bytes ?? 0, run.bytes),
    latency: { median: quantile(samples, 0.5), p95: quantile(samples, 0.95), samples },
    fields: Object.fromEntries(Object.entries(fields).sort(([a], [b]) => (a < b ? -1 : 1))),
  }
}

/** Updates `steady`, which contains the values that occurred in every run. */
function withSteady(joined: FieldProfile, known: FieldProfile | undefined, run: FieldProfile): FieldProfile {
  if (!run.values) return { ...joined, ...(known?.steady ? { steady: known.steady } : {}) }
  const before = known ? (known.steady ?? []) : run.values
  return { ...joined, steady: before.filter((each) => run.values?.includes(each)).sort() }
}

function joinFields(known: FieldProfile | undefined, more: FieldProfile): FieldProfile {
  if (!known) return more
  const { length: a = more.length, newestFirst: first = more.newestFirst } = known
  const b = more.length ?? a
  const newestFirst = first === undefined ? undefined : first && more.newestFirst !== false
  return {
    places: known.places + more.places,
    present: both(known.present, more.present),
    null: both(known.null, more.null),
    types: union(known.types, more.types),
    ...(known.forms || more.forms ? { forms: union(known.forms, more.forms ?? []) } : {}),
    ...(known.values || more.values ? { values: union(known.values, more.values ?? []) } : {}),
    ...(a && b ? { length: { least: Math.min(a.least, b.least), most: Math.max(a.most, b.most) } } : {}),
    ...(newestFirst === undefined ? {} : { newestFirst }),
  }
}

function both(a: Frequency, b: Frequency): Frequency {
  return a === b ? a : 'sometimes'
}

function union<T extends string | number>(known: readonly T[] | undefined, more: readonly T[]): T[] {
  return [...new Set([...(known ?? []), ...more])].sort()
}

export function quantile(samples: readonly number[], share: number): number {
  const ordered = samples.toSorted((a, b) => a - b)
  return ordered[Math.min(ordered.length - 1, Math.floor(ordered.length * share))] ?? 0
}
