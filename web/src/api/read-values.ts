/** Keys under which hosts of this product family wrap a list. */
const WRAPPERS = ['products', 'data', 'items']

/** Lists within lists that are followed. */
const DEEPEST = 20

/**
 * The list in an answer, however it is wrapped: a list, a list of lists, an object with `products` or `data`, or a list
 * that PHP sent as an object because its numbering had a hole.
 * Flat, without nulls. Never throws; an answer without a list is an empty list.
 */
export function readList(body: unknown, depth = 0): unknown[] {
  if (depth > DEEPEST) return []
  if (Array.isArray(body)) {
    return body.flatMap((item) =>
      Array.isArray(item) || wrappedList(item) ? readList(item, depth + 1) : item == null ? [] : [item],
    )
  }
  const inside = wrappedList(body)
  return inside === null ? [] : readList(inside, depth + 1)
}

/** A thing with an id or a name is an item, even if it carries a list of its own. */
function wrappedList(value: unknown): unknown {
  if (value === null || typeof value !== 'object' || 'id' in value || 'name' in value) return null
  for (const key of WRAPPERS) {
    const inside = (value as Record<string, unknown>)[key]
    if (inside !== null && typeof inside === 'object') return inside
  }
  const numbers = Object.keys(value)
  return numbers.length > 0 && numbers.every((key) => /^\d+$/.test(key)) ? Object.values(value) : null
}

/** A field that may be a list, the JSON text of one, or a single value; nulls and blanks are left out. */
export function readField(value: unknown): unknown[] {
  if (Array.isArray(value)) return value.filter((item) => item !== null && item !== undefined && item !== '')
  if (value === null || value === undefined || value === '') return []
  if (typeof value === 'string' && /^\s*[[{]/.test(value)) {
    try {
      return readField(JSON.parse(value))
    } catch {
      return []
    }
  }
  return [value]
}

type KnownKey<T> = T extends unknown ? keyof { [K in keyof T as string extends K ? never : K]: K } : never

/** The fields of a declared object, each of unknown type: a field that is renamed there no longer compiles here. */
export type Loose<T> = { readonly [K in KnownKey<T>]?: unknown }

/**
 * The value as an object whose fields may be read; an empty one for anything else. With a type argument only the
 * fields of that type may be read: `readObject<Product>(body).price`.
 */
export function readObject(value: unknown): Record<string, unknown>
export function readObject<T extends object>(value: unknown): Loose<T>
export function readObject(value: unknown): Record<string, unknown> {
  return value !== null && typeof value === 'object' && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : {}
}

/** Letters of a text that are taken from the wire: a longer one is a mistake there, and would slow a phone down. */
const LONGEST = 10_000

/** A text of the wire, trimmed. A number counts as one: a phone may have been stored so. '' for anything else. */
export function readString(value: unknown): string {
  return typeof value === 'number' ? String(value) : readText(value)
}

/** A text of the wire, trimmed; '' for anything else. */
export function readText(value: unknown, longest = LONGEST): string {
  return typeof value === 'string' ? value.slice(0, longest).trim() : ''
}

/** An id: a positive whole number, or the text of one; null for anything else. */
export function readId(value: unknown): number | null {
  const id = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  return typeof id === 'number' && Number.isInteger(id) && id > 0 ? id : null
}
