import type {
  Day,
  DayState,
  EndpointHistory,
  FindingHistory,
  HistorySummary,
  HostHistory,
} from '../memory/history-summary.ts'
import { count } from './exit-code.ts'
import { escapeHtml, htmlPage } from './print-html.ts'
import { printable } from './printable.ts'

const SIGNS: Record<DayState, string> = {
  kept: '.',
  additive: '+',
  drifted: 'D',
  unreachable: 'u',
  none: ' ',
}

/** Formats the history for a terminal: one row of days per endpoint, followed by each finding with its dates. */
export function printHistory({ hosts, acceptances }: HistorySummary): string {
  const lines = hosts.flatMap(hostLines)
  if (hosts.length > 0)
    lines.push('. kept, + additions, D drifted, u unreachable; one character per day, the last is today')
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
  const { target, runs, from, to, outcome, endpoints, neverValidated, findings } = host
  const span = day(from) === day(to) ? day(to) : `${day(from)} to ${day(to)}`
  return [
    `${target}: ${count(runs, 'run')}, ${span}; latest outcome: ${outcome}`,
    ...endpoints.map(endpointLine),
    ...(neverValidated.length > 0 ? [`  never validated: ${neverValidated.join(', ')}`] : []),
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
  const { endpoint, where, rule, first, last, runs, open, accepted } = finding
  const when = `${day(first)} to ${open ? 'now' : day(last)}, ${count(runs, 'run')}`
  const by = accepted ? `; accepted by ${accepted.owner}` : ''
  return `  ${open ? 'open' : 'gone'}  ${finding.class}  ${endpoint} ${where} ${rule}: ${when}${by}`
}

function day(at: string): string {
  return at.slice(0, 10)
}

const NAMES: Record<DayState, string> = {
  kept: 'kept',
  additive: 'kept, with additions',
  drifted: 'drifted',
  unreachable: 'unreachable',
  none: 'not validated',
}

/** Formats the history as an HTML page without scripts. Supports dark mode and small screens. */
export function printHistoryHtml(history: HistorySummary): string {
  const { hosts, acceptances, now } = history
  const body = [
    `<p class="faint">As of <time datetime="${escapeHtml(now)}">${escapeHtml(minute(now))}</time> UTC. Each square is a day; the last is today.</p>`,
    hosts.length === 0 ? '<p>No run has been recorded yet.</p>' : legend(),
    ...hosts.map(hostSection),
    acceptances.length === 0
      ? ''
      : table(
          'Accepted',
          ['On', 'By', 'Endpoint', 'Finding', 'Until', 'Reason'],
          acceptances.map((each) => [
            time(each.at),
            escapeHtml(each.owner),
            escapeHtml(each.endpoint),
            `<code>${escapeHtml(each.path)}</code> ${escapeHtml(each.rule)}`,
            each.until ? escapeHtml(each.until) : 'part of the profile',
            escapeHtml(each.reason),
          ]),
        ),
  ]
  return htmlPage('Contract history', body.filter(Boolean).join('\n'), STYLE)
}

function legend(): string {
  const items = Object.entries(NAMES).map(
    ([state, name]) => `<li><span class="day ${state}"></span>${name}</li>`,
  )
  return `<ul class="legend">${items.join('')}</ul>`
}

function hostSection(host: HostHistory): string {
  const { target, runs, from, to, outcome, exitCode, endpoints, neverValidated, findings } = host
  return `<section>
<h2>${escapeHtml(target)}</h2>
<p class="outcome ${exitCode === 0 ? 'pass' : 'drift'}">${escapeHtml(outcome)}</p>
<p>${count(runs, 'run')}, from ${time(from)} to ${time(to)}</p>
<ul class="endpoints">
${endpoints.map(endpointItem).join('\n')}
</ul>
${neverValidated.length === 0 ? '' : `<p class="faint">Never validated: ${neverValidated.map(escapeHtml).join(', ')}. Endpoints that write require <code>--write</code> or <code>--staging</code>.</p>`}
${findings.length === 0 ? '<p>No finding in any run.</p>' : `<h3>Findings</h3>\n${findings.map(findingBlock).join('\n')}`}
</section>`
}

function endpointItem({ name, days, latency, evidence }: EndpointHistory): string {
  const squares = days.map((day) => `<span class="day ${day.state}" title="${dayText(day)}"></span>`).join('')
  const speed = latency
    ? `${chart(days)}<span>${latency.last} ms<span class="faint">, median ${latency.median}</span></span>`
    : ''
  const isOld = evidence === null || evidence.days > 7
  return `<li><b>${escapeHtml(name)}</b><span class="strip" role="img" aria-label="${stripText(days)}">${squares}</span><span class="latency">${speed}</span><span class="${isOld ? 'old' : 'faint'}">${evidenceText(evidence)}</span></li>`
}

function dayText({ on, state, ms }: Day): string {
  return `${on}: ${NAMES[state]}${ms === null ? '' : `, ${ms} ms`}`
}

/** Describes a row of days for screen readers: `14 days: 11 kept, 3 drifted`. */
function stripText(days: readonly Day[]): string {
  const states = Object.keys(NAMES) as DayState[]
  const counts = states.flatMap((state) => {
    const n = days.filter((day) => day.state === state).length
    return n === 0 ? [] : [`${n} ${NAMES[state]}`]
  })
  return `${count(days.length, 'day')}: ${counts.join(', ')}`
}

const CHART = { width: 96, height: 20 }

/** Draws the latency per day as a line chart. Days without a response are omitted. */
function chart(days: readonly Day[]): string {
  const { width, height } = CHART
  const most = Math.max(1, ...days.map(({ ms }) => ms ?? 0))
  const points = days.flatMap(({ ms }, index) => {
    if (ms === null) return []
    const x = days.length === 1 ? 0 : (index / (days.length - 1)) * (width - 4)
    return [`${(2 + x).toFixed(1)},${(height - 2 - (ms / most) * (height - 4)).toFixed(1)}`]
  })
  return `<svg width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" aria-hidden="true"><polyline points="${points.join(' ')}"/></svg>`
}

function findingBlock(finding: FindingHistory): string {
  const { endpoint, where, rule, first, last, runs, open, accepted } = finding
  const facts: [string, string][] = [
    ['First seen', time(first)],
    ['Last seen', `${time(last)}, in ${count(runs, 'run')}${open ? '' : '; gone since then'}`],
    ...(accepted
      ? [
          [
            'Accepted',
            `${time(accepted.at)} by ${escapeHtml(accepted.owner)}${accepted.until ? `, until ${escapeHtml(accepted.until)}` : ''}: ${escapeHtml(accepted.reason)}`,
          ] satisfies [string, string],
        ]
      : []),
  ]
  return `<article class="${finding.class}${open ? '' : ' gone'}">
<h4>${escapeHtml(endpoint)} <code>${escapeHtml(where)}</code> <span class="faint">${escapeHtml(rule)}, ${finding.class}${open ? '' : ', gone'}</span></h4>
<dl>${facts.map(([name, value]) => `<dt>${name}</dt><dd>${value}</dd>`).join('')}</dl>
</article>`
}

function table(title: string, heads: readonly string[], rows: readonly (readonly string[])[]): string {
  return `<section><h2>${title}</h2>
<div class="wide" tabindex="0" role="region" aria-label="${title}"><table>
<thead><tr>${heads.map((each) => `<th scope="col">${each}</th>`).join('')}</tr></thead>
<tbody>${rows.map((cells) => `<tr>${cells.map((each) => `<td>${each}</td>`).join('')}</tr>`).join('\n')}</tbody>
</table></div></section>`
}

function time(at: string): string {
  return `<time datetime="${escapeHtml(at)}">${escapeHtml(minute(at))}</time>`
}

function minute(at: string): string {
  return at.slice(0, 16).replace('T', ' ')
}

const STYLE = `
h4 { font-size: 1rem; margin: 0 0 .35rem; overflow-wrap: anywhere; } h4 .faint { font-weight: 400; }
.legend, .endpoints { list-style: none; padding: 0; margin: 1rem 0; }
.legend { display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; } .legend li { display: flex; align-items: center; gap: .4rem; }
.endpoints li { display: grid; grid-template-columns: 12rem auto 1fr 12rem; gap: .25rem 1.5rem; align-items: center; padding: .4rem 0; border-bottom: 1px solid var(--line); }
.strip { display: flex; gap: 2px; align-items: center; } .latency { display: flex; gap: .5rem; align-items: center; white-space: nowrap; }
.day { display: inline-block; box-sizing: border-box; width: 14px; height: 14px; border-radius: 3px; background: var(--kept); }
.day.drifted { background: var(--drifted); height: 22px; } .day.none { background: none; border: 1px solid var(--line); }
.day.additive { background: linear-gradient(to top, var(--additive) 45%, var(--kept) 45%); }
.day.unreachable { background: repeating-linear-gradient(45deg, var(--faint) 0 2px, transparent 2px 4px); border: 1px solid var(--faint); }
svg polyline { fill: none; stroke: currentColor; stroke-width: 1.5; stroke-linejoin: round; }
table { min-width: 44rem; }
.old { color: var(--behaviour); } .gone { border-left-color: var(--line); }
@media (max-width: 60rem) {
  .endpoints li { grid-template-columns: 1fr auto; gap: .35rem 1rem; }
  .endpoints .strip { grid-column: 1 / -1; grid-row: 2; flex-wrap: wrap; }
  .endpoints .latency { grid-row: 3; } .endpoints li > :last-child { grid-row: 1; grid-column: 2; font-size: .875rem; white-space: nowrap; }
}
`
