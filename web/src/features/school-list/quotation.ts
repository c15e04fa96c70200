import { readObject } from '../../api/read-values.ts'
import { limits } from '../../config/limits.ts'
import { orderTotal } from '../../domain/money.ts'
import type { DeliveryMode } from '../../domain/navigation-state.ts'
import type { TodaysProduct, TodaysProducts } from '../../domain/product.ts'
import { savedTexts, useDraft } from '../../platform/draft.ts'
import { readJson, writeJson } from '../../platform/storage.ts'
import type { ListLine } from './list-link.ts'

/** What a school types into a quotation; kept on this phone. */
export type QuotationDraft = {
  school: string
  contact: string
  phone: string
  delivery: DeliveryMode
  /** As typed: the distance from the shop, which the delivery fee is computed from. */
  kilometres: string
}

export const emptyQuotation: QuotationDraft = {
  school: '',
  contact: '',
  phone: '',
  delivery: 'pickup',
  kilometres: '',
}

/** Days for which a quotation's prices are offered. */
export const VALID_DAYS = 14

/** A line of a quotation. Money is in shillings; null where the shop does not sell it today. */
export type QuotationLine = {
  name: string
  isbn: string
  quantity: number
  price: number | null
  sum: number | null
  /** The line's note, and why it is not sold or that there are fewer; '' for neither. */
  remark: string
}

export type Quotation = {
  lines: QuotationLine[]
  /** Shillings. Null while a price is not known. */
  subtotal: number | null
  /** Shillings; null while the distance or the rate is not known. */
  fee: number | null
  total: number | null
}

/** @param fee of the delivery in shillings, not rounded; null while it is not known */
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
    total: subtotal === null || fee === null ? null : orderTotal(subtotal, fee),
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
      remark: remarkOf(line, isGone ? 'not sold at present' : 'price not known yet'),
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

/** Kilometres as typed, with a point or a comma; null for what is no distance. */
export function readKilometres(typed: string): number | null {
  const text = typed.trim().replace(',', '.')
  const value = Number(text)
  return /^\d{1,4}(\.\d+)?$/.test(text) && value <= 1000 ? value : null
}

/** The number of a quotation: its day and how many were made on this phone that day, `Q-20261121-2`. */
export function quotationNumber(day: Date, nth: number): string {
  const [date = ''] = new Date(day.getTime() - day.getTimezoneOffset() * 60_000).toISOString().split('T')
  return `Q-${date.replaceAll('-', '')}-${nth}`
}

const DAY_MS = 86_400_000

/** The last day on which a quotation counts. */
export function validUntil(day: Date): Date {
  return new Date(day.getTime() + VALID_DAYS * DAY_MS)
}

/** The lines as a table for a spreadsheet; money as whole numbers in shillings. */
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
    ['Total', null, null, null, total, `rounded to the nearest ${limits.moneyStep}`],
  ]
}

/**
 * A table as CSV (RFC 4180). What a spreadsheet would run as a formula is given as text.
 * @returns with a byte order mark, by which spreadsheets know that it is UTF-8
 */
export function csvOf(table: readonly (readonly (string | number | null)[])[]): string {
  const cell = (value: string | number | null) => {
    if (typeof value !== 'string') return value === null ? '' : String(value)
    const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value
    return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
  }
  return `\uFEFF${table.map((row) => row.map(cell).join(',')).join('\r\n')}\r\n`
}

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

const COUNTER = 'quotationCounter'

/** The school's own words, kept on this phone from one quotation to the next. */
export function useQuotationDraft(): [QuotationDraft, (part: Partial<QuotationDraft>) => void] {
  const [draft, change] = useDraft<QuotationDraft>('quotation', (stored) => {
    const texts = savedTexts(stored, emptyQuotation)
    return { ...texts, delivery: texts.delivery === 'home' ? 'home' : 'pickup' }
  })
  return [draft, change]
}

/**
 * The number of the quotation for a list: the next one of the day, and the same one again for the same list, so that
 * a reload does not make another of it.
 */
export function numberFor(fragment: string, day: Date): string {
  const [first = ''] = quotationNumber(day, 0).split(/-0$/)
  const stored = readObject(readJson(COUNTER))
  const list = stored.day === first && Array.isArray(stored.lists) ? (stored.lists as unknown[]) : []
  const known = list.indexOf(fragment)
  if (known === -1) writeJson(COUNTER, { day: first, lists: [...list, fragment] })
  return quotationNumber(day, (known === -1 ? list.length : known) + 1)
}
