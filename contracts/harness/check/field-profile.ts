import { z } from 'zod'
import { describeValue, isPlainObject, safeWord } from '../../src/schema/describe-value.ts'
import type { SchemaNode } from '../../src/schema/schema.ts'
import { visit } from '../../src/schema/visit.ts'

const Frequency = z.enum(['always', 'sometimes', 'never'])
export type Frequency = z.infer<typeof Frequency>

export const FieldProfile = z.object({
  /** Number of objects that could contain the field. */
  places: z.int(),
  present: Frequency,
  null: Frequency,
  /** Type names: string, number, boolean, array, object. */
  types: z.array(z.string()),
  /** Formats of string values: date, URL, integer, … */
  forms: z.array(z.string()).optional(),
  /** Values of a declared enum. */
  values: z.array(z.string()).optional(),
  /** Values that occurred in every run. */
  steady: z.array(z.string()).optional(),
  /** Minimum and maximum list length. */
  length: z.object({ least: z.int(), most: z.int() }).optional(),
  /** Whether the list was always sorted newest first. Absent if the items have no timestamps. */
  newestFirst: z.boolean().optional(),
})
export type FieldProfile = z.infer<typeof FieldProfile>

/** Statistics of a field over all counted bodies. */
type FieldCounts = {
  /** Number of objects that could contain the field. */
  places: number
  /** Number of objects that contain the field, including null. */
  present: number
  nulls: number
  /** Type names, as returned by `describeValue`. */
  types: Set<string>
  forms: Set<string>
  /** Values of a declared enum. */
  values: Set<string>
  length?: { least: number; most: number }
  newestFirst?: boolean
}

/** Statistics of the declared fields of an endpoint, by JSON path. */
export type BodyCounts = Map<string, FieldCounts>

/** Minimum length of a list whose order is checked. A shorter list may be sorted by chance. */
const MIN_ORDERED = 5

/** Adds a body to the counts. Undeclared fields are ignored, because their names may be personal data. */
export function countBody(counts: BodyCounts, schema: z.core.$ZodType, body: unknown): void {
  visit(
    schema,
    { $: body },
    {
      enter: ({ node, declared, holder, key, path, of }) => {
        if (of === 'object' || (of === 'body' && node.kind === 'array'))
          countField(counts, path, holder[key], declared)
        return node.kind !== 'record'
      },
    },
  )
}

function countField(counts: BodyCounts, path: string, value: unknown, node: SchemaNode): void {
  const field = counts.get(path) ?? emptyField()
  counts.set(path, field)
  field.places++
  if (value === undefined) return
  field.present++
  if (value === null) {
    field.nulls++
    return
  }
  field.types.add(Array.isArray(value) ? 'array' : value === '' ? 'string' : describeValue(value))
  if (Array.isArray(value)) countList(field, value)
  else if (node.kind === 'enum' || node.kind === 'literal') field.values.add(safeWord(value))
  else if (typeof value === 'string') field.forms.add(formOf(value))
}

function countList(field: FieldCounts, list: readonly unknown[]): void {
  const { least = list.length, most = list.length } = field.length ?? {}
  field.length = { least: Math.min(least, list.length), most: Math.max(most, list.length) }
  const newestFirst = isNewestFirst(list)
  if (newestFirst !== null) field.newestFirst = newestFirst && field.newestFirst !== false
}

function emptyField(): FieldCounts {
  return { places: 0, present: 0, nulls: 0, types: new Set(), forms: new Set(), values: new Set() }
}

/** Converts counts to a response profile. */
export function fieldProfiles(counts: BodyCounts): Record<string, FieldProfile> {
  return Object.fromEntries([...counts].map(([path, field]) => [path, profileOf(field)]))
}

function profileOf({
  places,
  present,
  nulls,
  types,
  forms,
  values,
  length,
  newestFirst,
}: FieldCounts): FieldProfile {
  const kinds = [...types].map((type) => (type === 'integer' ? 'number' : type))
  return {
    places,
    present: often(present, places),
    null: often(nulls, places),
    types: [...new Set(kinds)].sort(),
    ...(forms.size > 0 ? { forms: [...forms].sort() } : {}),
    ...(values.size > 0 ? { values: [...values].sort() } : {}),
    ...(length ? { length } : {}),
    ...(newestFirst === undefined ? {} : { newestFirst }),
  }
}

const often = (count: number, places: number): Frequency =>
  count === 0 ? 'never' : count === places ? 'always' : 'sometimes'

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

/** Whether a list is sorted newest first. Null if it has too few items or no timestamps. */
function isNewestFirst(list: readonly unknown[]): boolean | null {
  const times = list.map((row) => (isPlainObject(row) ? (row.created_at ?? row.createdAt) : undefined))
  if (times.length < MIN_ORDERED || new Set(times).size < 3) return null
  if (!times.every((time) => typeof time === 'string')) return null
  return times.every((time, index) => index === 0 || String(times[index - 1]) >= String(time))
}
