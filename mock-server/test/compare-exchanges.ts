import { isPlainObject } from 'contracts/describe-value'

export type RecordedResponse = { status: number; headers: Record<string, string>; body: unknown }

export type RecordedExchange = {
  name: string
  request: { method: string; path: string; headers: Record<string, string>; body: unknown }
  response: RecordedResponse
}

/** Headers whose values depend on the moment. Only their presence is compared. */
const MOMENTARY_HEADERS = new Set(['retry-after', 'x-ratelimit-remaining', 'x-ratelimit-reset'])

/** Compares status, headers, keys, types, codes and texts of errors, but not the values of the catalogue. */
export function compareResponses(recorded: RecordedResponse, received: RecordedResponse): string[] {
  const differences: string[] = []
  if (recorded.status !== received.status) differences.push(`status ${recorded.status}: ${received.status}`)
  for (const [name, value] of Object.entries(recorded.headers)) {
    const other = received.headers[name]
    const isSame = MOMENTARY_HEADERS.has(name)
      ? other !== undefined
      : comparedValue(name, value) === comparedValue(name, other)
    if (!isSame) differences.push(`header ${name} ${value}: ${other}`)
  }
  if (recorded.body === '' || received.body === '') {
    if (recorded.body !== received.body) differences.push('one body is empty')
    return differences
  }
  return [...differences, ...compareBodies(recorded.body, received.body)]
}

const comparedValue = (name: string, value: string | undefined) =>
  name === 'location' && value ? new URL(value).pathname : value

function compareBodies(recorded: unknown, received: unknown): string[] {
  if (typeof recorded === 'string') return typeof received === 'string' ? [] : ['a page: JSON']
  const [before, after] = [shapesIn(recorded), shapesIn(received)]
  const paths = new Set([...before.keys(), ...after.keys()])
  return [...paths].flatMap((path) => {
    // Rows of a list can be compared only if both lists have rows.
    const list = path.slice(0, path.lastIndexOf('[]'))
    if (path.includes('[]') && !(hasRows(before, list) && hasRows(after, list))) return []
    const [expected, actual] = [before.get(path), after.get(path)]
    if (!expected) return [`${path} is additional`]
    if (!actual) return [`${path} is missing`]
    return [...expected].some((shape) => actual.has(shape))
      ? []
      : [`${path} ${[...expected].join('|')}: ${[...actual].join('|')}`]
  })
}

const hasRows = (shapes: ReadonlyMap<string, unknown>, list: string) => shapes.has(`${list}[]`)

/** Returns the types at each path, with the texts of errors. A text that contains JSON is read like JSON. */
function shapesIn(body: unknown): Map<string, Set<string>> {
  const shapes = new Map<string, Set<string>>()
  const add = (path: string, shape: string) => shapes.set(path, (shapes.get(path) ?? new Set()).add(shape))
  const visit = (value: unknown, path: string) => {
    const inner = decoded(value)
    add(path, isText(path) ? String(value) : typeOf(value))
    if (Array.isArray(inner)) for (const row of inner) visit(row, `${path}[]`)
    else if (isPlainObject(inner))
      for (const [key, field] of Object.entries(inner)) visit(field, `${path}.${key}`)
  }
  visit(body, '$')
  return shapes
}

/** Whether a path is that of a code or a text of a refusal. */
const isText = (path: string) => /^\$\.(errors(\[\])?\.(code|message)|message)$|errorInfo\[\]$/.test(path)

function typeOf(value: unknown): string {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'list' : typeof value
}

function decoded(value: unknown): unknown {
  if (typeof value !== 'string' || !/^[[{]/.test(value)) return value
  try {
    return JSON.parse(value)
  } catch {
    return value
  }
}
