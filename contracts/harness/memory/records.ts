import { z } from 'zod'
import { parseText } from '../send/request.ts'

/**
 * The records in a baseline, which is a committed file in JSON lines format: accepted findings and response profiles.
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

const MemoryRecord = z.discriminatedUnion('kind', [Acceptance, Profile])
type MemoryRecord = z.infer<typeof MemoryRecord>

export type Memory = {
  accepted: Acceptance[]
  profiles: Record<string, Profile>
}

export const memoryOf = (records: readonly MemoryRecord[]): Memory => ({
  accepted: records.filter((each): each is Acceptance => each.kind === 'accepted'),
  profiles: Object.fromEntries(
    records.filter((each): each is Profile => each.kind === 'profile').map((each) => [each.endpoint, each]),
  ),
})

export const EMPTY_MEMORY: Memory = memoryOf([])

/** Returns a key that identifies a finding across runs and files. */
export const keyOf = ({ endpoint, path, rule }: { endpoint: string; path: string; rule: string }) =>
  `${endpoint} ${path} ${rule}`

/** Formats a baseline. Records are sorted to keep diffs small. */
export function printMemory({ accepted, profiles }: Memory): string {
  const byKey = (a: Acceptance, b: Acceptance) => (keyOf(a) < keyOf(b) ? -1 : 1)
  const byName = (a: Profile, b: Profile) => (a.endpoint < b.endpoint ? -1 : 1)
  return [...accepted.toSorted(byKey), ...Object.values(profiles).sort(byName)]
    .map((record) => `${JSON.stringify(record)}\n`)
    .join('')
}

/** Parses a baseline. Also returns the line numbers of unreadable lines. */
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
