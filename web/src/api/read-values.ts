/** Keys under which hosts of this family wrap lists. */
const WRAPPERS = ['products', 'data', 'items']

/** Depth to which nested lists are flattened. */
const MAX_DEPTH = 20

/**
 * Returns the list in a response, which may be a list, nested lists, an object with one of WRAPPERS, or a list
 * that PHP sent as an object because of a gap in its indexes. The result is flat and without nulls. Never throws;
 * returns an empty list for a response without one.
 */
export function readList(body: unknown, depth = 0): unknown[] {
  if (depth > MAX_DEPTH) return []
  if (Array.isArray(body)) {
    return body.flatMap((item) =>
      Array.isArray(item) || wrappedList(item) ? readList(item, depth + 1) : item == null ? [] : [item],
    )
  }
  const inside = wrappedList(body)
  return inside === null ? [] : readList(inside, depth + 1)
}

/** Returns the list in an object. An object with an id or a name is an item, even if it contains a list. */
function wrappedList(value: unknown): unknown {
  if (value === null || typeof value !== 'object' || 'id' in value || 'name' in value) return null
  for (const key of WRAPPERS) {
    const inside = (value as Record<string, unknown>)[key]
    if (inside !== null && typeof inside === 'object') return inside
  }
  const numbers = Object.keys(value)
  return numbers.length > 0 && numbers.every((key) => /^\d+$/.test(key)) ? Object.values(value) : null
}

/** Reads a field that is a list, a list as JSON text, or a single value. Nulls and empty strings are removed. */
export function readListField(value: unknown): unknown[] {
  if (Array.isArray(value)) return value.filter((item) => item !== null && item !== undefined && item !== '')
  if (value === null || value === undefined || value === '') return []
  if (typeof value === 'string' && /^\s*[[{]/.test(value)) {
    try {
      return readListField(JSON.parse(value))
    } catch {
      return []
    }
  }
  return [value]
}

type KnownKey<T> = T extends unknown ? keyof { [K in keyof T as string extends K ? never : K]: K } : never

/** The fields of a declared object with unknown types, so that a renamed field fails to compile. */
export type Loose<T> = { readonly [K in KnownKey<T>]?: unknown }

/**
 * Returns a value as an object, or an empty object. With a type argument, only fields of that type can be read.
 * @example
 * readObject<Product>(body).price
 */
export function readObject(value: unknown): Record<string, unknown>
export function readObject<T extends object>(value: unknown): Loose<T>
export function readObject(value: unknown): Record<string, unknown> {
  return value !== null && typeof value === 'object' && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : {}
}

/** Maximum length of a text in characters. Longer ones are errors of the host and would slow down phones. */
const MAX_LENGTH = 10_000

/**
 * Reads a text, trimmed. A number becomes text: some hosts send names such as 1984 and phone numbers as numbers.
 * Returns '' for anything else. Lone surrogates are replaced as in the server's UTF-8, so that both render the same
 * text.
 */
export function readString(value: unknown, maxLength = MAX_LENGTH): string {
  if (typeof value === 'number') return String(value)
  if (typeof value !== 'string') return ''
  const text: string & { toWellFormed?: () => string } = value.slice(0, maxLength)
  // Newer: browsers from before 2023 have no toWellFormed, and keep the text as it is.
  return (text.toWellFormed?.() ?? text).trim()
}

/** Reads a number or numeric text. Returns NaN for anything else. Trap: converting an object to a number can throw. */
export function readNumber(value: unknown): number {
  const isText = typeof value === 'string' && value.trim() !== ''
  return typeof value === 'number' || isText ? Number(value) : Number.NaN
}

/** Reads a number or numeric text. Returns null for anything else and for unsafe integers. */
export function readSafeNumber(value: unknown): number | null {
  const number = readNumber(value)
  return Math.abs(number) <= Number.MAX_SAFE_INTEGER ? number : null
}

/** Reads an id: a positive integer, or one as text. Returns null for anything else. */
export function readId(value: unknown): number | null {
  const id = readNumber(value)
  return Number.isInteger(id) && id > 0 ? id : null
}
