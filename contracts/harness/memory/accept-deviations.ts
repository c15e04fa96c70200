import type { Report, ReportedFinding } from '../report/report.ts'
import type { Observed, ObservedEndpoint, ObservedField } from './observed.ts'

/** Whether a finding is a deviation from what was observed. */
export function isDeviation({ rule }: Pick<ReportedFinding, 'rule'>): boolean {
  return rule.startsWith('observed-')
}

/** The memory with the deviations of a report taken into it: what was observed before no longer counts there. */
export function acceptDeviations(
  observed: Observed,
  report: Report,
  by: { reason: string; owner: string; only: readonly string[] | null; on: string },
): { observed: Observed; moved: number } {
  const { reason, owner, only, on } = by
  const endpoints = structuredClone(observed.endpoints)
  const accepted = [...observed.accepted]
  for (const { name, findings } of report.endpoints) {
    const endpoint = endpoints[name]
    if (!endpoint || (only && !only.includes(name) && !only.includes(name.split('.')[0] as string))) continue
    for (const finding of findings.filter(isDeviation)) {
      move(endpoint, finding)
      accepted.push({ endpoint: name, path: finding.where, rule: finding.rule, reason, owner, on })
    }
  }
  return { observed: { endpoints, accepted }, moved: accepted.length - observed.accepted.length }
}

function move(endpoint: ObservedEndpoint, { rule, where, actual }: ReportedFinding): void {
  const number = Number.parseInt(actual, 10)
  switch (rule) {
    case 'observed-status':
      endpoint.statuses = [...endpoint.statuses, number].sort()
      return
    case 'observed-header':
      endpoint.headers = endpoint.headers.filter((each) => where !== `$headers.${each}`)
      return
    case 'observed-size':
      endpoint.bytes = number
      return
    case 'observed-slow':
      endpoint.latency = { median: number, p95: number, samples: [number] }
      return
    default: {
      const field = endpoint.fields[where]
      if (field) moveField(field, rule, actual)
    }
  }
}

function moveField(field: ObservedField, rule: string, actual: string): void {
  if (rule === 'observed-missing') field.present = 'sometimes'
  else if (rule === 'observed-null') field.null = 'sometimes'
  else if (rule === 'observed-type') field.types = [...field.types, ...actual.split(' or ')].sort()
  else if (rule === 'observed-empty' && field.length) field.length.least = 0
  else if (rule === 'observed-value') field.steady = []
  else if (rule === 'observed-order') field.newestFirst = false
  else if (rule === 'observed-form' && field.forms) field.forms = [...field.forms, 'other'].sort()
}
