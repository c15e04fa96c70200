import { RefusedRequest } from './refused-request.ts'

/** Lists and objects inside one another. No body of the host has ten; each level costs stack in every function that walks through it. */
const DEEPEST = 64

/**
 * The value of a JSON body, undefined for an empty one.
 * @throws RefusedRequest when it is no JSON or nested too deeply
 */
export function readJson(text: string): unknown {
  if (text === '') return undefined
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new RefusedRequest('The body is no JSON.')
  }
  return dropProto(value, 0)
}

/** A body may name `__proto__`; nothing of ours may ever follow it. */
function dropProto(value: unknown, depth: number): unknown {
  if (value === null || typeof value !== 'object') return value
  if (depth >= DEEPEST) throw new RefusedRequest(`The body is nested deeper than ${DEEPEST} levels.`)
  if (Array.isArray(value)) return value.map((inner) => dropProto(inner, depth + 1))
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => key !== '__proto__')
      .map(([key, inner]) => [key, dropProto(inner, depth + 1)]),
  )
}
