/** Whether a value is an object, not null or an array. */
export function isPlainObject(value: unknown): value is Record<string, unknown> {
  return value !== null && typeof value === 'object' && !Array.isArray(value)
}

/** Returns the type of a value, never the value itself, because responses contain personal data. */
export function describeValue(value: unknown): string {
  if (value === undefined) return 'missing'
  if (value === null) return 'null'
  if (Array.isArray(value)) return value.length === 0 ? 'empty array' : 'array'
  if (typeof value === 'string') return value === '' ? 'empty string' : 'string'
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number'
  return typeof value === 'boolean' ? 'boolean' : 'object'
}

/** Returns a length class, which is precise enough to compare shapes but too coarse to identify a person. */
export function lengthClassOf(text: string): string {
  const { length } = text
  if (length === 0) return 'empty string'
  if (length <= 8) return 'string(1–8)'
  if (length <= 32) return 'string(9–32)'
  return length <= 255 ? 'string(33–255)' : 'string(256+)'
}

/**
 * Returns a short key unchanged and the length class of a long one. Keys are never truncated, because a prefix could
 * leak a secret.
 */
export function describeKey(key: string): string {
  return key.length <= 60 ? key : `key: ${lengthClassOf(key)}`
}

/** Returns the keys and types of a value, up to three levels and twelve keys per object, without personal data. */
export function describeShape(value: unknown, depth = 3): unknown {
  if (typeof value === 'string') return lengthClassOf(value)
  if (Array.isArray(value)) {
    if (value.length === 0 || depth === 0) return describeValue(value)
    return [describeShape(value[0], depth - 1)]
  }
  if (!isPlainObject(value) || depth === 0) return describeValue(value)
  const entries = Object.entries(value).slice(0, 12)
  return Object.fromEntries(
    entries.map(([key, inner]) => [describeKey(key), describeShape(inner, depth - 1)]),
  )
}

/** Returns a new enum value if it is a word or a small number, otherwise its type. */
export function toSafeWord(value: unknown): string {
  if (typeof value === 'number' && Math.abs(value) < 1000) return String(value)
  return typeof value === 'string' && /^[a-z][a-z_ -]{0,30}$/i.test(value)
    ? JSON.stringify(value)
    : describeValue(value)
}
