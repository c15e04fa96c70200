/** The fault matrix as a page: a row for each screen and endpoint, a column for each fault. */
import { writeFileSync } from 'node:fs'

export type Result = {
  cell: { screen: string; path: string; endpoint: string; fault: string }
  problems: string[]
  /** The command that shows it. */
  see: string
}

const escapeHtml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

/** Writes the table to a file. */
export function writeFaultTable(file: string, faults: readonly string[], results: readonly Result[]): void {
  const rows = [...new Set(results.map(({ cell }) => `${cell.screen} ${cell.endpoint}`))]
  const find = (row: string, fault: string) =>
    results.find(({ cell }) => `${cell.screen} ${cell.endpoint}` === row && cell.fault === fault)
  const cellOf = (row: string, fault: string) => {
    const result = find(row, fault)
    if (!result) return '<td></td>'
    return result.problems.length === 0
      ? '<td class="ok">ok</td>'
      : `<td class="bad"><details><summary>${result.problems.length}</summary>${escapeHtml(result.problems.join(' '))}<br><code>${escapeHtml(result.see)}</code></details></td>`
  }
  const failed = results.filter(({ problems }) => problems.length > 0).length
  writeFileSync(
    file,
    `<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Fault matrix</title>
<style>
body{font:16px/1.4 system-ui;margin:2rem}table{border-collapse:collapse}th,td{border:1px solid #ccc;padding:.375rem .5rem;text-align:start;vertical-align:top}
thead th{position:sticky;top:0;background:#fff}.ok{background:#dff0e4}.bad{background:#fbe4e2}code{font-size:.875rem}
</style>
<h1>Fault matrix</h1><p>${results.length} cells, ${results.length - failed} passed, ${failed} failed.</p>
<table><thead><tr><th>Screen and endpoint</th>${faults.map((fault) => `<th>${escapeHtml(fault)}</th>`).join('')}</tr></thead><tbody>
${rows.map((row) => `<tr><th scope="row">${escapeHtml(row)}</th>${faults.map((fault) => cellOf(row, fault)).join('')}</tr>`).join('\n')}
</tbody></table></html>
`,
  )
}
