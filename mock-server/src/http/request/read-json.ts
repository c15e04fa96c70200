/** A malformed request that the server refuses with 400 before routing. */
export class RefusedRequest extends Error {
  override name = 'RefusedRequest'
  readonly statusCode = 400
}

/**
 * Maximum nesting of lists and objects. Very deep bodies could overflow the stack; the host's have fewer than ten levels.
 */
const MAX_DEPTH = 64

/**
 * Parses a JSON body. Returns undefined for an empty one.
 * @throws RefusedRequest if it is not JSON or nested too deeply
 */
export function readJson(text: string): unknown {
  if (text === '') return undefined
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new RefusedRequest('The body is not valid JSON.')
  }
  return dropProto(value, 0)
}

/** Removes `__proto__` keys to prevent prototype pollution. */
function dropProto(value: unknown, depth: number): unknown {
  if (value === null || typeof value !== 'object') return value
  if (depth >= MAX_DEPTH) throw new RefusedRequest(`The body is nested deeper than ${MAX_DEPTH} levels.`)
  if (Array.isArray(value)) return value.map((inner) => dropProto(inner, depth + 1))
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => key !== '__proto__')
      .map(([key, inner]) => [key, dropProto(inner, depth + 1)]),
  )
}
