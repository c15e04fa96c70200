/**
 * Hostile and wrong values in the fields that the contracts declare. Where a field stands is found by walking an answer
 * together with its schema, so that a field that is added to a contract is poisoned as well.
 */
import { api } from 'contracts/api'
import { isPlainObject } from 'contracts/describe-value'
import { type Endpoint, endpointKey } from 'contracts/endpoint'
import { eachOf } from 'contracts/json-path'
import { nonEmpty } from 'contracts/non-empty'
import { pathMatcher } from 'contracts/path-pattern'
import { describeSchema, memberFor, type SchemaNode } from 'contracts/schema'

type PlaceKind = 'text' | 'number' | 'boolean' | 'list' | 'object'

/** A declared field in an answer. */
type Place = {
  /** Its JSON path, the same for every element of a list. */
  path: string
  kind: PlaceKind
  /** Not within a list, or in the first element of each. */
  isFirst: boolean
  /** Holds no list or object of its own. */
  isInner: boolean
  read: () => unknown
  put: (value: unknown) => void
}

type Poison = {
  fits: (place: Place) => boolean
  /** What takes the place's value; a text says where it stood. */
  make: (place: Place) => unknown
}

/** The length of a text that is far too long, in letters. */
const LONG = 1_000_000
/** What a script that ran leaves on the window. */
const RAN = 'window.ran'

const isText = ({ kind }: Place) => kind === 'text'
const isNumber = ({ kind }: Place) => kind === 'number'
const isLeaf = ({ kind }: Place) => kind === 'text' || kind === 'number' || kind === 'boolean'

/** Own fields that hide what every object has. `__proto__` is a plain field in JSON. */
const PROTOTYPE_FIELDS: Readonly<Record<string, unknown>> = JSON.parse(
  '{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}},"toString":"x","valueOf":1,"hasOwnProperty":null}',
)

function withPrototypeFields(target: object): object {
  // trap: to assign `__proto__` would set the prototype.
  for (const name of Object.getOwnPropertyNames(PROTOTYPE_FIELDS))
    Object.defineProperty(target, name, {
      value: PROTOTYPE_FIELDS[name],
      enumerable: true,
      configurable: true,
    })
  return target
}

export const POISONS: Readonly<Record<string, Poison>> = {
  'script and handlers': {
    fits: isText,
    make: ({ path }) => {
      const run = `${RAN}='${path}'`
      return `Atlas"'><script>${run}</script><img src=x onerror="${run}"><svg onload="${run}"></svg><iframe srcdoc="<script>parent.ran='${path}'</script>"></iframe><a href="javascript:${run}">more</a>`
    },
  },
  'javascript: address': { fits: isText, make: ({ path }) => ` \u0001java\tscript:${RAN}='${path}'` },
  'plain javascript: address': { fits: isText, make: ({ path }) => `javascript:${RAN}='${path}'//` },
  'text that turns the direction': {
    fits: isText,
    make: () => '\u202E\u2067Atlas\u202D gnp.exe\u2066\u200F \u0000\uD800 \u061C',
  },
  'names of the prototype': {
    fits: isText,
    make: ({ path }) => (path.length % 2 === 0 ? '__proto__' : 'constructor'),
  },
  'fields of the prototype': {
    fits: ({ kind }) => kind === 'object',
    make: ({ read }) => withPrototypeFields(read() as object),
  },
  'very long text': {
    fits: isText,
    make: ({ isFirst }) => 'W'.repeat(isFirst ? LONG : 300),
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
  'no list and no object': {
    fits: ({ kind, isInner }) => isInner && (kind === 'list' || kind === 'object'),
    make: ({ kind }) => (kind === 'list' ? 'a' : null),
  },
}

/**
 * Several poisons at once: each field, and each entry of a list, gets another of them. Two turns differ in which.
 * Values spoil what a field is; structures what fields are in.
 */
export const MIXTURES: Readonly<Record<string, readonly string[]>> = {
  texts: [
    'script and handlers',
    'javascript: address',
    'plain javascript: address',
    'text that turns the direction',
    'names of the prototype',
    'very long text',
  ],
  values: ['null', 'another type', 'an object', 'a list', 'number without bounds'],
  structures: ['list and object exchanged', 'no list and no object', 'fields of the prototype'],
}

/** Fields that decide whether an entry is shown at all: were they poisoned with all others, nothing would be looked at. */
const DECIDING = /\.(id|success|status|parent_id|total_size)$/

const ENDPOINTS: readonly Endpoint[] = Object.values(api).flatMap((resource) =>
  Object.values(resource as Record<string, Endpoint>),
)

/** The declared endpoint of a call, or undefined. @param path below /api/v1 */
export function endpointOf(method: string, path: string): Endpoint | undefined {
  return ENDPOINTS.find((declared) => declared.method === method && pathMatcher(declared.path)(path))
}

/** Which fields are poisoned: one by its path, all of them, or all that do not decide whether an entry is shown. */
export type Where = { path: string } | 'every field' | 'what is shown'

/** The answer of an endpoint as JSON, with a poison in its fields. */
export function poisonedResponse(declared: Endpoint, body: unknown, poison: string, where: Where): string {
  return poisonWith(declared, body, () => [poison], where)
}

/** The same with the poisons of a mixture, one after another. @param turn which of them comes first */
export function mixedResponse(declared: Endpoint, body: unknown, mixture: string, turn: number): string {
  const names = nonEmpty(MIXTURES[mixture] ?? [])
  return poisonWith(
    declared,
    body,
    ({ path }, at) =>
      names.map((_, step) => names[(at + path.length + turn + step) % names.length] as string),
    'what is shown',
  )
}

/** Puts the first poison that fits into each place. */
function poisonWith(
  declared: Endpoint,
  body: unknown,
  namesFor: (place: Place, at: number) => readonly string[],
  where: Where,
): string {
  const root = { $: structuredClone(body) }
  const seen = new Map<string, number>()
  const changes: (() => void)[] = []
  for (const place of placesIn(declared, root)) {
    const isChosen =
      typeof where === 'object'
        ? place.path === where.path
        : where === 'every field' || !DECIDING.test(place.path)
    if (!isChosen) continue
    const at = seen.get(place.path) ?? 0
    seen.set(place.path, at + 1)
    const name = namesFor(place, at).find((each) => POISONS[each]?.fits(place))
    if (name !== undefined) changes.push(() => place.put(POISONS[name]?.make(place)))
  }
  // The innermost first: an object keeps what was put into it.
  for (const change of changes.reverse()) change()
  return JSON.stringify(root.$)
}

/** The paths of the fields of an answer that a poison fits, each once, with the name of the field. */
export function fieldsOf(
  declared: Endpoint,
  body: unknown,
  poison: string,
): { path: string; name: string }[] {
  const { fits } = POISONS[poison] as Poison
  const paths = placesIn(declared, { $: structuredClone(body) })
    .filter(fits)
    .map(({ path }) => path)
  return [...new Set(paths)].map((path) => ({ path, name: /([\w-]+)(\[\])*$/.exec(path)?.[1] ?? path }))
}

function placesIn(declared: Endpoint, root: { $: unknown }): Place[] {
  const schema = declared.responses[200]
  if (!schema) throw new Error(`${endpointKey(declared)} declares no answer with 200.`)
  const found: Place[] = []
  collect(describeSchema(schema), root, '$', '$', true, found)
  return found
}

type Holder = Record<string | number, unknown>

function collect(
  node: SchemaNode,
  holder: object,
  key: string | number,
  path: string,
  isFirst: boolean,
  found: Place[],
): void {
  const slot = holder as Holder
  const add = (kind: PlaceKind, isInner = true) =>
    found.push({
      ...{ path, kind, isFirst, isInner },
      read: () => slot[key],
      put: (value) => {
        slot[key] = value
      },
    })
  if (node.kind === 'union') {
    // A row that is sent as JSON text is looked into: as an object it satisfies the contract as well.
    if (node.members.some(({ kind }) => kind === 'object')) slot[key] = parsed(slot[key])
    const member = slot[key] == null ? textOrFirst(node.members) : memberFor(node.members, slot[key])
    if (member) collect(member, holder, key, path, isFirst, found)
    return
  }
  const value = slot[key]
  switch (node.kind) {
    case 'object': {
      if (!isPlainObject(value)) return
      add('object', !Object.values(value).some((inner) => inner !== null && typeof inner === 'object'))
      for (const { name, step, node: inner } of node.fields)
        collect(inner, value, name, path + step, isFirst, found)
      return
    }
    case 'record':
      if (!isPlainObject(value)) return
      add('object')
      for (const name of Object.keys(value))
        collect(node.value, value, name, `${path}.${name}`, isFirst, found)
      return
    case 'array':
      if (!Array.isArray(value)) return
      add('list', !value.some((inner) => inner !== null && typeof inner === 'object'))
      for (const index of value.keys())
        collect(node.element, value, index, eachOf(path), isFirst && index === 0, found)
      return
    case 'number':
    case 'boolean':
      add(node.kind)
      return
    default:
      add('text')
  }
}

/** What an absent value is taken for. */
function textOrFirst(members: readonly SchemaNode[]): SchemaNode | undefined {
  return members.find(({ kind }) => kind === 'string') ?? members[0]
}

function parsed(value: unknown): unknown {
  if (typeof value !== 'string') return value
  try {
    const inside: unknown = JSON.parse(value)
    return isPlainObject(inside) ? inside : value
  } catch {
    return value
  }
}
