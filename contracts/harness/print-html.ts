import { type Cause, causesOf, namesOf } from './cause.ts'
import { sentence } from './print-terminal.ts'
import { printable } from './printable.ts'
import type { EndpointReport, Report } from './report.ts'

/** One page that needs nothing beside it: styles inside, no script, no address of another host. */
export function printHtml(report: Report): string {
  const findings = causesOf(report.endpoints).map(causeBlock)
  const problems = report.baseline.map(
    (each) =>
      `<li>Baseline entry ${each.problem}: <code>${text(`${each.endpoint} ${each.path} ${each.rule}`)}</code></li>`,
  )
  const started = text(report.startedAt)
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>Contract of ${text(report.target)}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>Contract of ${text(report.target)}</h1>
<p class="outcome ${report.summary.exitCode === 0 ? 'pass' : 'drift'}">${text(sentence(report))}</p>
<p>Started <time datetime="${started}">${started}</time></p>
${findings.length + problems.length === 0 ? '' : `<h2>Findings</h2>\n<ul class="problems">${problems.join('')}</ul>\n${findings.join('\n')}`}
${report.host === 'provider' ? endpointTable(report) : ''}
</main>
</body>
</html>
`
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

function endpointRow({ status, name, method, path, evidence, reason, notes }: EndpointReport): string {
  const remarks = [reason, ...notes].filter((each) => each !== undefined).join('; ')
  return `<tr class="${status}"><td>${status}</td><td>${text(name)}</td><td><code>${text(`${method} ${path}`)}</code></td><td>${text(evidence.text)}</td><td>${text(remarks)}</td></tr>`
}

function causeBlock(cause: Cause): string {
  const { finding } = cause
  const sample =
    finding.sample === undefined
      ? ''
      : `<dt>Sample</dt><dd><code>${text(JSON.stringify(finding.sample))}</code></dd>`
  return `<article class="${finding.class}">
<h3>${text(namesOf(cause))} <code>${text(finding.where)}</code></h3>
<dl><dt>Class</dt><dd>${finding.class}; ${text(finding.verdict)}</dd>
<dt>Expected</dt><dd>${text(finding.expected)}</dd>
<dt>Actual</dt><dd>${text(finding.actual)}${finding.count > 1 ? ` (${finding.count} times)` : ''}</dd>${sample}
<dt>Repeat</dt><dd><pre>${text(finding.curl)}</pre></dd></dl>
</article>`
}

function text(value: string): string {
  return printable(value)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}

const STYLE = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { margin: 0; } main { max-width: 75rem; margin: auto; padding: 1rem; }
h1 { font-size: 1.5rem; } h2 { font-size: 1.2rem; margin-top: 2rem; } h3 { font-size: 1rem; margin: 0 0 .5rem; }
.outcome { padding: .75rem 1rem; border-left: .4rem solid; } .pass { border-color: #1a7f37; } .drift { border-color: #cf222e; }
article { border: 1px solid #8888; border-left: .4rem solid; padding: .75rem 1rem; margin: 0 0 1rem; border-radius: .25rem; }
.breaking { border-left-color: #cf222e; } .behaviour { border-left-color: #bf8700; } .additive { border-left-color: #0969da; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .25rem 1rem; margin: 0; } dd { margin: 0; min-width: 0; }
pre { margin: 0; white-space: pre-wrap; overflow-wrap: anywhere; } code { overflow-wrap: anywhere; }
.wide { overflow-x: auto; } table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; padding: .35rem .75rem; border-bottom: 1px solid #8884; vertical-align: top; }
tr.drift td:first-child, tr.error td:first-child { color: #cf222e; font-weight: 600; }
`
