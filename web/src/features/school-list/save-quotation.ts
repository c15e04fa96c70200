import type { Quotation } from './quotation.ts'
import { csvOf, tableOf } from './quotation.ts'

/** Hands a file to the browser, as if it had been downloaded. */
function save(content: Blob, name: string): void {
  const link = document.createElement('a')
  const address = URL.createObjectURL(content)
  link.href = address
  link.download = name
  link.click()
  // The download has its own hold on the content by then.
  setTimeout(() => URL.revokeObjectURL(address), 10_000)
}

export function saveCsv(quotation: Quotation, number: string): void {
  save(new Blob([csvOf(tableOf(quotation))], { type: 'text/csv;charset=utf-8' }), `${number}.csv`)
}

/** As a spreadsheet, by a library that is fetched on the first press. Rejects where that cannot be had. */
export async function saveSpreadsheet(quotation: Quotation, number: string): Promise<void> {
  const { default: writeExcelFile } = await import('write-excel-file/browser')
  const [head = [], ...rows] = tableOf(quotation)
  const cells = [
    head.map((value) => ({ value: String(value), fontWeight: 'bold' as const })),
    ...rows.map((row) => row.map((value) => (value === null ? null : { value }))),
  ]
  const columns = [{ width: 44 }, { width: 18 }, { width: 10 }, { width: 14 }, { width: 14 }, { width: 24 }]
  save(await writeExcelFile(cells, { columns }).toBlob(), `${number}.xlsx`)
}
