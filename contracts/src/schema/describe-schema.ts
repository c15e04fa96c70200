import type { z } from 'zod'
import { isPlainObject } from './describe-value.ts'
import { pathStep } from './json-path.ts'

// The only module that describes the types in Zod schemas. Checks, redaction, reports and generators all use this
// description, so that they agree on required fields and union members.

/**
 * Description of a schema without the schemas of its fields and items, which `visit` describes when it reaches them.
 * Wrappers such as optional and nullable become flags on the inner type.
 */
export type SchemaNode = {
  /** The schema inside all wrappers. */
  schema: z.core.$ZodType
  /** All wrappers, from the outermost inwards, followed by `schema`. Each may have metadata. */
  layers: readonly z.core.$ZodType[]
  /** Whether the field may be absent. A field of type unknown may have any value but must be present. */
  isOptional: boolean
  isNullable: boolean
  /** Whether the schema or a wrapper has checks that the description does not contain, such as `refine`. */
  hasRules: boolean
  /** For a member of a discriminated union, the name of the field that identifies it. */
  discriminator?: string
} & SchemaType

type SchemaType =
  /** `isOpen`: undeclared fields are allowed. `catchall`: their schema, if it is declared. */
  | { kind: 'object'; fields: readonly FieldNode[]; isOpen: boolean; catchall?: z.core.$ZodType }
  | { kind: 'array'; element: z.core.$ZodType }
  /** `key`: the schema of the keys, if they are limited. */
  | { kind: 'record'; value: z.core.$ZodType; key?: z.core.$ZodType }
  /** `members` contains no unions: those of a nested union are members of the outer one. */
  | { kind: 'union'; members: readonly SchemaNode[] }
  | { kind: 'enum' | 'literal'; values: readonly unknown[] }
  /** `format`: Zod's name for a standard format, such as `datetime`. */
  | { kind: 'string'; pattern: RegExp | undefined; format?: string }
  /** The bounds are undefined unless the contract declares them. */
  | { kind: 'number'; isInt: boolean; minimum?: number; maximum?: number }
  | { kind: 'boolean' | 'null' | 'unknown' }
  /** Any other type, whose values are checked as a whole. `name` is Zod's name for it. */
  | { kind: 'other'; name: string }

/** `step` is the JSON path step of the field, e.g. `.price`. */
export type FieldNode = { name: string; step: string; schema: z.core.$ZodType }

const described = new WeakMap<z.core.$ZodType, SchemaNode>()

export function describeSchema(outer: z.core.$ZodType): SchemaNode {
  const cached = described.get(outer)
  if (cached) return cached
  const layers = [outer]
  let isOptional: boolean | undefined
  let isNullable = false
  let schema = outer
  for (let inner: z.core.$ZodType | null = outer; inner; inner = innerOf(schema)) {
    const { type } = (inner as z.core.$ZodTypes)._zod.def
    if (type === 'optional' || type === 'default' || type === 'prefault') isOptional ??= true
    else if (type === 'nonoptional') isOptional ??= false
    else if (type === 'nullable') isNullable = true
    if (inner !== outer) layers.push(inner)
    schema = inner
  }
  const type = typeOf(schema)
  // The checks of a scalar are evaluated with its type.
  const ruled = KINDS_WITH_RULES.has(type.kind) ? layers : layers.slice(0, -1)
  const { def } = (schema as z.core.$ZodTypes)._zod
  const parts = def.type === 'intersection' ? [def.left, def.right] : []
  const hasRules = ruled.some(hasChecks) || parts.some((part) => describeSchema(part).hasRules)
  const node = { schema, layers, isOptional: isOptional ?? false, isNullable, hasRules, ...type }
  described.set(outer, node)
  return node
}

/** Kinds whose own checks are rules of the whole value. */
const KINDS_WITH_RULES: ReadonlySet<SchemaType['kind']> = new Set([
  ...(['object', 'array', 'record', 'union', 'unknown'] as const),
])

/** Whether a schema has checks. A pipe may add issues in its second schema or transform. */
export function hasChecks(schema: z.core.$ZodType): boolean {
  const { type, checks } = schema._zod.def
  return type === 'pipe' || Boolean(checks?.length)
}

/** Returns the schema inside a wrapper, or null if the schema is not a wrapper. */
function innerOf(schema: z.core.$ZodType): z.core.$ZodType | null {
  const { def } = (schema as z.core.$ZodTypes)._zod
  switch (def.type) {
    case 'optional':
    case 'default':
    case 'prefault':
    case 'nonoptional':
    case 'nullable':
    case 'readonly':
      return def.innerType
    // The wire has the type of the input, which a preprocess does not declare.
    case 'pipe':
      return def.in._zod.def.type === 'transform' ? null : def.in
    case 'lazy':
      return def.getter()
    default:
      return null
  }
}

type StringCheck = { format?: string; pattern?: RegExp }

function typeOf(schema: z.core.$ZodType): SchemaType {
  const { def } = (schema as z.core.$ZodTypes)._zod
  switch (def.type) {
    case 'object': {
      const fields = Object.entries(def.shape as Record<string, z.core.$ZodType>).map(toField)
      const { catchall } = def
      const catchallType = (catchall as z.core.$ZodTypes | undefined)?._zod.def.type ?? 'never'
      const isChecked = catchall !== undefined && !/^(?:never|unknown|any)$/.test(catchallType)
      // An object with any keys, as JSON Schema declares it.
      if (isChecked && fields.length === 0) return { kind: 'record', value: catchall }
      // Undeclared fields are reported for both plain and strict objects.
      return { kind: 'object', fields, isOpen: catchallType !== 'never', ...(isChecked ? { catchall } : {}) }
    }
    case 'intersection':
      return intersectionType(def)
    case 'array':
      return { kind: 'array', element: def.element }
    case 'record':
      return recordType(def)
    case 'union': {
      const members = def.options.map(describeSchema).flatMap(membersOf)
      const { discriminator } = def as { discriminator?: string }
      return {
        kind: 'union',
        members: discriminator ? members.map((each) => ({ ...each, discriminator })) : members,
      }
    }
    case 'enum':
      return { kind: 'enum', values: Object.values(def.entries) }
    case 'literal':
      return { kind: 'literal', values: def.values }
    case 'string': {
      const checks = [def, ...(def.checks?.map((check) => check._zod.def) ?? [])] as StringCheck[]
      const format = checks.find((check) => check.format && check.format !== 'regex')?.format
      const pattern = checks.find((check) => check.pattern)?.pattern
      return { kind: 'string', pattern, ...(format ? { format } : {}) }
    }
    case 'template_literal':
      return { kind: 'string', pattern: schema._zod.pattern }
    case 'number':
      return describeNumber(schema as z.ZodNumber)
    case 'boolean':
    case 'null':
    case 'unknown':
      return { kind: def.type }
    case 'any':
      return { kind: 'unknown' }
    default:
      return { kind: 'other', name: def.type }
  }
}

const toField = ([name, schema]: [string, z.core.$ZodType]): FieldNode => ({
  name,
  step: pathStep(name),
  schema,
})

/** Describes a record. One whose keys are all required is an object with these fields. */
function recordType({ keyType, valueType, mode, partial }: z.core.$ZodRecordDef): SchemaType {
  if (mode === 'loose') return { kind: 'record', value: valueType }
  const { values } = keyType._zod
  if (!values || partial) return { kind: 'record', value: valueType, key: keyType }
  const fields = [...values].map((name) => toField([String(name), valueType]))
  return { kind: 'object', fields, isOpen: false }
}

/** Describes an intersection. One of two objects with different fields is an object with the fields of both. */
function intersectionType({ left, right }: z.core.$ZodIntersectionDef): SchemaType {
  const [one, other] = [describeSchema(left), describeSchema(right)]
  const isMerged = one.kind === 'object' && other.kind === 'object' && !one.catchall && !other.catchall
  if (!isMerged || one.isNullable || other.isNullable || one.fields.some(({ name }) => fieldOf(other, name)))
    return { kind: 'other', name: 'intersection' }
  return { kind: 'object', fields: [...one.fields, ...other.fields], isOpen: one.isOpen || other.isOpen }
}

function membersOf(node: SchemaNode): readonly SchemaNode[] {
  if (node.kind !== 'union') return [node]
  const { layers, isOptional, isNullable, hasRules } = node
  return node.members.map((member) => ({
    ...member,
    layers: [...layers, ...member.layers],
    hasRules: hasRules || member.hasRules,
    isOptional: member.isOptional || isOptional,
    isNullable: member.isNullable || isNullable,
  }))
}

/** Describes a number. Trap: Zod limits every integer to the safe range, even if the contract declares no bounds. */
function describeNumber({ minValue, maxValue, isInt }: z.ZodNumber): SchemaType {
  const isDeclaredBound = (bound: number | null) =>
    Number.isSafeInteger(bound) && Math.abs(bound as number) !== Number.MAX_SAFE_INTEGER
  return {
    kind: 'number',
    isInt: Boolean(isInt),
    ...(isDeclaredBound(minValue) ? { minimum: minValue as number } : {}),
    ...(isDeclaredBound(maxValue) ? { maximum: maxValue as number } : {}),
  }
}

export function fieldOf(node: SchemaNode & { kind: 'object' }, name: string): FieldNode | undefined {
  return node.fields.find((field) => field.name === name)
}

export function requiredFieldsOf(node: SchemaNode & { kind: 'object' }): FieldNode[] {
  return node.fields.filter(({ schema }) => !describeSchema(schema).isOptional)
}

/** Whether a response has no body, or one that is not JSON. */
export function hasNoJsonBody(schema: z.core.$ZodType): boolean {
  const node = describeSchema(schema)
  return node.kind === 'other' && /^(undefined|void|never)$/.test(node.name)
}

/** Whether a value satisfies its schema. */
export function accepts(node: SchemaNode, value: unknown): boolean {
  if (value === undefined && node.isOptional) return true
  if (value === null && node.isNullable) return true
  return issuesOf(node.schema, value).length === 0
}

/** Returns Zod's issues of a value. A rule of the schema that throws or returns a promise is an issue, too. */
export function issuesOf(schema: z.core.$ZodType, value: unknown): readonly z.core.$ZodIssue[] {
  try {
    return (schema as z.ZodType).safeParse(value).error?.issues ?? []
  } catch (error) {
    // By its message, because the schema may be from another copy of Zod.
    const isAsync = error instanceof Error && error.message.includes('parseAsync')
    const message = isAsync
      ? 'a rule without a promise, because asynchronous rules are not supported'
      : 'a value for which the rule of its schema does not fail'
    return [{ code: 'custom', path: [], message, input: value }]
  }
}

/**
 * Returns the union member that best matches a value, or undefined if no type matches. For an object, this is the
 * member that its discriminator names, or else the one that declares most of its keys, even if their values are
 * invalid. (Choosing the member with the fewest findings would mistake a list of ten invalid products for an error
 * body.)
 */
export function findMember(members: readonly SchemaNode[], value: unknown): SchemaNode | undefined {
  const typed = members.filter((member) => hasType(member, value))
  if (typed.length <= 1) return typed[0]
  if (!isPlainObject(value)) return typed.find((member) => accepts(member, value)) ?? typed[0]
  const named = typed.filter((member) => isNamedBy(member, value))
  let best: { member: SchemaNode; matching: number; missing: number } | undefined
  for (const member of named.length > 0 ? named : typed) {
    const { matching, missing } = countMatchingKeys(member, value)
    // If no member declares any of the keys, the first one, which is the usual response, explains the value best.
    const isBetter = matching === best?.matching && matching > 0 && missing < best.missing
    if (!best || matching > best.matching || isBetter) best = { member, matching, missing }
  }
  return best?.member
}

/** Whether the discriminator of a value names a member of a discriminated union. */
function isNamedBy(member: SchemaNode, value: Record<string, unknown>): boolean {
  const { discriminator = '' } = member
  const field = member.kind === 'object' ? fieldOf(member, discriminator) : undefined
  return field !== undefined && accepts(describeSchema(field.schema), value[discriminator])
}

/** Counts the keys of a value that a schema declares, and the required keys that are missing. */
function countMatchingKeys(
  node: SchemaNode,
  value: Record<string, unknown>,
): { matching: number; missing: number } {
  if (node.kind !== 'object') return { matching: 0, missing: 0 }
  const present = node.fields.filter(({ name }) => Object.hasOwn(value, name))
  // Types of fields distinguish members with the same keys, such as `errors: []` and `errors: {}`.
  const typed = present.filter(({ name, schema }) => hasType(describeSchema(schema), value[name])).length
  const missing = requiredFieldsOf(node).filter(({ name }) => !Object.hasOwn(value, name)).length
  return { matching: present.length + typed / 100, missing }
}

/** Whether the top-level type matches. Contents are ignored. */
function hasType(node: SchemaNode, value: unknown): boolean {
  if (value === undefined && node.isOptional) return true
  if (value === null && node.isNullable) return true
  switch (node.kind) {
    case 'union':
      return node.members.some((member) => hasType(member, value))
    case 'object':
    case 'record':
      return isPlainObject(value)
    case 'array':
      return Array.isArray(value)
    case 'string':
    case 'number':
    case 'boolean':
      return typeof value === node.kind
    case 'enum':
      return node.values.some((declared) => typeof declared === typeof value)
    default:
      return accepts(node, value)
  }
}
