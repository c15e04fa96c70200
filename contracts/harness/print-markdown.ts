import { sentence } from './print-terminal.ts'
import type { EndpointReport, Finding, Report } from './report.ts'

/** Markdown for a GitHub step summary or an issue. */
export function printMarkdown(report: Report): string {
  const found = report.endpoints.flatMap((endpoint) =>
    [...endpoint.findings, ...endpoint.emulator].map((finding) => ({ endpoint, finding })),
  )
  return [
    `## Contract: ${code(report.target)}`,
    '',
    `${sentence(report)}. Started ${report.startedAt}.`,
    '',
    ...(found.length === 0 ? [] : ['### Findings', '', ...found.flatMap(findingLines)]),
    ...report.baseline.map(
      (each) =>
        `- baseline entry ${each.problem}: ${code(`${each.endpoint} ${each.path} ${each.rule}`)} (${cell(each.reason)})`,
    ),
    '### Endpoints',
    '',
    '| | Endpoint | Evidence | |',
    '|---|---|---|---|',
    ...report.endpoints.map(endpointRow),
    '',
  ].join('\n')
}

const SIGNS = { pass: '✅', drift: '❌', skipped: '➖', error: '⚠️' }

function endpointRow({ status, name, method, path, evidence, reason, notes }: EndpointReport): string {
  const details = [reason, ...notes].filter((each) => each !== undefined).join('; ')
  return `| ${SIGNS[status]} | ${name} ${code(`${method} ${path}`)} | ${evidence.text} | ${cell(details)} |`
}

function findingLines({ endpoint, finding }: { endpoint: EndpointReport; finding: Finding }): string[] {
  const times = finding.count > 1 ? ` (${finding.count} times)` : ''
  return [
    `- **${finding.class}** ${endpoint.name} at ${code(finding.where)}: expected ${code(finding.expected)}, got ${code(finding.actual)}${times}. *${finding.verdict}*`,
    '',
    '  ```sh',
    `  ${finding.curl.replaceAll('```', '` ` `')}`,
    '  ```',
    '',
  ]
}

function code(text: string): string {
  const plain = text.replaceAll('\n', ' ').replaceAll('|', '\\|')
  return plain.includes('`') ? `\`\` ${plain} \`\`` : `\`${plain}\``
}

function cell(text: string): string {
  return text.replaceAll('\n', ' ').replaceAll('|', '\\|').replaceAll('<', '&lt;')
}
