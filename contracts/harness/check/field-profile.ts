import { z } from 'zod'
import { accepts, type SchemaNode } from '../../src/schema/describe-schema.ts'
import { isPlainObject, toSafeWord } from '../../src/schema/describe-value.ts'
import { visit } from '../../src/schema/visit.ts'

const Frequency = z.enum(['always', 'sometimes', 'never'])

export const FieldProfile = z.object({
  /** Number of objects that could contain the field. */
  places: z.int(),
  present: Frequency,
  null: Frequency,
  /** Type names: string, number, boolean, array, object. */
  types: z.array(z.string()),
  /** Formats of string values: date, URL, integer, … */
  forms: z.array(z.string()).optional(),
  /** Declared values of an enum that occurred. */
  values: z.array(z.string()).optional(),
  /** Values that occurred in every run. */
  steady: z.array(z.string()).optional(),
  /** Minimum and maximum list length. */
  length: z.object({ least: z.int(), most: z.int() }).optional(),
  /** Whether the list was always sorted newest first. Absent if that is unknown for every list. */
  newestFirst: z.boolean().optional(),
})
export type FieldProfile = z.infer<typeof FieldProfile>

/** Minimum length of a list whose order is checked. A shorter list may be sorted by chance. */
const MIN_ORDERED = 5
/** Minimum number of different timestamps in such a list. With fewer, its order says little. */
const MIN_TIMES = 3

/** Adds the declared fields of a body. Undeclared fields are ignored, because their names may be personal data. */
export function addBody(fields: Record<string, FieldProfile>, schema: z.core.$ZodType, body: unknown): void {
  visit(
    schema,
    { $: body },
    {
      enter: ({ node, declared, holder, key, path, container }) => {
        if (container === 'object' || (container === 'body' && node.kind === 'array'))
          addField(fields, path, profileOf(holder[key], declared))
        return container !== 'record'
      },
    },
  )
}

/** Adds a profile of the field at a path. */
export function addField(fields: Record<string, FieldProfile>, path: string, more: FieldProfile): void {
  const field = fields[path]
  if (!field) {
    fields[path] = more
    return
  }
  field.places += more.places
  if (field.present !== more.present) field.present = 'sometimes'
  if (field.null !== more.null) field.null = 'sometimes'
  field.types = mergeSorted(field.types, more.types)
  if (more.forms) field.forms = mergeSorted(field.forms, more.forms)
  if (more.values) field.values = mergeSorted(field.values, more.values)
  if (more.length) {
    const { least, most } = field.length ?? more.length
    field.length = { least: Math.min(least, more.length.least), most: Math.max(most, more.length.most) }
  }
  if (more.newestFirst !== undefined) field.newestFirst = more.newestFirst && field.newestFirst !== false
}

/** Adds values to a list in ascending order. */
export function mergeSorted<T extends string | number>(list: T[] = [], more: readonly T[]): T[] {
  return more.every((value) => list.includes(value))
    ? list
    : [...new Set([...list, ...more])].sort((a, b) => (a < b ? -1 : 1))
}

function profileOf(value: unknown, node: SchemaNode): FieldProfile {
  const isPresent = value !== undefined && value !== null
  const isEnum = node.kind === 'enum' || node.kind === 'literal'
  return {
    places: 1,
    present: value === undefined ? 'never' : 'always',
    null: value === null ? 'always' : 'never',
    types: isPresent ? [Array.isArray(value) ? 'array' : typeof value] : [],
    ...(Array.isArray(value)
      ? profileOfList(value)
      : isPresent && isEnum
        ? { values: accepts(node, value) ? [toSafeWord(value)] : [] }
        : typeof value === 'string'
          ? { forms: [formOf(value)] }
          : {}),
  }
}

function profileOfList(list: readonly unknown[]): Partial<FieldProfile> {
  const newestFirst = isNewestFirst(list)
  return {
    length: { least: list.length, most: list.length },
    ...(newestFirst === null ? {} : { newestFirst }),
  }
}

const FORMS: readonly [name: string, pattern: RegExp][] = [
  ['empty', /^\s*$/],
  ['integer', /^-?\d+$/],
  ['decimal', /^-?\d+\.\d+$/],
  ['date', /^\d{4}-\d\d-\d\d([T ]|$)/],
  ['URL', /^https?:\/\//i],
  ['e-mail', /^[^\s@]+@[^\s@]+$/],
  ['file', /^[^/\\?#:@\s]{1,200}\.\w{2,5}$/],
  ['HTML', /^\s*</],
  ['JSON', /^\s*[[{]/],
]

/** Returns the name of a string's format, never the string itself. */
function formOf(text: string): string {
  return FORMS.find(([, pattern]) => pattern.test(text))?.[0] ?? 'other'
}

/** Whether a list is sorted newest first. Null if it has too few items or different timestamps, or an item has none. */
function isNewestFirst(list: readonly unknown[]): boolean | null {
  const times = list.map((row) => (isPlainObject(row) ? (row.created_at ?? row.createdAt) : undefined))
  if (times.length < MIN_ORDERED || new Set(times).size < MIN_TIMES) return null
  if (!times.every((time) => typeof time === 'string')) return null
  return times.every((time, index) => index === 0 || String(times[index - 1]) >= String(time))
}
