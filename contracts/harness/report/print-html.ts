import { type Cause, causesOf, namesOf, screensText, verdictText } from '../check/causes.ts'
import { htmlPage, escapeHtml as text } from './html-page.ts'
import { resultOf, sentence } from './print-terminal.ts'
import type { EndpointReport, Report } from './report.ts'

/** Formats the report as an HTML page. */
export function printHtml(report: Report): string {
  const findings = causesOf(report.endpoints).map(causeBlock)
  const problems = report.baseline.map(
    (each) =>
      `<li>Baseline entry ${each.problem}: <code>${text(`${each.endpoint} ${each.path} ${each.rule}`)}</code></li>`,
  )
  const started = text(report.startedAt)
  return htmlPage(
    `Contract of ${report.target}`,
    `<p class="outcome ${report.summary.exitCode === 0 ? 'pass' : 'drift'}">${text(sentence(report))}</p>
<p>Started <time datetime="${started}">${started}</time></p>
${findings.length + problems.length === 0 ? '' : `<h2>Findings</h2>\n<ul class="problems">${problems.join('')}</ul>\n${findings.join('\n')}`}
${report.leftBehind.length === 0 ? '' : `<h2>Left on the host</h2>\n<ul>${report.leftBehind.map((each) => `<li>${text(each)}</li>`).join('')}</ul>`}
${report.host === 'provider' ? endpointTable(report) : ''}`,
    STYLE,
  )
}

function endpointTable({ endpoints }: Report): string {
  return `<h2>Endpoints</h2>
<div class="wide"><table>
<thead><tr><th scope="col">Result</th><th scope="col">Endpoint</th><th scope="col">Call</th><th scope="col">Evidence</th><th scope="col">Remarks</th></tr></thead>
<tbody>
${endpoints.map(endpointRow).join('\n')}
</tbody>
</table></div>`
}

function endpointRow(endpoint: EndpointReport): string {
  const { name, method, path, evidence, reason, notes } = endpoint
  const result = resultOf(endpoint)
  const remarks = [reason, ...notes].filter((each) => each !== undefined).join('; ')
  return `<tr class="${result}"><td>${result}</td><td>${text(name)}</td><td><code>${text(`${method} ${path}`)}</code></td><td>${text(evidence.text)}</td><td>${text(remarks)}</td></tr>`
}

function causeBlock(cause: Cause): string {
  const { finding } = cause
  const screens = screensText(cause)
  const sample =
    finding.sample === undefined
      ? ''
      : `<dt>Sample</dt><dd><code>${text(JSON.stringify(finding.sample))}</code></dd>`
  return `<article class="${finding.class}">
<h3>${text(namesOf(cause))} <code>${text(finding.where)}</code></h3>
<dl><dt>Class</dt><dd>${finding.class}; ${text(verdictText(finding))}</dd>
<dt>Expected</dt><dd>${text(finding.expected)}</dd>
<dt>Actual</dt><dd>${text(finding.actual)}${finding.count > 1 ? ` (${finding.count} times)` : ''}</dd>${screens ? `<dt>Screens</dt><dd>${text(screens)}</dd>` : ''}${sample}
<dt>Repeat</dt><dd><pre>${text(finding.curl)}</pre></dd></dl>
</article>`
}

const STYLE = `
tr.drift td:first-child, tr.error td:first-child { color: var(--drifted); font-weight: 600; }
`
