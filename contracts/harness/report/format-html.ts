import { toPrintable } from '../../src/command-line/printable.ts'
import { explanationOf } from '../../src/schema/rules.ts'
import {
  type Cause,
  causesOf,
  formatActual,
  formatResponse,
  formatVerdict,
  namesOf,
  ruleUrlOf,
} from './causes.ts'
import { resultOf, summarize } from './format-terminal.ts'
import type { EndpointReport, Report, ReportedFinding } from './report.ts'
import { explainProblem, remarksOf, sectionsOf } from './sections.ts'

export function formatHtml(report: Report): string {
  const { startedAt, versions, summary } = report
  const findings = causesOf(report.endpoints).map((cause) => formatCause(cause, report))
  const formatList = (lines: readonly string[]) =>
    `<ul>${lines.map((line) => `<li>${escapeHtml(line)}</li>`).join('')}</ul>`
  const problems = report.baseline.length > 0 ? formatList(report.baseline.map(explainProblem)) : ''
  const started = escapeHtml(startedAt)
  return formatPage(
    `Contract of ${report.target}`,
    `<p class="outcome ${summary.exitCode === 0 ? 'pass' : 'drift'}">${escapeHtml(summarize(report))}</p>
<p>Started <time datetime="${started}">${started}</time>, contract command ${escapeHtml(versions.tool)}, contracts ${escapeHtml(versions.contract)}</p>
${findings.length === 0 && problems === '' ? '' : `<h2>Findings</h2>\n${problems}\n${findings.join('\n')}`}
${sectionsOf(report)
  .map(({ title, lines }) => `<h2>${escapeHtml(title)}</h2>\n${formatList(lines)}`)
  .join('\n')}
${report.host === 'provider' ? formatEndpointTable(report) : ''}`,
    TABLE_STYLE,
  )
}

/** Below 48rem, the rows become blocks, so that the remarks are on screen. */
const TABLE_STYLE = `
tr.drift td:first-child, tr.error td:first-child { color: var(--drifted); font-weight: 600; }
@media (max-width: 48rem) {
  dl { grid-template-columns: 1fr; } dd { margin-bottom: .5rem; }
  .endpoints thead { display: none; } .endpoints tr { display: block; padding: .5rem 0; border-bottom: 1px solid var(--line); }
  .endpoints td { display: block; border: 0; padding: 0 .25rem; overflow-wrap: anywhere; } .endpoints td:empty { display: none; }
  .endpoints td[data-label]::before { content: attr(data-label) ": "; color: var(--faint); }
}`

function formatEndpointTable(report: Report): string {
  return `<h2 id="endpoints">Endpoints</h2>
<div class="wide endpoints" role="region" aria-labelledby="endpoints" tabindex="0"><table>
<thead><tr><th scope="col">Result</th><th scope="col">Endpoint</th><th scope="col">Request</th><th scope="col">Evidence</th><th scope="col">Read by</th><th scope="col">Remarks</th></tr></thead>
<tbody>
${report.endpoints.map((endpoint) => formatEndpointRow(endpoint, report)).join('\n')}
</tbody>
</table></div>`
}

function formatEndpointRow(endpoint: EndpointReport, report: Report): string {
  const { name, method, path, evidence, pages } = endpoint
  const result = resultOf(endpoint)
  const formatCell = (label: string, text: string) =>
    text === '' ? '<td></td>' : `<td data-label="${label}">${escapeHtml(text)}</td>`
  return `<tr class="${result}"><td>${result}</td><td>${escapeHtml(name)}</td><td><code>${escapeHtml(`${method} ${path}`)}</code></td>${formatCell('Evidence', evidence.text)}${formatCell('Read by', pages.join(', '))}${formatCell('Remarks', remarksOf(endpoint, report))}</tr>`
}

function formatCause(cause: Cause, report: Report): string {
  const { finding, endpoints, isFromEmulator } = cause
  const formatRow = (term: string, text: string) =>
    text === '' ? '' : `\n<dt>${term}</dt><dd>${escapeHtml(text)}</dd>`
  const sample = finding.sample === undefined ? '' : JSON.stringify(finding.sample)
  const pages = [...new Set(endpoints.flatMap((endpoint) => endpoint.pages))]
  return `<article class="${finding.class}">
<h3>${escapeHtml(namesOf(cause))} <code>${escapeHtml(finding.where)}</code></h3>
<dl><dt>Class</dt><dd>${finding.class}; ${escapeHtml(formatVerdict(finding))}${isFromEmulator ? '; found in the emulator' : ''}</dd>${formatRow('Expected', finding.expected)}${formatRow('Actual', formatActual(finding))}
<dt>Rule</dt><dd>${formatRuleCell(finding, report)}</dd>${formatRow('Case', finding.case)}${formatRow('Read by', pages.join(', '))}${formatRow('Sample', sample)}${formatRow('Response', formatResponse(finding))}
<dt>Repeat</dt><dd><pre>${escapeHtml(finding.curl)}</pre></dd></dl>
</article>`
}

/** Returns the name of a rule with its explanation, and a link if the page is on the web. */
function formatRuleCell(finding: ReportedFinding, report: Report): string {
  const link = ruleUrlOf(report, finding)
  const name = escapeHtml(finding.rule)
  const where = link === '' ? '' : ` (${escapeHtml(link)})`
  const linkedName = /^https:/.test(link) ? `<a href="${escapeHtml(link)}">${name}</a>` : name + where
  return `${linkedName}: ${escapeHtml(explanationOf(finding.rule) ?? 'of another version')}`
}

/**
 * Returns a self-contained page without scripts or external requests.
 * @param body HTML; all text in it must be escaped with `escapeHtml`
 */
function formatPage(title: string, body: string, style = ''): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src data:">
<title>${escapeHtml(title)}</title>
<style>${STYLE}${style}</style>
</head>
<body>
<main>
<h1>${escapeHtml(title)}</h1>
${body}
</main>
</body>
</html>
`
}

/** Escapes text for use in elements and quoted attributes, and replaces unprintable characters. */
export function escapeHtml(value: string): string {
  return toPrintable(value)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')
}

const STYLE = `
:root {
  color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif;
  --kept: light-dark(#1a7f37, #3fb950); --drifted: light-dark(#cf222e, #ff7b72);
  --behaviour: light-dark(#9a6700, #d29922); --additive: light-dark(#0969da, #58a6ff);
  --faint: light-dark(#59636e, #9198a1); --line: light-dark(#d1d9e0, #3d444d);
}
body { margin: 0; background: light-dark(#fff, #0d1117); color: light-dark(#1f2328, #f0f6fc); }
main { max-width: 75rem; margin: auto; padding: 1rem; }
h1 { font-size: 1.5rem; overflow-wrap: anywhere; } h2 { font-size: 1.2rem; margin-top: 2rem; } h3 { font-size: 1rem; margin: 0 0 .5rem; }
.outcome { padding: .75rem 1rem; border-left: .4rem solid; } .pass { border-color: var(--kept); } .drift { border-color: var(--drifted); }
article { border: 1px solid var(--line); border-left: .4rem solid; padding: .75rem 1rem; margin: 0 0 1rem; border-radius: .25rem; }
.breaking { border-left-color: var(--drifted); } .behaviour { border-left-color: var(--behaviour); } .additive { border-left-color: var(--additive); }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .25rem 1rem; margin: 0; } dt { color: var(--faint); } dd { margin: 0; min-width: 0; overflow-wrap: anywhere; }
pre { margin: 0; white-space: pre-wrap; overflow-wrap: anywhere; } code { overflow-wrap: anywhere; }
.wide { overflow-x: auto; } table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; padding: .35rem .75rem; border-bottom: 1px solid var(--line); vertical-align: top; }
.faint { color: var(--faint); }
`
