import { z } from 'zod'
import type { FindingClass } from '../../src/schema/finding.ts'

// Schema of report.json. Fields are added, never renamed or removed.

const FINDING_CLASSES = ['breaking', 'behaviour', 'additive'] as const satisfies readonly FindingClass[]

/**
 * Which side differs from the contract. `contract wrong` means that the provider and the emulator break the same rule
 * at the same place.
 */
const VERDICTS = ['provider drifted', 'emulator drifted', 'contract wrong', 'cannot tell'] as const
export type Verdict = (typeof VERDICTS)[number]

/** A finding with its verdict, case and request. */
export const ReportedFinding = z.object({
  class: z.enum(FINDING_CLASSES),
  /** A JSON path with [] for list items, or `$status`, `$headers.<name>`, `$redirect`, `$time`, `$connection`. */
  where: z.string(),
  expected: z.string(),
  actual: z.string(),
  /** The observed values of a regression, which `accept` adds to the profile or removes from it. */
  observed: z
    .object({
      statuses: z.array(z.int()),
      bytes: z.int(),
      ms: z.int(),
      types: z.array(z.string()),
      lostValues: z.array(z.string()),
    })
    .partial()
    .optional(),
  // Earlier reports contain the former name of this verdict.
  verdict: z.preprocess(
    (verdict) => (verdict === 'schema wider than both' ? 'contract wrong' : verdict),
    z.enum(VERDICTS),
  ),
  /** Stable identifier. Endpoint, `where` and rule together are the key of a baseline entry. */
  rule: z.string(),
  /** Number of occurrences. */
  count: z.int(),
  /** Number of affected responses, if the request was sent several times, e.g. 2 of 3. */
  responses: z.object({ with: z.int(), of: z.int() }).optional(),
  /** Title of the first case with the finding. */
  case: z.string(),
  /** Shape of the first mismatch: keys, types and length classes, never values. */
  sample: z.unknown().optional(),
  /** Command that repeats the request. The token is written as $PROVIDER_TOKEN. */
  curl: z.string(),
  /** The response with the finding, for the provider's support. Absent if there was none. */
  response: z
    .object({
      method: z.string(),
      url: z.string(),
      status: z.int(),
      /** ISO time of the request. */
      at: z.string(),
      ms: z.int(),
      /** Value of the header by which the host identifies the request, if it sends one. */
      requestId: z.string().optional(),
      /**
       * JSON of the object around the finding. Tagged personal data is hashed, credentials are `***`, and undeclared
       * values are types.
       */
      excerpt: z.string().optional(),
    })
    .optional(),
})
export type ReportedFinding = z.infer<typeof ReportedFinding>

/** How recently the contract was verified at an endpoint. */
export const LastVerified = z.object({
  kind: z.enum(['live', 'earlier', 'emulator', 'never']),
  /** ISO date or time of the last live verification. */
  on: z.string().optional(),
  /** Number of days between the last live verification and this run. */
  days: z.int().optional(),
  /** `verified live now`, `12 days ago`, `emulator only`, `never`. */
  text: z.string(),
})
export type LastVerified = z.infer<typeof LastVerified>

export const EndpointReport = z.object({
  /** Name in --only and baselines: `products.latest`, `images.banner`. */
  name: z.string(),
  method: z.string(),
  path: z.string(),
  status: z.enum(['pass', 'drift', 'skipped', 'error']),
  reason: z.string().optional(),
  evidence: LastVerified,
  findings: z.array(ReportedFinding),
  /** Findings that the baseline accepts. They do not affect the exit code. */
  accepted: z
    .array(ReportedFinding.extend({ reason: z.string(), owner: z.string(), until: z.string() }))
    .default([]),
  /** Differences from expectations without a public source. They do not affect the exit code. */
  assumptions: z.array(ReportedFinding).default([]),
  /** The emulator's findings, except those that the target has too. */
  emulator: z.array(ReportedFinding).default([]),
  /** Pages of the shop that request the endpoint. */
  pages: z.array(z.string()).default([]),
  /** Gaps in the verification, for example an empty list or a case that could not be sent. */
  notes: z.array(z.string()).default([]),
  /** Number of checks that were not made. The notes name them. */
  leftOut: z.int().default(0),
  requests: z.int().default(0),
  ms: z.number().default(0),
})
export type EndpointReport = z.infer<typeof EndpointReport>

export const Report = z.object({
  target: z.string(),
  startedAt: z.string(),
  /** Page that explains the rules, with a paragraph `#rule` for each. */
  rulesPage: z.string().default('docs/findings.md'),
  /** Version of the command, and a hash of the contracts that the host was validated against. */
  versions: z.object({ tool: z.string(), contract: z.string() }).default({ tool: '', contract: '' }),
  /**
   * `provider` if the host could be validated, `silent` if it did not respond, `foreign` if it is not the provider,
   * `unavailable` if it refused all public reads.
   */
  host: z.enum(['provider', 'silent', 'foreign', 'unavailable']).default('provider'),
  endpoints: z.array(EndpointReport),
  /** Baseline entries that fail the run because they are expired or match nothing. */
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
  /** Data that the run has written and not removed. */
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
    /** Number of endpoints with a validated successful response. */
    verified: z.int(),
    requests: z.int(),
    /** Number of responses in recorded traffic, for which no request is sent. */
    recorded: z.int().default(0),
    ms: z.int(),
    exitCode: z.int(),
    /** One-sentence outcome of the run. */
    outcome: z.string(),
  }),
})
export type Report = z.infer<typeof Report>
