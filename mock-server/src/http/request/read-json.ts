/** A malformed or too large request, which the server refuses with status 400. */
export class RefusedRequest extends Error {
  override name = 'RefusedRequest'
  readonly statusCode = 400
}

/** Very deep bodies could overflow the stack; the host's have fewer than ten levels. */
const MAX_DEPTH = 64
/** Maximum number of values, because validation creates several errors for each invalid one. */
const MAX_VALUES = 10_000

/** Returns undefined for a body that is empty or not JSON. @throws RefusedRequest if it exceeds a limit */
export function readJson(text: string): unknown {
  if (text === '') return undefined
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    // Recorded: the host reads such a body as empty.
    return undefined
  }
  return boundBody(value)
}

/** Removes `__proto__` keys, which could pollute prototypes. @throws RefusedRequest if a limit is exceeded */
export function boundBody(body: unknown): unknown {
  let count = 0
  const bound = (value: unknown, depth: number): unknown => {
    if (++count > MAX_VALUES) throw new RefusedRequest(`A body may have at most ${MAX_VALUES} values.`)
    if (value === null || typeof value !== 'object') return value
    if (depth >= MAX_DEPTH) throw new RefusedRequest(`The body is nested deeper than ${MAX_DEPTH} levels.`)
    if (Array.isArray(value)) return value.map((inner) => bound(inner, depth + 1))
    const copy: Record<string, unknown> = {}
    for (const key in value)
      if (key !== '__proto__') copy[key] = bound((value as Record<string, unknown>)[key], depth + 1)
    return copy
  }
  return bound(body, 0)
}
