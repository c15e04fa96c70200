import type { EndpointReport, Report, ReportedFinding } from '../harness/report/report.ts'

// Records for tests of reports, so that they need no run.

export const findingWith = (change: Partial<ReportedFinding> = {}): ReportedFinding => ({
  class: 'breaking',
  rule: 'type',
  where: '$.id',
  expected: 'a',
  actual: 'b',
  count: 1,
  verdict: 'provider drifted',
  case: 'lists',
  curl: 'curl',
  ...change,
})

export const rowWith = (change: Partial<EndpointReport> = {}): EndpointReport => ({
  name: 'a',
  method: 'GET',
  path: '/a',
  status: 'pass',
  evidence: { kind: 'never', text: 'never' },
  findings: [],
  accepted: [],
  assumptions: [],
  emulator: [],
  pages: [],
  notes: [],
  leftOut: 0,
  requests: 1,
  ms: 1,
  ...change,
})

export const problemWith = (
  change: Partial<Report['baseline'][number]> = {},
): Report['baseline'][number] => ({
  endpoint: 'a',
  path: '$',
  rule: 'type',
  problem: 'unused',
  reason: 'r',
  ...change,
})

export function reportWith({
  summary,
  ...change
}: Partial<Omit<Report, 'summary'>> & { summary?: Partial<Report['summary']> } = {}): Report {
  return {
    target: 'https://host.test',
    startedAt: '2026-11-20T09:00:00.000Z',
    rulesPage: 'docs/findings.md',
    versions: { tool: '1.2.3', contract: 'abc123' },
    host: 'provider',
    leftBehind: [],
    endpoints: [rowWith()],
    baseline: [],
    ...change,
    summary: {
      endpoints: 1,
      pass: 1,
      drift: 0,
      skipped: 0,
      error: 0,
      breaking: 0,
      behaviour: 0,
      additive: 0,
      accepted: 0,
      emulator: 0,
      verified: 1,
      requests: 1,
      recorded: 0,
      ms: 1,
      exitCode: 0,
      outcome: 'kept',
      ...summary,
    },
  }
}
