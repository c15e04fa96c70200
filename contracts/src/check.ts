import type { z } from 'zod'
import type { Endpoint } from './endpoint.ts'

/**
 * One way in which a body departs from its contract. `path` is a JSON path with `[]` for list items, so that a
 * fault in every element of a list is told once, with a count.
 */
export type Fault = {
  kind: 'breaking' | 'additive'
  path: string
  expected: string
  actual: string
  count: number
}

/** What an endpoint's contract says of one answer. An undeclared status is a fault at `$status`. */
export function checkAnswer(declared: Endpoint, status: number, body: unknown): Fault[] {
  const schema = declared.answers[status]
  if (!schema) {
    const expected = Object.keys(declared.answers).join(' or ')
    return [{ kind: 'breaking', path: '$status', expected, actual: String(status), count: 1 }]
  }
  return checkBody(schema, body)
}

/** Faults of a value against a schema: what breaks a reader, and fields nobody has declared. */
export function checkBody(schema: z.ZodType, value: unknown): Fault[] {
  const found = new Map<string, Fault>()
  const add = (fault: Omit<Fault, 'count'>) => {
    const key = `${fault.kind} ${fault.path} ${fault.expected} ${fault.actual}`
    const known = found.get(key)
    if (known) known.count++
    else found.set(key, { ...fault, count: 1 })
  }
  const parsed = schema.safeParse(value)
  if (!parsed.success) for (const issue of parsed.error.issues) addIssue(issue, value, '$', add)
  addUnknownFields(schema, value, '$', add)
  return [...found.values()]
}

/** `$.products[].price: expected number, got text (3 times)`. */
export function describeFault(fault: Fault): string {
  const times = fault.count > 1 ? ` (${fault.count} times)` : ''
  return `${fault.path}: expected ${fault.expected}, got ${fault.actual}${times}`
}

/** The JSON path of a fault in people's notation, list positions kept: `$[3].price`. */
export function jsonPath(path: readonly PropertyKey[]): string {
  return path.reduce<string>(
    (text, part) => text + (typeof part === 'number' ? `[${part}]` : `.${String(part)}`),
    '$',
  )
}

type Add = (fault: Omit<Fault, 'count'>) => void
type Issue = z.core.$ZodIssue

function addIssue(issue: Issue, root: unknown, base: string, add: Add) {
  const at = base + generalPath(issue.path)
  const value = valueAt(root, issue.path)
  if (issue.code === 'invalid_union') {
    // Tell the option that came closest: the one with the fewest complaints, and of those the deepest.
    const options = [...issue.errors].sort((a, b) => a.length - b.length || depth(b) - depth(a))
    const closest = options[0]
    if (closest && closest.length > 0 && depth(closest) > 0) {
      for (const inner of closest) addIssue(inner, value, at, add)
      return
    }
  }
  add({ kind: 'breaking', path: at, expected: expectation(issue), actual: describeValue(value) })
}

function depth(issues: readonly Issue[]): number {
  return Math.max(0, ...issues.map((issue) => issue.path.length))
}

function expectation(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.expected
    case 'invalid_value':
      return issue.values.map((value) => JSON.stringify(value)).join(' | ')
    case 'invalid_format':
      return issue.pattern ? `text like ${issue.pattern}` : issue.format
    case 'invalid_union': {
      const expected = issue.errors.flatMap((errors) => errors.map(expectation))
      return [...new Set(expected)].join(' | ')
    }
    case 'too_small':
      return `at least ${issue.minimum}`
    case 'too_big':
      return `at most ${issue.maximum}`
    default:
      return issue.message
  }
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

function generalPath(path: readonly PropertyKey[]): string {
  return path.map((part) => (typeof part === 'number' ? '[]' : `.${String(part)}`)).join('')
}

function valueAt(root: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (value, part) =>
      value !== null && typeof value === 'object' ? (value as Record<PropertyKey, unknown>)[part] : undefined,
    root,
  )
}

/** Walks a value beside its schema and tells of every key that the schema does not know. */
function addUnknownFields(schema: z.core.$ZodType, value: unknown, path: string, add: Add) {
  const { def } = (schema as z.core.$ZodTypes)._zod
  switch (def.type) {
    case 'optional':
    case 'nullable':
    case 'readonly':
    case 'nonoptional':
      if (value != null) addUnknownFields(def.innerType, value, path, add)
      return
    case 'array':
      if (Array.isArray(value)) {
        for (const item of value) addUnknownFields(def.element, item, `${path}[]`, add)
      }
      return
    case 'union': {
      const fitting = def.options.find((option) => (option as z.ZodType).safeParse(value).success)
      if (fitting) addUnknownFields(fitting, value, path, add)
      return
    }
    case 'object': {
      if (value === null || typeof value !== 'object' || Array.isArray(value)) return
      const shape: Record<string, z.core.$ZodType> = def.shape
      for (const [key, inner] of Object.entries(value)) {
        const known = Object.hasOwn(shape, key) ? shape[key] : undefined
        if (known) addUnknownFields(known, inner, `${path}.${key}`, add)
        else
          add({
            kind: 'additive',
            path: `${path}.${key}`,
            expected: 'no such field',
            actual: describeValue(inner),
          })
      }
    }
  }
}
