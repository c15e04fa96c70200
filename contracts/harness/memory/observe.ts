import { isPlainObject, safeWord } from '../../src/describe-value.ts'
import type { Finding } from '../../src/finding.ts'
import { eachOf } from '../../src/json-path.ts'
import { describeSchema, memberFor, type SchemaNode } from '../../src/schema.ts'
import type { Outcome } from '../send/run-case.ts'
import { joinFields, type Observation, type ObservedField, type Often } from './observed.ts'

/** Headers whose absence a client or a cache would notice. */
const HEADERS = [
  'access-control-expose-headers',
  'cache-control',
  'content-encoding',
  'etag',
  'vary',
  'x-ratelimit-limit',
  'x-ratelimit-remaining',
]

/** A shorter list may be in any order by chance. */
const MIN_ORDERED = 5

/** What the successes of one endpoint have shown in this run, or null. */
export function observe(outcomes: readonly Outcome[]): Observation | null {
  const successes = outcomes.filter(
    ({ planned, state, status, findings }) =>
      planned.each.status < 300 && state === 'judged' && status !== undefined && findings.every(isAddition),
  )
  const [first] = successes
  if (!first) return null
  const fields: Record<string, ObservedField> = {}
  for (const { planned, status = 200, body } of successes) {
    const schema = planned.declared.answers[status]
    if (schema) walk(describeSchema(schema), body, '$', fields)
  }
  const heads = successes.map((each) => HEADERS.filter((name) => each.headers?.has(name)))
  return {
    statuses: [...new Set(successes.map((each) => each.status ?? 200))].sort(),
    headers: heads.reduce((common, each) => common.filter((name) => each.includes(name))),
    bytes: Math.max(...successes.map((each) => each.bytes ?? 0)),
    ms: Math.min(...successes.map((each) => Math.round(each.ms / Math.max(1, each.requests)))),
    fields,
  }
}

/** An addition spoils nothing: what is declared was sent as declared, and a new value of an enumeration is remembered. */
export function isAddition(finding: Finding): boolean {
  return finding.class === 'additive'
}

/** Only what the schema declares is remembered: any other key may be a name or an address. */
function walk(node: SchemaNode, value: unknown, path: string, fields: Record<string, ObservedField>): void {
  if (node.kind === 'union') {
    const member = memberFor(node.members, value)
    if (member) walk(member, value, path, fields)
  } else if (node.kind === 'array' && Array.isArray(value)) {
    if (path === '$') note(fields, path, fieldOf(node, value))
    for (const item of value) walk(node.element, item, eachOf(path), fields)
  } else if (node.kind === 'object' && isPlainObject(value)) {
    for (const { name, step, node: inner } of node.fields) {
      const isThere = Object.hasOwn(value, name)
      note(fields, path + step, isThere ? fieldOf(inner, value[name]) : ABSENT)
      if (isThere) walk(inner, value[name], path + step, fields)
    }
  }
}

const ABSENT: ObservedField = { places: 1, present: 'never', null: 'never', types: [] }

function note(fields: Record<string, ObservedField>, path: string, seen: ObservedField): void {
  fields[path] = joinFields(fields[path], seen)
}

function fieldOf(node: SchemaNode, value: unknown): ObservedField {
  const isNull: Often = value === null ? 'always' : 'never'
  const field = {
    places: 1,
    present: 'always' as const,
    null: isNull,
    types: value === null ? [] : [typeOf(value)],
  }
  if (Array.isArray(value)) {
    const newestFirst = isNewestFirst(value)
    const length = { least: value.length, most: value.length }
    return { ...field, length, ...(newestFirst === null ? {} : { newestFirst }) }
  }
  if (node.kind === 'enum' || node.kind === 'literal') return { ...field, values: [safeWord(value)] }
  return typeof value === 'string' ? { ...field, forms: [formOf(value)] } : field
}

function typeOf(value: unknown): string {
  if (Array.isArray(value)) return 'list'
  if (typeof value === 'number') return 'number'
  return typeof value === 'string' ? 'text' : typeof value
}

const FORMS: readonly [name: string, pattern: RegExp][] = [
  ['empty', /^\s*$/],
  ['whole number', /^-?\d+$/],
  ['decimal', /^-?\d+\.\d+$/],
  ['date', /^\d{4}-\d\d-\d\d([T ]|$)/],
  ['address', /^https?:\/\//i],
  ['e-mail', /^[^\s@]+@[^\s@]+$/],
  ['file', /^[^/\\?#:@\s]{1,200}\.\w{2,5}$/],
  ['HTML', /^\s*</],
  ['JSON', /^\s*[[{]/],
]

/** The form of a text, never the text. */
function formOf(text: string): string {
  return FORMS.find(([, pattern]) => pattern.test(text))?.[0] ?? 'other'
}

/** Whether a list begins with the newest, where its items say when they were made; null where it cannot be seen. */
function isNewestFirst(list: readonly unknown[]): boolean | null {
  const times = list.map((each) => (isPlainObject(each) ? each.created_at : undefined))
  if (times.length < MIN_ORDERED || new Set(times).size < 3) return null
  if (!times.every((each) => typeof each === 'string')) return null
  return times.every((each, index) => index === 0 || String(times[index - 1]) >= String(each))
}
