/** A JSON object: neither null nor a list. */
export function isPlainObject(value: unknown): value is Record<string, unknown> {
  return value !== null && typeof value === 'object' && !Array.isArray(value)
}

/** The kind of a value, never the value itself: answers carry people's data. */
export function describeValue(value: unknown): string {
  if (value === undefined) return 'nothing'
  if (value === null) return 'null'
  if (Array.isArray(value)) return value.length === 0 ? 'an empty list' : 'a list'
  if (typeof value === 'string') return value === '' ? 'empty text' : 'text'
  if (typeof value === 'number') return Number.isInteger(value) ? 'a whole number' : 'a fraction'
  if (typeof value === 'boolean') return 'a boolean'
  return 'an object'
}

/** How long a text is, roughly: enough to compare shapes, too little to recognise a person. */
export function lengthClass(text: string): string {
  const { length } = text
  if (length === 0) return 'empty text'
  if (length <= 8) return 'text of 1 to 8'
  if (length <= 32) return 'text of 9 to 32'
  return length <= 255 ? 'text of 33 to 255' : 'text over 255'
}

/** A key as it is when it can be a name, else how long it is. rule: never cut, or part of a secret could be left. */
export function describeKey(key: string): string {
  return key.length <= 60 ? key : `a key: ${lengthClass(key)}`
}

/** Keys and types of a value, to three levels and twelve keys; texts are length classes. Holds no personal data. */
export function describeShape(value: unknown, depth = 3): unknown {
  if (typeof value === 'string') return lengthClass(value)
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

/** A new value of an enumeration as it is when it is a word or a small number, else its kind only. */
export function safeWord(value: unknown): string {
  if (typeof value === 'number' && Math.abs(value) < 1000) return String(value)
  return typeof value === 'string' && /^[a-z][a-z_ -]{0,30}$/i.test(value)
    ? JSON.stringify(value)
    : describeValue(value)
}
