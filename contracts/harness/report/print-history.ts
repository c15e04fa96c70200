import type {
  DayState,
  EndpointHistory,
  FindingHistory,
  HistorySummary,
  HostHistory,
} from '../memory/history-summary.ts'
import { count } from './exit-code.ts'
import { printable } from './printable.ts'

const SIGNS: Record<DayState, string> = {
  kept: '.',
  additive: '+',
  drifted: 'D',
  unreachable: 'u',
  none: ' ',
}

/** Formats the history for a terminal: a strip of days per endpoint, then each finding with its dates. */
export function printHistory({ hosts, sightings, acceptances }: HistorySummary): string {
  const lines = hosts.flatMap(hostLines)
  if (hosts.length > 0)
    lines.push('. kept, + additions, D drifted, u unreachable; one character per day, ending today')
  if (sightings.length > 0) {
    lines.push('', 'Reported by browsers')
    for (const { endpoint, path, rule, build, count: times, at } of sightings)
      lines.push(`  ${count(times, 'time')}  ${endpoint} ${path} ${rule}; build ${build}, last ${day(at)}`)
  }
  if (acceptances.length > 0) {
    lines.push('', 'Accepted')
    for (const { endpoint, path, rule, owner, reason, until, at } of acceptances)
      lines.push(
        `  ${day(at)} by ${owner}${until ? ` until ${until}` : ''}: ${endpoint} ${path} ${rule} (${reason})`,
      )
  }
  return `${lines.map(printable).join('\n')}\n`
}

function hostLines(host: HostHistory): string[] {
  const { target, runs, from, to, outcome, endpoints, neverJudged, findings } = host
  const span = day(from) === day(to) ? day(to) : `${day(from)} to ${day(to)}`
  return [
    `${target}: ${count(runs, 'run')}, ${span}; the last: ${outcome}`,
    ...endpoints.map(endpointLine),
    ...(neverJudged.length > 0 ? [`  never judged: ${neverJudged.join(', ')}`] : []),
    ...(findings.length > 0 ? ['', 'Findings', ...findings.map(findingLine)] : []),
    '',
  ]
}

function endpointLine({ name, days, latency, evidence }: EndpointHistory): string {
  const filmstrip = days.map(({ state }) => SIGNS[state]).join('')
  const speed = latency ? `${latency.last} ms` : ''
  return `  ${name.padEnd(22)} |${filmstrip}| ${speed.padStart(8)}  ${evidenceText(evidence)}`
}

/** Returns `verified live today`, `verified live 3 days ago`, or `never verified live`. */
export function evidenceText(evidence: EndpointHistory['evidence']): string {
  if (!evidence) return 'never verified live'
  return `verified live ${evidence.days === 0 ? 'today' : `${count(evidence.days, 'day')} ago`}`
}

function findingLine(finding: FindingHistory): string {
  const { endpoint, where, rule, first, last, runs, open, accepted, seen } = finding
  const when = `${day(first)} to ${open ? 'now' : day(last)}, ${count(runs, 'run')}`
  const by = accepted ? `; accepted by ${accepted.owner}` : ''
  const shoppers = seen > 0 ? `; reported by browsers ${count(seen, 'time')}` : ''
  return `  ${open ? 'open' : 'gone'}  ${finding.class}  ${endpoint} ${where} ${rule}: ${when}${by}${shoppers}`
}

function day(at: string): string {
  return at.slice(0, 10)
}
