import { printable } from '../../src/printable.ts'
import { actualText, type Cause, causesOf, namesOf, remarksOf, verdictText } from './causes.ts'
import { resultOf, summarize } from './print-terminal.ts'
import type { EndpointReport, Report } from './report.ts'

export function printHtml(report: Report): string {
  const findings = causesOf(report.endpoints).map(causeBlock)
  const problems = report.baseline.map(
    (entry) =>
      `<li>Baseline entry ${entry.problem}: <code>${escapeHtml(`${entry.endpoint} ${entry.path} ${entry.rule}`)}</code></li>`,
  )
  const started = escapeHtml(report.startedAt)
  return htmlPage(
    `Contract of ${report.target}`,
    `<p class="outcome ${report.summary.exitCode === 0 ? 'pass' : 'drift'}">${escapeHtml(summarize(report))}</p>
<p>Started <time datetime="${started}">${started}</time></p>
${findings.length + problems.length === 0 ? '' : `<h2>Findings</h2>\n<ul class="problems">${problems.join('')}</ul>\n${findings.join('\n')}`}
${report.leftBehind.length === 0 ? '' : `<h2>Left on the host</h2>\n<ul>${report.leftBehind.map((text) => `<li>${escapeHtml(text)}</li>`).join('')}</ul>`}
${report.host === 'provider' ? endpointTable(report) : ''}`,
    'tr.drift td:first-child, tr.error td:first-child { color: var(--drifted); font-weight: 600; }',
  )
}

function endpointTable({ endpoints }: Report): string {
  return `<h2>Endpoints</h2>
<div class="wide"><table>
<thead><tr><th scope="col">Result</th><th scope="col">Endpoint</th><th scope="col">Request</th><th scope="col">Evidence</th><th scope="col">Remarks</th></tr></thead>
<tbody>
${endpoints.map(endpointRow).join('\n')}
</tbody>
</table></div>`
}

function endpointRow(endpoint: EndpointReport): string {
  const { name, method, path, evidence } = endpoint
  const result = resultOf(endpoint)
  return `<tr class="${result}"><td>${result}</td><td>${escapeHtml(name)}</td><td><code>${escapeHtml(`${method} ${path}`)}</code></td><td>${escapeHtml(evidence.text)}</td><td>${escapeHtml(remarksOf(endpoint))}</td></tr>`
}

function causeBlock(cause: Cause): string {
  const { finding } = cause
  const sample =
    finding.sample === undefined
      ? ''
      : `<dt>Sample</dt><dd><code>${escapeHtml(JSON.stringify(finding.sample))}</code></dd>`
  return `<article class="${finding.class}">
<h3>${escapeHtml(namesOf(cause))} <code>${escapeHtml(finding.where)}</code></h3>
<dl><dt>Class</dt><dd>${finding.class}; ${escapeHtml(verdictText(finding))}</dd>
<dt>Expected</dt><dd>${escapeHtml(finding.expected)}</dd>
<dt>Actual</dt><dd>${escapeHtml(actualText(finding))}</dd>${sample}
<dt>Repeat</dt><dd><pre>${escapeHtml(finding.curl)}</pre></dd></dl>
</article>`
}

/**
 * Returns a self-contained page without scripts or external requests.
 * @param body HTML; all text in it must be escaped with `escapeHtml`
 */
export function htmlPage(title: string, body: string, style = ''): string {
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
  return printable(value)
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
dl { display: grid; grid-template-columns: max-content 1fr; gap: .25rem 1rem; margin: 0; } dd { margin: 0; min-width: 0; overflow-wrap: anywhere; }
pre { margin: 0; white-space: pre-wrap; overflow-wrap: anywhere; } code { overflow-wrap: anywhere; }
.wide { overflow-x: auto; } table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; padding: .35rem .75rem; border-bottom: 1px solid var(--line); vertical-align: top; }
.faint { color: var(--faint); }
`
