import { z } from 'zod'
import type { FindingClass } from '../../src/schema/finding.ts'

/** report.json. Its fields are stable: fields are added, never renamed or taken away. */

export const FINDING_CLASSES = [
  'breaking',
  'behaviour',
  'additive',
] as const satisfies readonly FindingClass[]

/** Who moved. `schema wider than both`: the contract declares what neither the provider nor the emulator sends. */
export const Verdict = z.enum([
  'provider drifted',
  'emulator drifted',
  'schema wider than both',
  'cannot tell',
])
export type Verdict = z.infer<typeof Verdict>

/** A finding as the report shows it: with the verdict, the case and the request that showed it. */
export const ReportedFinding = z.object({
  class: z.enum(FINDING_CLASSES),
  /** A JSON path with [] for list items; `$status`, `$headers.<name>`, `$redirect`, `$time`, `$connection` outside the body. */
  where: z.string(),
  expected: z.string(),
  actual: z.string(),
  verdict: Verdict,
  /** A stable name of what is wrong; with endpoint and `where` the key of a baseline entry. */
  rule: z.string(),
  /** In how many places of the answers. */
  count: z.int(),
  /** In how many answers to the same request it was, where that was sent more than once: 2 of 3. */
  answers: z.object({ with: z.int(), of: z.int() }).optional(),
  /** The screens of the shop that read what has drifted. */
  screens: z.array(z.string()).optional(),
  /** The case that found it first. */
  case: z.string(),
  /** The shape of the first wrong value: keys, types and length classes, never a value. */
  sample: z.unknown().optional(),
  /** Repeats the request; the token is written as $PROVIDER_TOKEN. */
  curl: z.string(),
})
export type ReportedFinding = z.infer<typeof ReportedFinding>

/** How recent the proof is that the host keeps this endpoint's contract. */
export const EvidenceState = z.object({
  kind: z.enum(['live', 'earlier', 'emulator', 'never']),
  /** When it was last seen live (ISO date or time). */
  on: z.string().optional(),
  /** Whole days between then and this run. */
  days: z.int().optional(),
  /** `verified live now`, `12 days ago`, `emulator only`, `never`. */
  text: z.string(),
})
export type EvidenceState = z.infer<typeof EvidenceState>

export const EndpointReport = z.object({
  /** `products.latest`, `images.banner`: the name that --only and baselines use. */
  name: z.string(),
  method: z.string(),
  path: z.string(),
  status: z.enum(['pass', 'drift', 'skipped', 'error']),
  reason: z.string().optional(),
  evidence: EvidenceState,
  findings: z.array(ReportedFinding),
  /** Findings that the baseline accepts; they do not count. */
  accepted: z
    .array(ReportedFinding.extend({ reason: z.string(), owner: z.string(), until: z.string() }))
    .default([]),
  /** What the emulator does wrong where the target does not. */
  emulator: z.array(ReportedFinding).default([]),
  /** What limits the proof: an empty list, a case that could not be sent. */
  notes: z.array(z.string()).default([]),
  requests: z.int().default(0),
  ms: z.number().default(0),
})
export type EndpointReport = z.infer<typeof EndpointReport>

export const Report = z.object({
  target: z.string(),
  startedAt: z.string(),
  /** Whether the host could be judged: `silent` gave no answer, `foreign` is something else than the provider. */
  host: z.enum(['provider', 'silent', 'foreign']).default('provider'),
  endpoints: z.array(EndpointReport),
  /** Baseline entries that fail the run: out of date, or no longer matching anything. */
  baseline: z
    .array(
      z.object({
        endpoint: z.string(),
        path: z.string(),
        rule: z.string(),
        problem: z.enum(['expired', 'unused']),
        reason: z.string(),
      }),
    )
    .default([]),
  /** What --staging has written and could not take back. */
  leftBehind: z.array(z.string()).default([]),
  summary: z.object({
    endpoints: z.int(),
    pass: z.int(),
    drift: z.int(),
    skipped: z.int(),
    error: z.int(),
    breaking: z.int(),
    behaviour: z.int(),
    additive: z.int(),
    accepted: z.int(),
    emulator: z.int(),
    /** Endpoints whose answer was graded in this run. */
    verified: z.int(),
    requests: z.int(),
    ms: z.int(),
    exitCode: z.int(),
    /** The exit code in a sentence. */
    outcome: z.string(),
  }),
})
export type Report = z.infer<typeof Report>
