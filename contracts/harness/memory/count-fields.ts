import { describeValue, isPlainObject, safeWord } from '../../src/schema/describe-value.ts'
import { eachOf, parentOf, pathStep } from '../../src/schema/json-path.ts'
import { memberFor, type SchemaNode } from '../../src/schema/schema.ts'
import type { FieldProfile, Frequency } from './records.ts'

/** Statistics of a field over all counted bodies. */
export type FieldCounts = {
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
  /** Different words, at most `MAX_WORDS` + 1. */
  words: Set<string>
  length?: { least: number; most: number }
  newestFirst?: boolean
  isDeclared: boolean
}

/** Counts for an endpoint: the number of objects and the statistics of fields, by JSON path. */
export type BodyCounts = { objects: Map<string, number>; fields: Map<string, FieldCounts> }

/** Maximum number of different words in an enum. A field with more words is free text. */
const MAX_WORDS = 12
/** Minimum length of a list whose order is checked. A shorter list may be sorted by chance. */
const MIN_ORDERED = 5

export const emptyCounts = (): BodyCounts => ({ objects: new Map(), fields: new Map() })

/** Adds a body to the counts. Undeclared fields are counted, but not their contents. */
export function countBody(counts: BodyCounts, node: SchemaNode, value: unknown, path = '$'): void {
  if (node.kind === 'union') {
    const member = memberFor(node.members, value)
    if (member) countBody(counts, member, value, path)
  } else if (node.kind === 'array' && Array.isArray(value)) {
    if (path === '$') countField(counts, path, value, node)
    for (const item of value) countBody(counts, node.element, item, eachOf(path))
  } else if (node.kind === 'object' && isPlainObject(value)) {
    counts.objects.set(path, (counts.objects.get(path) ?? 0) + 1)
    for (const { name, step, node: inner } of node.fields) {
      countField(counts, path + step, Object.hasOwn(value, name) ? value[name] : undefined, inner)
      if (Object.hasOwn(value, name)) countBody(counts, inner, value[name], path + step)
    }
    const declared = new Set(node.fields.map(({ name }) => name))
    for (const [name, inner] of Object.entries(value))
      if (!declared.has(name)) countField(counts, path + pathStep(name), inner, null)
  }
}

/** @param node null for an undeclared field */
function countField({ fields }: BodyCounts, path: string, value: unknown, node: SchemaNode | null): void {
  const field = fields.get(path) ?? emptyField(node !== null)
  fields.set(path, field)
  field.places++
  if (value === undefined) return
  field.present++
  if (value === null) {
    field.nulls++
    return
  }
  field.types.add(Array.isArray(value) ? 'array' : value === '' ? 'string' : describeValue(value))
  if (Array.isArray(value)) countList(field, value)
  else if (node?.kind === 'enum' || node?.kind === 'literal') field.values.add(safeWord(value))
  if (typeof value !== 'string') return
  if (node?.kind !== 'enum' && node?.kind !== 'literal') field.forms.add(formOf(value))
  if (/^[a-z][a-z_ -]{0,30}$/i.test(value) && field.words.size <= MAX_WORDS) field.words.add(value)
}

function countList(field: FieldCounts, list: readonly unknown[]): void {
  const { least = list.length, most = list.length } = field.length ?? {}
  field.length = { least: Math.min(least, list.length), most: Math.max(most, list.length) }
  const newestFirst = isNewestFirst(list)
  if (newestFirst !== null) field.newestFirst = newestFirst && field.newestFirst !== false
}

function emptyField(isDeclared: boolean): FieldCounts {
  const sets = { types: new Set<string>(), forms: new Set<string>() }
  return { places: 0, present: 0, nulls: 0, ...sets, values: new Set(), words: new Set(), isDeclared }
}

/** Statistics of a field, as printed by `learn`. */
export type FieldCount = Pick<FieldCounts, 'places' | 'present' | 'nulls'> & {
  path: string
  often: Frequency
}

/**
 * Returns how often a field was present and how often it was null. For an undeclared field, includes all objects that
 * could contain it.
 */
export function fieldCount({ objects }: BodyCounts, path: string, field: FieldCounts): FieldCount {
  const { isDeclared, present, nulls } = field
  const places = isDeclared ? field.places : (objects.get(parentOf(path)) ?? present)
  return { path, places, present, nulls, often: often(present, places) }
}

/** Converts counts to a response profile. Omits undeclared fields, because their names may be personal data. */
export function fieldProfiles({ fields }: BodyCounts): Record<string, FieldProfile> {
  const declared = [...fields].filter(([, { isDeclared }]) => isDeclared)
  return Object.fromEntries(declared.map(([path, field]) => [path, profileOf(field)]))
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
  const times = list.map((each) => (isPlainObject(each) ? each.created_at : undefined))
  if (times.length < MIN_ORDERED || new Set(times).size < 3) return null
  if (!times.every((each) => typeof each === 'string')) return null
  return times.every((each, index) => index === 0 || String(times[index - 1]) >= String(each))
}
