/** Renders a matrix of faults as HTML: a row per page and endpoint, a column per fault. */
import { writeFileSync } from 'node:fs'
import { escapeHtml, htmlPage } from '../../../contracts/harness/report/html-page.ts'
import type { Screen } from '../shop/shop-screens.ts'

export type Result = {
  cell: Omit<Screen, 'name'> & { screen: string; endpoint: string; fault: string }
  problems: string[]
  /** Command that reproduces the cell. */
  see: string
}

/** Cells and how to check each. */
export type Matrix = {
  title: string
  columns: readonly string[]
  cells: readonly Result['cell'][]
  /** Each worker checks one cell at a time. */
  openWorker: () => Promise<(cell: Result['cell']) => Promise<string[]>>
  howToSee: (cell: Result['cell']) => string
}

/** Writes the table to a file. */
export function writeFaultTable(
  file: string,
  title: string,
  faults: readonly string[],
  results: readonly Result[],
): void {
  const rowOf = ({ screen, endpoint }: Result['cell']) => `${screen} ${endpoint}`
  const rows = [...new Set(results.map(({ cell }) => rowOf(cell)))].sort()
  const byPlace = new Map(results.map((result) => [`${rowOf(result.cell)} ${result.cell.fault}`, result]))
  const find = (row: string, fault: string) => byPlace.get(`${row} ${fault}`)
  const cellOf = (row: string, fault: string) => {
    const result = find(row, fault)
    if (!result) return '<td></td>'
    return result.problems.length === 0
      ? '<td class="ok">ok</td>'
      : `<td class="bad"><details><summary>${result.problems.length}</summary>${escapeHtml(result.problems.join(' '))}<br><code>${escapeHtml(result.see)}</code></details></td>`
  }
  const failed = results.filter(({ problems }) => problems.length > 0).length
  const body = `<p>${results.length} cells, ${results.length - failed} passed, ${failed} failed.</p>
<table><thead><tr><th>Screen and endpoint</th>${faults.map((fault) => `<th>${escapeHtml(fault)}</th>`).join('')}</tr></thead><tbody>
${rows.map((row) => `<tr><th scope="row">${escapeHtml(row)}</th>${faults.map((fault) => cellOf(row, fault)).join('')}</tr>`).join('\n')}
</tbody></table>`
  writeFileSync(file, htmlPage(title, body, STYLE))
}

const STYLE = `
main { max-width: none; } th, td { border: 1px solid var(--line); vertical-align: top; padding: .35rem .4rem; } thead th { position: sticky; top: 0; background: Canvas; }
.ok { color: var(--kept); } .bad { color: var(--drifted); } code { font-size: .875rem; }
`
