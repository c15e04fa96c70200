import { z } from 'zod'
import { type Report, ReportedFinding } from '../report/report.ts'
import { parseText } from '../send/request.ts'

/**
 * The records in baseline and history files, which are in JSON lines format. A baseline contains accepted findings and
 * response profiles, and is committed. A history contains runs and acceptances, and is append-only.
 * Fields may be added but never renamed.
 */

const Day = z.string().regex(/^\d{4}-\d\d-\d\d$/, 'must be a date like 2027-01-31')

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
  until: Day.optional(),
})
export type Acceptance = z.infer<typeof Acceptance>

const Frequency = z.enum(['always', 'sometimes', 'never'])
export type Frequency = z.infer<typeof Frequency>

export const FieldProfile = z.object({
  /** Number of objects that could contain the field. */
  places: z.int(),
  present: Frequency,
  null: Frequency,
  /** Type names: string, number, boolean, array, object. */
  types: z.array(z.string()),
  /** Formats of string values: date, URL, integer, … */
  forms: z.array(z.string()).optional(),
  /** Values of a declared enum. */
  values: z.array(z.string()).optional(),
  /** Values that occurred in every run. */
  steady: z.array(z.string()).optional(),
  /** Minimum and maximum list length. */
  length: z.object({ least: z.int(), most: z.int() }).optional(),
  /** Whether the list was always sorted newest first. Absent if the items have no timestamps. */
  newestFirst: z.boolean().optional(),
})
export type FieldProfile = z.infer<typeof FieldProfile>

/**
 * The response profile of an endpoint. It applies to all hosts of a provider, so a staging host is compared with the
 * same profile. It contains only shapes, and names and enum values that the contracts declare.
 */
const Profile = z.object({
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

const EndpointRun = z.object({
  name: z.string(),
  status: z.enum(['pass', 'drift', 'skipped', 'error']),
  /** Average response time in milliseconds. Absent if no request was sent. */
  ms: z.int().optional(),
  /** Whether a successful response from a live host was validated. */
  live: z.boolean().optional(),
  findings: z
    .array(
      ReportedFinding.pick({ class: true, rule: true, where: true }).extend({
        /** Whether the baseline accepts the finding. An accepted finding does not affect the exit code. */
        accepted: z.boolean().optional(),
      }),
    )
    .default([]),
})
export type EndpointRun = z.infer<typeof EndpointRun>

/** A report without samples and requests. */
const Run = z.object({
  kind: z.literal('run'),
  at: z.string(),
  target: z.string(),
  host: z.enum(['provider', 'silent', 'foreign']),
  exitCode: z.int(),
  outcome: z.string(),
  endpoints: z.array(EndpointRun),
})
export type Run = z.infer<typeof Run>

const MemoryRecord = z.discriminatedUnion('kind', [Run, Acceptance, Profile])
export type MemoryRecord = z.infer<typeof MemoryRecord>

export type Memory = {
  accepted: Acceptance[]
  profiles: Record<string, Profile>
  runs: Run[]
}

export const memoryOf = (records: readonly MemoryRecord[]): Memory => ({
  accepted: records.filter((each): each is Acceptance => each.kind === 'accepted'),
  profiles: Object.fromEntries(
    records.filter((each): each is Profile => each.kind === 'profile').map((each) => [each.endpoint, each]),
  ),
  runs: records.filter((each): each is Run => each.kind === 'run'),
})

export const EMPTY_MEMORY: Memory = memoryOf([])

/** Returns a key that identifies a finding across runs and files. */
export const keyOf = ({ endpoint, path, rule }: { endpoint: string; path: string; rule: string }) =>
  `${endpoint} ${path} ${rule}`

/** Formats a baseline. Records are sorted to keep diffs small. */
export function printMemory({ accepted, profiles }: Memory): string {
  const byKey = (a: Acceptance, b: Acceptance) => (keyOf(a) < keyOf(b) ? -1 : 1)
  const byName = (a: Profile, b: Profile) => (a.endpoint < b.endpoint ? -1 : 1)
  return [...accepted.toSorted(byKey), ...Object.values(profiles).sort(byName)].map(printRecord).join('')
}

export const printRecord = (record: MemoryRecord) => `${JSON.stringify(record)}\n`

/**
 * Parses a baseline or history. Also returns the line numbers of unreadable lines, because a killed process may have
 * left an incomplete one.
 */
export function parseRecords(text: string): { records: MemoryRecord[]; unreadable: number[] } {
  const records: MemoryRecord[] = []
  const unreadable: number[] = []
  for (const [index, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue
    const read = MemoryRecord.safeParse(parseText(line).body)
    if (read.success) records.push(read.data)
    else unreadable.push(index + 1)
  }
  return { records, unreadable }
}

/** Converts a report to a history record. */
export function runOf(report: Report): Run {
  const { target, startedAt: at, host, summary } = report
  return {
    kind: 'run',
    at,
    target,
    host,
    exitCode: summary.exitCode,
    outcome: summary.outcome,
    endpoints: report.endpoints.map(({ name, status, requests, ms, evidence, findings, accepted }) => ({
      name,
      status,
      ...(requests > 0 ? { ms: Math.round(ms / requests) } : {}),
      ...(evidence.kind === 'live' ? { live: true } : {}),
      findings: [
        ...findings.map(({ class: kind, rule, where }) => ({ class: kind, rule, where })),
        ...accepted.map(({ class: kind, rule, where }) => ({ class: kind, rule, where, accepted: true })),
      ],
    })),
  }
}
