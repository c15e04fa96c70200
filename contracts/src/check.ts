import type { z } from 'zod'
import { fits, optionFor } from './check-union.ts'
import {
  describeExpected,
  describeKey,
  describeShape,
  describeValue,
  isPlainObject,
  safeWord,
} from './describe.ts'
import type { Endpoint } from './endpoint.ts'

/**
 * How much a departure can hurt. `breaking`: a client could break. `behaviour`: status, headers, access, timing.
 * `additive`: news that a tolerant client does not notice, a field or a value that nobody has declared.
 */
export type FaultKind = 'breaking' | 'behaviour' | 'additive'

/** Stable names of what can be wrong with a body: baselines are keyed by them, never by a text. */
export type BodyRule = 'missing' | 'null' | 'type' | 'value' | 'format' | 'unsafe-number' | 'length' | 'extra'

/**
 * One way in which an answer departs from its contract. `path` is a JSON path with `[]` for list items, so that a
 * fault in every element of a list is told once, with a count. `$status` stands for the status.
 */
export type Fault = {
  kind: FaultKind
  rule: BodyRule | 'status'
  path: string
  expected: string
  actual: string
  count: number
  /** The shape of the first value that was found wrong: types and length classes, never the value itself. */
  sample?: unknown
}

/** What an endpoint's contract says of one answer. An undeclared status is a fault at `$status`. */
export function checkAnswer(declared: Endpoint, status: number, body: unknown): Fault[] {
  const schema = declared.answers[status]
  if (!schema) {
    const expected = Object.keys(declared.answers).join(' or ')
    return [
      { kind: 'behaviour', rule: 'status', path: '$status', expected, actual: String(status), count: 1 },
    ]
  }
  return checkBody(schema, body)
}

/** Faults of a value against a schema: what breaks a reader, and fields and values nobody has declared. */
export function checkBody(schema: z.ZodType, value: unknown): Fault[] {
  const found = new Map<string, Fault>()
  const add: Add = (fault) => {
    const key = `${fault.rule} ${fault.path}`
    const known = found.get(key)
    if (known) {
      known.count++
      known.actual = joinKinds(known.actual, fault.actual)
    } else if (found.size < MOST_FAULTS) found.set(key, { ...fault, count: 1 })
  }
  walk(schema, value, '$', add)
  return [...found.values()]
}

/** `text` and `null` make `text or null`: a path is told once, whatever its elements are. */
export function joinKinds(known: string, more: string): string {
  const kinds = known.split(' or ')
  return kinds.includes(more) || kinds.length >= 4 ? known : `${known} or ${more}`
}

/** A host that sends a thousand new fields has told us enough with the first few hundred. */
const MOST_FAULTS = 200

/** `$.products[].price: expected number, got text (3 times)`. */
export function describeFault(fault: Pick<Fault, 'path' | 'expected' | 'actual' | 'count'>): string {
  const times = fault.count > 1 ? ` (${fault.count} times)` : ''
  return `${fault.path}: expected ${fault.expected}, got ${fault.actual}${times}`
}

/** The JSON path of a fault in people's notation, list positions kept: `$[3].price`. */
export function jsonPath(path: readonly PropertyKey[]): string {
  return path.reduce<string>(
    (text, part) => (typeof part === 'number' ? `${text}[${part}]` : joinPath(text, String(part))),
    '$',
  )
}

/** `$.a` and `b` make `$.a.b`; a key that is no plain word stands in brackets and quotes. */
export function joinPath(path: string, key: string): string {
  return /^[\w$-]{1,60}$/.test(key) ? `${path}.${key}` : `${path}[${JSON.stringify(describeKey(key))}]`
}

type Add = (fault: Omit<Fault, 'count'>) => void

/** Walks a value beside its schema. Only what the schema describes is descended into: depth is the schema's. */
function walk(schema: z.core.$ZodType, value: unknown, path: string, add: Add): void {
  const { def } = (schema as z.core.$ZodTypes)._zod
  switch (def.type) {
    case 'optional':
    case 'nonoptional':
    case 'readonly':
      if (value !== undefined || def.type === 'nonoptional') walk(def.innerType, value, path, add)
      return
    case 'nullable':
      if (value !== null) walkNullable(schema, def.innerType, value, path, add)
      return
    case 'unknown':
    case 'any':
      return
    case 'object':
      if (isPlainObject(value)) walkObject(schema, def, value, path, add)
      else wrongType(schema, value, path, add)
      return
    case 'record':
      if (isPlainObject(value)) {
        for (const [key, inner] of Object.entries(value)) walk(def.valueType, inner, joinPath(path, key), add)
      } else wrongType(schema, value, path, add)
      return
    case 'array':
      if (Array.isArray(value)) {
        for (const item of value) walk(def.element, item, `${path}[]`, add)
        walkChecks(schema, value, path, add)
      } else wrongType(schema, value, path, add)
      return
    case 'union': {
      const option = optionFor(def.options, value)
      if (option) walk(option, value, path, add)
      else wrongType(schema, value, path, add)
      return
    }
    default:
      // trap: JSON.parse reads more digits than JavaScript holds as another number.
      if (typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value)) {
        const about = { path, expected: 'a number up to 2^53', actual: 'a number beyond 2^53' }
        add({ kind: 'breaking', rule: 'unsafe-number', ...about })
      } else if (!isPlainlyRight(def, value) && !fits(schema, value)) wrongLeaf(schema, value, path, add)
  }
}

function walkNullable(
  schema: z.core.$ZodType,
  inner: z.core.$ZodType,
  value: unknown,
  path: string,
  add: Add,
): void {
  // A fault of the value itself is told with what the whole field may be, null included.
  walk(inner, value, path, (fault) =>
    add(
      fault.path === path && (fault.rule === 'type' || fault.rule === 'missing')
        ? { ...fault, expected: describeExpected(schema) }
        : fault,
    ),
  )
}

function walkObject(
  schema: z.core.$ZodType,
  { shape, catchall }: { shape: Record<string, z.core.$ZodType>; catchall?: z.core.$ZodType | undefined },
  value: Record<string, unknown>,
  path: string,
  add: Add,
): void {
  let sound = true
  for (const [key, inner] of Object.entries(shape)) {
    if (Object.hasOwn(value, key)) walk(inner, value[key], joinPath(path, key), add)
    else if (!isOptional(inner)) {
      sound = false
      const expected = describeExpected(inner)
      add({ kind: 'breaking', rule: 'missing', path: joinPath(path, key), expected, actual: 'nothing' })
    }
  }
  for (const [key, inner] of Object.entries(value)) {
    if (catchall || Object.hasOwn(shape, key)) continue
    const about = { path: joinPath(path, key), expected: 'no such field', actual: describeValue(inner) }
    add({ kind: 'additive', rule: 'extra', ...about, sample: describeShape(inner) })
  }
  if (sound) walkChecks(schema, value, path, add)
}

/** Rules over a whole object or list. A longer list than declared is data, not drift. */
function walkChecks(schema: z.core.$ZodType, value: object, path: string, add: Add): void {
  if (!(schema as z.core.$ZodTypes)._zod.def.checks?.length) return
  const parsed = (schema as z.ZodType).safeParse(value)
  for (const issue of parsed.error?.issues ?? []) {
    if (issue.code === 'custom') {
      const at = issue.path.reduce<string>((text, part) => joinPath(text, String(part)), path)
      add({ kind: 'breaking', rule: 'missing', path: at, expected: issue.message, actual: 'nothing' })
    } else if (issue.code === 'too_small' && issue.path.length === 0) {
      const expected = `a list of at least ${issue.minimum}`
      add({ kind: 'breaking', rule: 'length', path, expected, actual: describeValue(value) })
    }
  }
}

function wrongType(schema: z.core.$ZodType, value: unknown, path: string, add: Add): void {
  const about = {
    path,
    expected: describeExpected(schema),
    actual: describeValue(value),
    sample: describeShape(value),
  }
  add({
    kind: 'breaking',
    rule: value === null ? 'null' : value === undefined ? 'missing' : 'type',
    ...about,
  })
}

/** Most of an answer is texts and numbers without further rules: seen at a glance, a tenth of the time of a parse. */
function isPlainlyRight(def: z.core.$ZodTypes['_zod']['def'], value: unknown): boolean {
  if (def.type === 'boolean') return typeof value === 'boolean'
  if (def.type !== 'string' && def.type !== 'number') return false
  const { checks, format } = def as { checks?: unknown[]; format?: string }
  if (checks && checks.length > 0) return false
  if (def.type === 'string') return format === undefined && typeof value === 'string'
  if (format === undefined) return typeof value === 'number' && Number.isFinite(value)
  return format === 'safeint' && Number.isSafeInteger(value)
}

/** A text, number or boolean that does not fit: of another type, of another form, or a value not heard of yet. */
function wrongLeaf(schema: z.core.$ZodType, value: unknown, path: string, add: Add): void {
  const issue = (schema as z.ZodType).safeParse(value).error?.issues[0]
  const about = {
    path,
    expected: describeExpected(schema),
    actual: describeValue(value),
    sample: describeShape(value),
  }
  if (isNewValue(schema, value, issue)) {
    add({ kind: 'additive', rule: 'value', ...about, actual: safeWord(value) })
  } else if (typeof value === 'string' && issue && issue.code !== 'invalid_type') {
    const expected = issue.code === 'custom' ? issue.message : about.expected
    add({ kind: 'breaking', rule: 'format', ...about, expected, actual: 'text of another form' })
  } else wrongType(schema, value, path, add)
}

/** Of the right type, but not among the values declared. 0 or 1 are the values of a flag: a 2 is a new one. */
function isNewValue(schema: z.core.$ZodType, value: unknown, issue: z.core.$ZodIssue | undefined): boolean {
  const { def } = (schema as z.core.$ZodTypes)._zod
  const known: unknown[] =
    def.type === 'enum' ? Object.values(def.entries) : def.type === 'literal' ? def.values : []
  if (known.some((each) => typeof each === typeof value)) return true
  return typeof value === 'number' && (issue?.code === 'too_big' || issue?.code === 'too_small')
}

/** Whether a field may be absent. An unknown field may be anything, but it must be there. */
function isOptional(schema: z.core.$ZodType): boolean {
  const { def } = (schema as z.core.$ZodTypes)._zod
  if (def.type === 'optional') return true
  return def.type === 'nullable' || def.type === 'readonly' ? isOptional(def.innerType) : false
}
