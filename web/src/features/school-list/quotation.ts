import { readObject } from '../../api/read-values.ts'
import { limits } from '../../config/limits.ts'
import { orderTotal } from '../../domain/money.ts'
import type { DeliveryMode } from '../../domain/navigation-state.ts'
import type { TodaysProduct, TodaysProducts } from '../../domain/product.ts'
import { savedTexts, useDraft } from '../../platform/draft.ts'
import { readJson, writeJson } from '../../platform/storage.ts'
import type { ListLine } from './list-link.ts'

/** The form fields for a quotation. Stored in this browser. */
export type QuotationDraft = {
  school: string
  contact: string
  phone: string
  delivery: DeliveryMode
  /** The distance from the shop, as typed. */
  kilometres: string
}

export const emptyQuotation: QuotationDraft = {
  school: '',
  contact: '',
  phone: '',
  delivery: 'pickup',
  kilometres: '',
}

/** How long a quotation's prices are valid, in days. */
export const VALID_DAYS = 14

/** A line of a quotation. Prices are in shillings, or null if the product isn't sold today. */
export type QuotationLine = {
  name: string
  isbn: string
  quantity: number
  price: number | null
  sum: number | null
  /** The line's note and any problem with its price or stock; '' if there are none. */
  remark: string
}

export type Quotation = {
  lines: QuotationLine[]
  /** In shillings; null while a price is unknown. */
  subtotal: number | null
  /** In shillings; null while the distance or the rate is unknown. */
  fee: number | null
  /** In shillings, without delivery if the fee is unknown; null while a price is unknown. */
  total: number | null
}

/** Returns the quotation for a list. @param fee in shillings, before rounding; null if unknown */
export function quotationOf(
  lines: readonly ListLine[],
  products: TodaysProducts,
  fee: number | null,
): Quotation {
  const quoted = lines.map((line) => quoteLine(line, products.get(line.id) ?? 'loading'))
  const isKnown = lines.every(({ id }) => {
    const product = products.get(id) ?? 'loading'
    return product !== 'loading' && product !== 'failed'
  })
  const subtotal = isKnown ? quoted.reduce((sum, line) => sum + (line.sum ?? 0), 0) : null
  return {
    lines: quoted,
    subtotal,
    fee,
    total: subtotal === null ? null : orderTotal(subtotal, fee ?? 0),
  }
}

function quoteLine(line: ListLine, product: TodaysProduct): QuotationLine {
  if (typeof product === 'string' || product.price === null) {
    const isGone = product === 'gone' || typeof product === 'object'
    return {
      name: line.name,
      isbn: '',
      quantity: line.quantity,
      price: null,
      sum: null,
      remark: remarkOf(line, isGone ? 'not sold just now' : 'price not known yet'),
    }
  }
  const { name, tax, price, total_stock: stock } = product
  return {
    name,
    isbn: tax ?? '',
    quantity: line.quantity,
    price,
    sum: price * line.quantity,
    remark: remarkOf(
      line,
      stock !== null && stock < line.quantity ? `${Math.max(0, Math.floor(stock))} in stock` : '',
    ),
  }
}

const remarkOf = ({ note }: ListLine, state: string) => [note, state].filter(Boolean).join('; ')

/** Parses kilometres with a decimal point or comma. Returns null if the text is invalid. */
export function readKilometres(typed: string): number | null {
  const text = typed.trim().replace(',', '.')
  const value = Number(text)
  return /^\d{1,4}(\.\d+)?$/.test(text) && value <= 1000 ? value : null
}

/**
 * Returns a quotation number, such as `Q-20261121-2`.
 * @param nth the quotation's position among those of that day, starting at 1
 */
export function quotationNumber(day: Date, nth: number): string {
  const [date = ''] = new Date(day.getTime() - day.getTimezoneOffset() * 60_000).toISOString().split('T')
  return `Q-${date.replaceAll('-', '')}-${nth}`
}

const DAY_MS = 86_400_000

/** Returns the last day on which a quotation is valid. */
export function validUntil(day: Date): Date {
  return new Date(day.getTime() + VALID_DAYS * DAY_MS)
}

/** Returns the label of a quotation's total. */
export const totalLabel = (fee: number | null): string => (fee === null ? 'Total without delivery' : 'Total')

/** Returns the rows of the spreadsheet, with amounts in whole shillings. */
export function tableOf({ lines, fee, subtotal, total }: Quotation): (string | number | null)[][] {
  return [
    ['Item', 'ISBN', 'Quantity', 'Price (UGX)', 'Sum (UGX)', 'Remark'],
    ...lines.map(({ name, isbn, quantity, price, sum, remark }) => [
      name,
      isbn,
      quantity,
      price,
      sum,
      remark,
    ]),
    ['Subtotal', null, null, null, subtotal, null],
    ['Delivery', null, null, null, fee === null ? null : Math.round(fee), null],
    [totalLabel(fee), null, null, null, total, `rounded to the nearest ${limits.moneyStep}`],
  ]
}

/**
 * Formats a table as CSV (RFC 4180). Escapes formulas, so that spreadsheets treat them as text.
 * @returns CSV with a byte order mark, which tells spreadsheets that it is UTF-8
 */
export function csvOf(table: readonly (readonly (string | number | null)[])[]): string {
  const cell = (value: string | number | null) => {
    if (typeof value !== 'string') return value === null ? '' : String(value)
    const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value
    return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
  }
  return `\uFEFF${table.map((row) => row.map(cell).join(',')).join('\r\n')}\r\n`
}

/** Downloads a blob as a file. */
function save(content: Blob, name: string): void {
  const link = document.createElement('a')
  const url = URL.createObjectURL(content)
  link.href = url
  link.download = name
  link.click()
  // Releases the URL later, when the download has started and no longer needs it.
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}

export function saveCsv(quotation: Quotation, number: string): void {
  save(new Blob([csvOf(tableOf(quotation))], { type: 'text/csv;charset=utf-8' }), `${number}.csv`)
}

/** Downloads the quotation as a spreadsheet. Loads a library on the first call, and rejects if that fails. */
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

const COUNTER = 'quotationCounter'

/** Returns the school's details, which this browser stores for the next quotation. */
export function useQuotationDraft() {
  return useDraft<QuotationDraft>('quotation', (stored) => {
    const texts = savedTexts(stored, emptyQuotation)
    return { ...texts, delivery: texts.delivery === 'home' ? 'home' : 'pickup' }
  })
}

/**
 * Returns the quotation number for a list. This is the next number of the day, unless the list already has a number
 * for that day, for example after a reload.
 */
export function numberFor(fragment: string, day: Date): string {
  const [first = ''] = quotationNumber(day, 0).split(/-0$/)
  const stored = readObject(readJson(COUNTER))
  const list = stored.day === first && Array.isArray(stored.lists) ? (stored.lists as unknown[]) : []
  const known = list.indexOf(fragment)
  if (known === -1) writeJson(COUNTER, { day: first, lists: [...list, fragment] })
  return quotationNumber(day, (known === -1 ? list.length : known) + 1)
}
