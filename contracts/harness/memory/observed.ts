import { z } from 'zod'

/**
 * What a host really sends, learned over runs. Of a provider and not of an address: its staging host is compared with
 * the same file. Holds shapes only; names of fields and values of enumerations are those that contracts declare.
 */

/** How often something was so, over every place that was seen. */
const Often = z.enum(['always', 'sometimes', 'never'])
export type Often = z.infer<typeof Often>

export const ObservedField = z.object({
  /** How many objects could have had it. */
  places: z.int(),
  present: Often,
  null: Often,
  /** text, whole number, fraction, boolean, list, object. */
  types: z.array(z.string()),
  /** Forms of its texts: date, address, number, … */
  forms: z.array(z.string()).optional(),
  /** Values of a declared enumeration. */
  values: z.array(z.string()).optional(),
  /** Those of them that every run had. */
  steady: z.array(z.string()).optional(),
  /** The shortest and the longest list. */
  length: z.object({ least: z.int(), most: z.int() }).optional(),
  /** Whether a list always began with the newest, where it could be seen. */
  newestFirst: z.boolean().optional(),
})
export type ObservedField = z.infer<typeof ObservedField>

export const ObservedEndpoint = z.object({
  runs: z.int(),
  statuses: z.array(z.int()),
  /** Headers that every answer had. */
  headers: z.array(z.string()),
  /** The largest body. */
  bytes: z.int(),
  /** Milliseconds of the last runs, and what they come to. */
  latency: z.object({ median: z.int(), p95: z.int(), samples: z.array(z.int()) }),
  fields: z.record(z.string(), ObservedField),
})
export type ObservedEndpoint = z.infer<typeof ObservedEndpoint>

export const Observed = z.object({
  endpoints: z.record(z.string(), ObservedEndpoint),
  /** Deviations that were accepted: what was observed before no longer counts there. */
  accepted: z.array(
    z.object({
      endpoint: z.string(),
      path: z.string(),
      rule: z.string(),
      reason: z.string(),
      owner: z.string(),
      on: z.string(),
    }),
  ),
})
export type Observed = z.infer<typeof Observed>

/** What one run has seen of an endpoint. */
export type Observation = Omit<ObservedEndpoint, 'runs' | 'latency'> & { ms: number }

export const NOTHING_OBSERVED: Observed = { endpoints: {}, accepted: [] }

/** Runs after which a deviation counts. */
export const ENOUGH_RUNS = 3

const MAX_SAMPLES = 20

/** The memory with one more run; keys and lists are sorted, so that a diff shows only what has changed. */
export function learnRun(observed: Observed, run: Readonly<Record<string, Observation>>): Observed {
  const endpoints = { ...observed.endpoints }
  for (const [name, seen] of Object.entries(run)) endpoints[name] = learnEndpoint(endpoints[name], seen)
  return { endpoints: sorted(endpoints), accepted: observed.accepted }
}

function learnEndpoint(known: ObservedEndpoint | undefined, { ms, ...seen }: Observation): ObservedEndpoint {
  const fields: Record<string, ObservedField> = { ...known?.fields }
  for (const [path, field] of Object.entries(seen.fields))
    fields[path] = withSteady(joinFields(fields[path], field), fields[path], field)
  const samples = [...(known?.latency.samples ?? []), ms].slice(-MAX_SAMPLES)
  return {
    runs: (known?.runs ?? 0) + 1,
    statuses: union(known?.statuses, seen.statuses),
    headers: (known?.headers ?? seen.headers).filter((each) => seen.headers.includes(each)).sort(),
    bytes: Math.max(known?.bytes ?? 0, seen.bytes),
    latency: { median: quantile(samples, 0.5), p95: quantile(samples, 0.95), samples },
    fields: sorted(fields),
  }
}

/** The field of several runs with the values that every one of them had. */
function withSteady(
  joined: ObservedField,
  known: ObservedField | undefined,
  run: ObservedField,
): ObservedField {
  if (!run.values) return { ...joined, ...(known?.steady ? { steady: known.steady } : {}) }
  const before = known ? (known.steady ?? []) : run.values
  return { ...joined, steady: before.filter((each) => run.values?.includes(each)).sort() }
}

/** Two observations of one field as one. */
export function joinFields(known: ObservedField | undefined, more: ObservedField): ObservedField {
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

function both(a: Often, b: Often): Often {
  return a === b ? a : 'sometimes'
}

function union<T extends string | number>(known: readonly T[] | undefined, more: readonly T[]): T[] {
  return [...new Set([...(known ?? []), ...more])].sort()
}

function sorted<T>(byName: Record<string, T>): Record<string, T> {
  return Object.fromEntries(Object.entries(byName).sort(([a], [b]) => (a < b ? -1 : 1)))
}

function quantile(samples: readonly number[], share: number): number {
  const ordered = [...samples].sort((a, b) => a - b)
  return ordered[Math.min(ordered.length - 1, Math.floor(ordered.length * share))] ?? 0
}
