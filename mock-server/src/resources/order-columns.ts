// How the host's database reads the fields of an order.
import { type Fields, isNumeric, isPhpArray } from '../http/request/php-input.ts'

/** Recorded: the original software stores amounts in columns of eight digits, two of them decimals. */
export const COLUMN_MAX = 999_999.99

/**
 * An exception that leaks to the client. Recorded: the host returns any as it is, in a bare list, and stores nothing.
 */
export class LeakedException extends Error {
  readonly body: { errorInfo?: (string | number)[]; connectionName?: string }[]

  /** @param errorInfo the database's; without it, the exception has no public fields */
  constructor(...errorInfo: [state: string, code: number, text: string] | []) {
    super()
    this.body = [errorInfo.length === 0 ? {} : { errorInfo, connectionName: 'mysql' }]
  }
}

export const createOutOfRangeError = (column: string) =>
  new LeakedException('22003', 1264, `Out of range value for column '${column}' at row 1`)
const createTooLongError = (column: string) =>
  new LeakedException('22001', 1406, `Data too long for column '${column}' at row 1`)
const createNullError = (column: string) =>
  new LeakedException('23000', 1048, `Column '${column}' cannot be null`)
const createIncorrectValueError = (type: 'decimal' | 'integer', column: string, value: unknown) =>
  new LeakedException('22007', 1366, `Incorrect ${type} value: '${value}' for column '${column}' at row 1`)

export function readAmountColumn(fields: Fields, column: string, max: number): number {
  const value = fields[column]
  if (isPhpArray(value)) throw new LeakedException()
  if (value === null || value === undefined) throw createNullError(column)
  const amount = typeof value === 'boolean' ? Number(value) : value
  if (!isNumeric(amount)) throw createIncorrectValueError('decimal', column, amount)
  if (Math.abs(Number(amount)) > max) throw createOutOfRangeError(column)
  return Math.round(Number(amount) * 100) / 100
}

export function readIntegerColumn(fields: Fields, column: string): number {
  const value = typeof fields[column] === 'boolean' ? Number(fields[column]) : fields[column]
  if (isPhpArray(value)) throw new LeakedException()
  if (!isNumeric(value)) throw createIncorrectValueError('integer', column, value)
  if (!Number.isSafeInteger(Math.round(Number(value)))) throw createOutOfRangeError(column)
  return Math.round(Number(value))
}

export function readTextColumn(fields: Fields, column: string, maxLength: number): string | null {
  if (isPhpArray(fields[column])) throw new LeakedException()
  const value = fields[column] ?? null
  const text = value === null ? null : String(value)
  if (text !== null && text.length > maxLength) throw createTooLongError(column)
  return text
}

/** Reads the columns of a line. @throws LeakedException for values that cannot be stored */
export function readLineColumns({ quantity, variant, variation }: Fields) {
  if (quantity === null) throw createNullError('quantity')
  if (!isNumeric(quantity) || variant === undefined || variation === undefined) throw new LeakedException()
  const json = { variant: JSON.stringify(variant), variation: JSON.stringify(variation) }
  for (const [column, text] of Object.entries(json)) if (text.length > 255) throw createTooLongError(column)
  return { quantity: readIntegerColumn({ quantity }, 'quantity'), ...json }
}
