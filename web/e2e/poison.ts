/**
 * Puts hostile and wrong values into declared fields. Fields are found by walking a response
 * together with its schema, so a field added to a contract is covered automatically.
 */
import { api } from 'contracts/api'
import { memberFor, type SchemaNode } from 'contracts/describe-schema'
import { isPlainObject } from 'contracts/describe-value'
import { type Endpoint, endpointKey } from 'contracts/endpoint'
import { nonEmpty } from 'contracts/non-empty'
import { pathMatcher } from 'contracts/path-pattern'
import { type Place, visit } from 'contracts/visit'

type FieldKind = 'text' | 'number' | 'boolean' | 'list' | 'object'

type Field = {
  /** JSON path, the same for every element of a list. */
  path: string
  kind: FieldKind
  /** Whether the field is outside lists, or in the first element of each list. */
  isFirst: boolean
  /** Whether the field contains no list or object. */
  isInner: boolean
  read: () => unknown
  put: (value: unknown) => void
}

type Poison = {
  fits: (field: Field) => boolean
  /** Returns the new value. Texts contain the path, so that failures show which field caused them. */
  make: (field: Field) => unknown
}

/** Length of the overlong text, in characters. */
const LONG_TEXT_LENGTH = 1_000_000
/** Set on `window` by a script that runs. */
const RAN = 'window.ran'

const isText = ({ kind }: Field) => kind === 'text'
const isNumber = ({ kind }: Field) => kind === 'number'
const isLeaf = ({ kind }: Field) => kind === 'text' || kind === 'number' || kind === 'boolean'

/** Fields that shadow members of Object.prototype. In JSON, `__proto__` is an ordinary field. */
const PROTOTYPE_FIELDS: Readonly<Record<string, unknown>> = JSON.parse(
  '{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}},"toString":"x","valueOf":1,"hasOwnProperty":null}',
)

function withPrototypeFields(target: object): object {
  // Assigning `__proto__` would set the prototype.
  for (const name of Object.getOwnPropertyNames(PROTOTYPE_FIELDS))
    Object.defineProperty(target, name, {
      value: PROTOTYPE_FIELDS[name],
      enumerable: true,
      configurable: true,
    })
  return target
}

const POISONS: Readonly<Record<string, Poison>> = {
  'script and handlers': {
    fits: isText,
    make: ({ path }) => {
      const run = `${RAN}='${path}'`
      return `Atlas"'><script>${run}</script><img src=x onerror="${run}"><svg onload="${run}"></svg><iframe srcdoc="<script>parent.ran='${path}'</script>"></iframe><a href="javascript:${run}">more</a>`
    },
  },
  'obfuscated javascript: URL': { fits: isText, make: ({ path }) => ` \u0001java\tscript:${RAN}='${path}'` },
  'javascript: URL': { fits: isText, make: ({ path }) => `javascript:${RAN}='${path}'//` },
  'bidirectional control characters': {
    fits: isText,
    make: () => '\u202E\u2067Atlas\u202D gnp.exe\u2066\u200F \u0000\uD800 \u061C',
  },
  'names of prototype fields': {
    fits: isText,
    make: ({ path }) => (path.length % 2 === 0 ? '__proto__' : 'constructor'),
  },
  'prototype fields': {
    fits: ({ kind }) => kind === 'object',
    make: ({ read }) => withPrototypeFields(read() as object),
  },
  'very long text': {
    fits: isText,
    make: ({ isFirst }) => 'W'.repeat(isFirst ? LONG_TEXT_LENGTH : 300),
  },
  null: { fits: isLeaf, make: () => null },
  'another type': {
    fits: isLeaf,
    make: ({ kind }) => (kind === 'text' ? 7 : kind === 'number' ? 'many' : 'no'),
  },
  'an object': { fits: isLeaf, make: () => withPrototypeFields({}) },
  'a list': { fits: isLeaf, make: () => [[7, null]] },
  'number without bounds': { fits: isNumber, make: ({ path }) => (path.length % 2 === 0 ? -1e308 : 1e308) },
  'list and object exchanged': {
    fits: ({ kind, isInner }) => isInner && (kind === 'list' || kind === 'object'),
    make: ({ kind }) => (kind === 'list' ? { a: 1 } : ['a']),
  },
  'primitive for list or object': {
    fits: ({ kind, isInner }) => isInner && (kind === 'list' || kind === 'object'),
    make: ({ kind }) => (kind === 'list' ? 'a' : null),
  },
}

/**
 * Combinations of poisons. Fields and list elements get the poisons in turn; `turn` rotates them.
 * `values` replace fields, `structures` their containers.
 */
export const MIXTURES: Readonly<Record<string, readonly string[]>> = {
  texts: [
    'script and handlers',
    'obfuscated javascript: URL',
    'javascript: URL',
    'bidirectional control characters',
    'names of prototype fields',
    'very long text',
  ],
  values: ['null', 'another type', 'an object', 'a list', 'number without bounds'],
  structures: ['list and object exchanged', 'primitive for list or object', 'prototype fields'],
}

/** Fields that decide whether an entry is shown. Poisoning them would hide the entry's other fields. */
const DECIDING_FIELDS = /\.(id|success|status|parent_id|total_size)$/

const ENDPOINTS: readonly Endpoint[] = Object.values(api).flatMap((resource) =>
  Object.values(resource as Record<string, Endpoint>),
)

/** Returns the endpoint of a request, or undefined. @param path below /api/v1 */
export function endpointOf(method: string, path: string): Endpoint | undefined {
  return ENDPOINTS.find((declared) => declared.method === method && pathMatcher(declared.path)(path))
}

/**
 * Returns a response as JSON. Each field except the deciding ones gets the first poison of a combination that fits.
 * @param turn rotates the poisons
 */
export function poisonedResponse(declared: Endpoint, body: unknown, mixture: string, turn: number): string {
  const names = nonEmpty(MIXTURES[mixture] ?? [])
  const root = { $: structuredClone(body) }
  const counts = new Map<string, number>()
  const changes: (() => void)[] = []
  for (const field of fieldsIn(declared, root)) {
    if (DECIDING_FIELDS.test(field.path)) continue
    const at = counts.get(field.path) ?? 0
    counts.set(field.path, at + 1)
    const offset = at + field.path.length + turn
    const poison = names
      .map((_, step) => POISONS[names[(offset + step) % names.length] as string])
      .find((candidate) => candidate?.fits(field))
    if (poison) changes.push(() => field.put(poison.make(field)))
  }
  // Innermost first, so that an object keeps its poisoned fields.
  for (const change of changes.reverse()) change()
  return JSON.stringify(root.$)
}

function fieldsIn(declared: Endpoint, root: { $: unknown }): Field[] {
  const schema = declared.responses[200]
  if (!schema) throw new Error(`${endpointKey(declared)} declares no response with status 200.`)
  const fields: Field[] = []
  visit(schema, root, {
    memberOf: poisonedMember,
    enter: (place) => {
      fields.push(...fieldsAt(place))
      return true
    },
  })
  return fields
}

/** Returns the place of a declared value, or nothing if the value has a different type. */
function fieldsAt({ node, holder, key, path, isFirst }: Place): Field[] {
  const value = holder[key]
  const kind = FIELD_KINDS[node.kind] ?? 'text'
  const isMissing = (kind === 'object' && !isPlainObject(value)) || (kind === 'list' && !Array.isArray(value))
  if (node.kind === 'union' || isMissing) return []
  // A record is replaced regardless of its contents.
  const isInner = node.kind === 'record' || !Object.values(value ?? {}).some((each) => Object(each) === each)
  const put = (next: unknown) => {
    holder[key] = next
  }
  return [{ path, kind, isFirst, isInner, read: () => holder[key], put }]
}

const FIELD_KINDS: Partial<Record<SchemaNode['kind'], FieldKind>> = {
  object: 'object',
  record: 'object',
  array: 'list',
  number: 'number',
  boolean: 'boolean',
}

/** Parses JSON text, because the contract accepts it as an object too. An absent value counts as text. */
function poisonedMember(members: readonly SchemaNode[], { holder, key }: Place) {
  if (members.some(({ kind }) => kind === 'object')) holder[key] = parseJsonText(holder[key])
  const value = holder[key]
  return value == null
    ? (members.find(({ kind }) => kind === 'string') ?? members[0])
    : memberFor(members, value)
}

function parseJsonText(value: unknown): unknown {
  if (typeof value !== 'string') return value
  try {
    const inside: unknown = JSON.parse(value)
    return isPlainObject(inside) ? inside : value
  } catch {
    return value
  }
}
