import { isPlainObject } from 'contracts/describe-value'
import { SoftwareCrash } from '../response/failures.ts'

/** The fields of a request, from its body and its query. */
export type Fields = Readonly<Record<string, unknown>>

/** Source R2: Laravel trims all texts but these. */
const UNTRIMMED_FIELDS = new Set(['password', 'password_confirmation', 'current_password'])

/** Trims texts and replaces empty ones with null, at any depth. Source R1: as Laravel does. */
export function readFields(input: object): Fields {
  return Object.fromEntries(
    Object.entries(input).map(([name, value]) => [name, cleanValue(value, UNTRIMMED_FIELDS.has(name))]),
  )
}

function cleanValue(value: unknown, isUntrimmed = false): unknown {
  if (typeof value === 'string') return (isUntrimmed ? value : value.trim()) || null
  if (Array.isArray(value)) return value.map((inner) => cleanValue(inner))
  return isPlainObject(value) ? readFields(value) : value
}

/** Whether PHP calls a value an array: a list or an object of JSON. */
export const isPhpArray = (value: unknown): value is object => typeof value === 'object' && value !== null

/** Returns the text that PHP makes of a scalar; null for null. */
function scalarText(value: unknown): string | null {
  if (value === null || value === undefined || typeof value === 'object') return null
  return typeof value === 'boolean' ? (value ? '1' : '') : String(value)
}

/**
 * Returns a value as a text column stores it.
 * @throws SoftwareCrash for an array, and for a text that is too long. Recorded: for both, the original software fails
 * with 500
 */
export function readTextColumnOrCrash(fields: Fields, column: string, maxLength = 255): string | null {
  const value = fields[column]
  if (isPhpArray(value)) throw new SoftwareCrash(`${column} is an array`)
  const text = scalarText(value)
  if (text !== null && text.length > maxLength)
    throw new SoftwareCrash(`${column} is longer than its column of ${maxLength} characters`)
  return text
}

/** Returns what a query compares a column with. Source R2: Laravel takes the first element of an array. */
export function toComparedText(value: unknown): string {
  if (!isPhpArray(value)) return scalarText(value) ?? ''
  return toComparedText(Object.values(value)[0])
}

/** Returns the number at the beginning of a text, as the database reads it; 0 if there is none. */
export function databaseNumber(value: unknown): number {
  const [number = '0'] = /^\s*[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?/i.exec(toComparedText(value)) ?? []
  return Number(number)
}

/** Whether PHP calculates with a value without a warning. */
export function isNumeric(value: unknown): boolean {
  if (typeof value === 'number') return true
  return typeof value === 'string' && /^\s*[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?\s*$/i.test(value)
}
