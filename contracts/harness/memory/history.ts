import { z } from 'zod'
import { type Report, ReportedFinding } from '../report/report.ts'
import type { BaselineEntry } from './baseline.ts'

/**
 * The history of runs: one JSON object a line, in the order in which they happened. Lines are added and never changed;
 * fields are added, never renamed. It holds what a report holds, without samples and requests.
 */

const RunFinding = ReportedFinding.pick({ class: true, rule: true, where: true }).extend({
  /** A baseline accepts it: it does not make the endpoint drift. */
  accepted: z.boolean().optional(),
})

const EndpointRun = z.object({
  name: z.string(),
  status: z.enum(['pass', 'drift', 'skipped', 'error']),
  /** Milliseconds of one answer, on average; absent where nothing was sent. */
  ms: z.int().optional(),
  /** A success of the host, and not of an emulator, was graded. */
  live: z.boolean().optional(),
  findings: z.array(RunFinding).default([]),
})
export type EndpointRun = z.infer<typeof EndpointRun>

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

/** One finding that somebody has accepted: in a baseline until a day, or for good in the memory. */
const Acceptance = z.object({
  kind: z.literal('accepted'),
  at: z.string(),
  endpoint: z.string(),
  path: z.string(),
  rule: z.string(),
  reason: z.string(),
  owner: z.string(),
  until: z.string().optional(),
})
export type Acceptance = z.infer<typeof Acceptance>

/** How often browsers have reported a finding of one build of the shop. */
const Sighting = z.object({
  kind: z.literal('seen'),
  at: z.string(),
  endpoint: z.string(),
  path: z.string(),
  rule: z.string(),
  build: z.string(),
  count: z.int(),
})
export type Sighting = z.infer<typeof Sighting>

export const HistoryRecord = z.discriminatedUnion('kind', [Run, Acceptance, Sighting])
export type HistoryRecord = z.infer<typeof HistoryRecord>

/** What the history keeps of a report. */
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

/** Baseline entries, or accepted deviations of the memory, as records of the history. */
export function acceptancesOf(
  entries: readonly (Omit<BaselineEntry, 'until'> & { until?: string })[],
  at: string,
): Acceptance[] {
  return entries.map(({ endpoint, path, rule, reason, owner, until }) => ({
    kind: 'accepted',
    at,
    endpoint,
    path,
    rule,
    reason,
    owner,
    ...(until ? { until } : {}),
  }))
}

/** The records of a file's text, and how many lines could not be read: a run that was killed leaves half a line. */
export function parseHistory(text: string): { records: HistoryRecord[]; unreadable: number } {
  const records: HistoryRecord[] = []
  let unreadable = 0
  for (const line of text.split('\n')) {
    if (line.trim() === '') continue
    const read = HistoryRecord.safeParse(parsed(line))
    if (read.success) records.push(read.data)
    else unreadable++
  }
  return { records, unreadable }
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}
