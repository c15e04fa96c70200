import type { z } from 'zod'
import { pluralize } from '../command-line/pluralize.ts'
import type { Endpoint } from '../endpoint.ts'
import {
  accepts,
  describeSchema,
  fieldOf,
  hasChecks,
  issuesOf,
  requiredFieldsOf,
  type SchemaNode,
} from './describe-schema.ts'
import { describeShape, describeValue, isPlainObject, toSafeWord } from './describe-value.ts'
import { type Finding, type FindingClass, findingAt, joinKinds } from './finding.ts'
import { formatPath, pathStep } from './json-path.ts'
import { privacyOf } from './privacy.ts'
import type { FieldRule } from './rules.ts'
import { type Position, visit } from './visit.ts'

/**
 * Compares a response with the contract of its endpoint. An undeclared status is a finding at `$status`.
 * @example
 * checkResponse(products.latest, 200, body).map(describeFinding)
 * // ['$.products[].id: expected integer, got string (10 times)']
 */
export function checkResponse(declared: Endpoint, status: number, body: unknown): Finding[] {
  const schema = declared.responses[status]
  if (!schema) {
    const expected = Object.keys(declared.responses).join(' or ')
    return [findingAt('status', '$status', expected, String(status))]
  }
  return checkBody(schema, body)
}

/** Compares a value with a schema. Reports violations, undeclared fields and undeclared values. */
export function checkBody(schema: z.ZodType, value: unknown): Finding[] {
  const findings = new Map<string, Finding>()
  const counts = { additive: 0, behaviour: 0, breaking: 0 }
  /** The values that name the members of discriminated unions, by the path of the discriminator. */
  const discriminators = new Map<string, string>()
  const add: Add = (finding) => {
    const key = `${finding.rule} ${finding.where}`
    const earlier = findings.get(key)
    if (earlier) {
      earlier.count++
      earlier.actual = joinKinds(earlier.actual, finding.actual)
    } else if (counts[finding.class]++ < MAX_FINDINGS) findings.set(key, { ...finding, count: 1 })
  }
  // A rule that several rows violate is one finding with a count.
  const isReported = (where: string) =>
    [...findings.values()].some(
      (finding) => finding.where === where && finding.rule !== 'missing' && finding.rule !== 'relation',
    )
  visit(
    schema,
    { $: value },
    {
      enter: (position) => {
        let isValid = true
        const { node, path } = position
        const expected = describeDiscriminator(position)
        if (expected !== undefined) discriminators.set(path + pathStep(node.discriminator ?? ''), expected)
        const hasContents = checkPosition(position, (finding) => {
          isValid = false
          const isUnknownMember = finding.rule === 'enum-value' && discriminators.has(path)
          add(isUnknownMember ? { ...finding, expected: discriminators.get(path) ?? '' } : finding)
        })
        if (!hasContents && isValid) checkRules(position, add, isReported)
        return hasContents
      },
      leave: (position) => {
        const { node, holder, key, path } = position
        const inner = holder[key] as Record<string, unknown>
        if (node.kind === 'object') addUndeclared(node, inner, path, add)
        if (node.kind === 'record') addUndeclaredKeys(node, inner, path, add)
        checkRules(position, add, isReported)
      },
    },
  )
  return [...findings.values(), ...reportOmitted(counts)]
}

/** Limits the findings of each class, in case a host sends thousands of new fields. */
const MAX_FINDINGS = 200

/** Reports that findings were omitted, because the paths without a finding may not be intact. */
function reportOmitted(counts: Record<FindingClass, number>): Finding[] {
  const findingClass = (['breaking', 'behaviour', 'additive'] as const).find(
    (each) => counts[each] > MAX_FINDINGS,
  )
  if (!findingClass) return []
  const about = findingAt('omitted', '$', `findings at up to ${MAX_FINDINGS} paths`, 'more', findingClass)
  return [{ ...about, count: counts[findingClass] - MAX_FINDINGS }]
}

/** A new rule must be in FIELD_RULES, unless it compares several fields. */
type BodyFinding = Omit<Finding, 'count' | 'rule'> & { rule: FieldRule | 'relation' }
type Add = (finding: BodyFinding) => void

/** Checks the value at a position. Returns whether it has contents to visit. */
function checkPosition({ node, declared, holder, key, path, container }: Position, add: Add): boolean {
  const value = holder[key]
  if (container === 'object' && value === undefined && !Object.hasOwn(holder, key)) {
    if (declared.isOptional) return false
    const expected = describeExpected(declared)
    add({ class: 'breaking', rule: 'missing', where: path, expected, actual: 'missing' })
    return false
  }
  if (value === undefined && node.isOptional) return false
  if (value === null && node.isNullable) return false
  // For a nullable union, reports the union instead of its member as expected.
  const whole = declared.isNullable ? declared : node
  switch (node.kind) {
    case 'unknown':
      return false
    case 'object':
    case 'record':
      if (isPlainObject(value)) return true
      addTypeFinding(whole, value, path, add)
      return false
    case 'array':
      if (Array.isArray(value)) return true
      addTypeFinding(whole, value, path, add)
      return false
    case 'union':
      addTypeFinding(declared, value, path, add)
      return false
    default:
      // Trap: JSON.parse rounds integers beyond 2^53.
      if (typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value)) {
        const about = { where: path, expected: 'integer up to 2^53', actual: 'integer beyond 2^53' }
        add({ class: 'breaking', rule: 'unsafe-number', ...about })
      } else if (!accepts(node, value)) addScalarFinding(node, value, path, add, whole)
      return false
  }
}

function addUndeclared(
  node: SchemaNode & { kind: 'object' },
  value: Record<string, unknown>,
  path: string,
  add: Add,
): void {
  const required = requiredFieldsOf(node)
  // An object without any required field is a different one, whose fields would only hide what is missing.
  const isOtherObject = required.length > 0 && !required.some(({ name }) => Object.hasOwn(value, name))
  const keys = node.isOpen || isOtherObject ? [] : Object.keys(value)
  if (keys.length <= node.fields.filter(({ name }) => Object.hasOwn(value, name)).length) return
  for (const key of keys)
    if (!fieldOf(node, key))
      addUndeclaredField(add, {
        where: path + pathStep(key),
        value: value[key],
        isSecretValue: isSecret(key, value[key]) && !(isToken(key) && declaresSecrets(node)),
      })
}

/** Reports the keys of a record that its schema rejects. Zod also accepts a number as a key. */
function addUndeclaredKeys(
  { key: schema }: SchemaNode & { kind: 'record' },
  value: Record<string, unknown>,
  path: string,
  add: Add,
): void {
  if (!schema) return
  const node = describeSchema(schema)
  for (const [key, inner] of Object.entries(value))
    if (!accepts(node, key) && !accepts(node, Number(key)))
      addUndeclaredField(add, {
        where: path + pathStep(key),
        value: inner,
        isSecretValue: isSecret(key, inner),
      })
}

function addUndeclaredField(
  add: Add,
  { where, value, isSecretValue }: { where: string; value: unknown; isSecretValue: boolean },
): void {
  const kind = isSecretValue
    ? ({ class: 'behaviour', rule: 'secret' } as const)
    : ({ class: 'additive', rule: 'extra' } as const)
  const actual = describeValue(value)
  add({ ...kind, where, expected: 'no such field', actual, sample: describeShape(value) })
}

/** Names of secrets in snake case. A token for the next page is not a secret. */
const SECRET_NAME =
  /^(?!(.*_)?(page|cursor|continuation)_token$)((.*_)?(password|passwd|secret|token|jwt|pin|otp)(_hash)?|secret_.*|(.*_)?session_id|(.*_)?(private|api|access)_?key)$/
/** Hashes of passwords by bcrypt and Argon2, and JSON web tokens. */
const SECRET_TEXT = /^(\$2[aby]\$\d|\$argon2|eyJ[\w-]{6,}\.[\w-]+\.)/

/** Returns a name in snake case: `resetToken` and `reset-token` are `reset_token`. */
const toSnakeCase = (name: string) =>
  name
    .replace(/([a-z\d])([A-Z])|([A-Z])([A-Z][a-z])/g, '$1$3_$2$4')
    .replaceAll('-', '_')
    .toLowerCase()

const isToken = (key: string) => /token$/i.test(key)

/** Whether an object has a declared token or password, so that another token is expected. */
function declaresSecrets({ fields }: SchemaNode & { kind: 'object' }): boolean {
  return fields.some(({ schema }) => privacyOf(describeSchema(schema)) === 'secret')
}

/** Whether an undeclared value, or one inside it, is a password, a hash or a token. */
function isSecret(key: string, value: unknown, depth = 3): boolean {
  if (typeof value === 'string')
    return SECRET_TEXT.test(value) || (value !== '' && SECRET_NAME.test(toSnakeCase(key)))
  if (depth === 0 || value === null || typeof value !== 'object') return false
  const entries = Object.entries(value).slice(0, 50)
  return entries.some(([name, inner]) => isSecret(Array.isArray(value) ? key : name, inner, depth - 1))
}

/**
 * Checks rules that apply to a whole value, but not those of its contents. A list longer than declared is not reported.
 */
function checkRules(position: Position, add: Add, isReported: (where: string) => boolean): void {
  const { holder, key, path } = position
  const value = holder[key]
  for (const schema of schemasWithRules(position))
    for (const issue of issuesOf(schema, value)) {
      if (issue.code === 'too_small' && issue.path.length === 0 && Array.isArray(value)) {
        const expected = `array(${issue.minimum}+)`
        add({ class: 'breaking', rule: 'length', where: path, expected, actual: describeValue(value) })
      } else if (issue.code === 'custom' || isOfWholeValue(issue, value)) {
        const where = formatPath(issue.path, path).replaceAll(/\[\d+\]/g, '[]')
        if (isReported(where)) continue
        const actual = valueAt(value, issue.path)
        const rule = actual === undefined ? 'missing' : 'relation'
        add({ class: 'breaking', rule, where, expected: issue.message, actual: describeValue(actual) })
      } else if (typeof value !== 'object') {
        // A scalar with the declared type violates a check of a wrapper.
        const about = { where: path, expected: issue.message, actual: describeValue(value) }
        add({ class: 'breaking', rule: 'relation', ...about })
      }
    }
}

const valueAt = (value: unknown, path: readonly PropertyKey[]) =>
  path.reduce<unknown>((inner, key) => Object(inner)[key], value)

/** Issues of contents, which are reported with the contents. */
const OF_CONTENTS: ReadonlySet<string> = new Set([
  'invalid_type',
  'invalid_union',
  'invalid_key',
  'invalid_element',
  'unrecognized_keys',
])

/** Whether a check of an object or list may have reported an issue, unless its contents have a finding. */
function isOfWholeValue(issue: z.core.$ZodIssue, value: unknown): boolean {
  const isLongList = issue.code === 'too_big' && issue.origin === 'array'
  const isAbsent = valueAt(value, issue.path) === undefined
  return Object(value) === value && !OF_CONTENTS.has(issue.code) && !isLongList && !isAbsent
}

/** Returns the schemas of a value whose checks its description does not contain. */
function schemasWithRules({ node, declared }: Position): readonly z.core.$ZodType[] {
  const outermost = declared.hasRules ? declared.layers.slice(0, 1) : []
  // A union does not return the issues of its members.
  return node.kind !== 'union' && declared.kind === 'union' && node.hasRules
    ? [...outermost, ...node.layers.filter(hasChecks)]
    : outermost
}

function addTypeFinding(node: SchemaNode, value: unknown, path: string, add: Add): void {
  add({
    class: 'breaking',
    rule: value === null ? 'null' : value === undefined ? 'missing' : 'type',
    where: path,
    expected: describeExpected(node),
    actual: describeValue(value),
    sample: describeShape(value),
  })
}

/** Reports a scalar that has the wrong type or format, or an undeclared value. */
function addScalarFinding(node: SchemaNode, value: unknown, path: string, add: Add, whole: SchemaNode): void {
  const [issue] = issuesOf(node.schema, value)
  const about = { where: path, expected: describeType(node), sample: describeShape(value) }
  if (isNewValue(node, value, issue)) {
    const rule = node.kind === 'enum' || node.kind === 'literal' ? 'enum-value' : 'bounds'
    const expected = (rule === 'bounds' && describeBound(node, issue)) || about.expected
    add({ class: 'behaviour', rule, ...about, expected, actual: toSafeWord(value) })
  } else if (typeof value === 'string' && issue && issue.code !== 'invalid_type') {
    const wrongLength = describeLengthLimit(issue)
    const expected = issue.code === 'custom' ? issue.message : about.expected
    const actual = 'string in a different format'
    add({ class: 'breaking', rule: 'format', ...about, expected, actual, ...wrongLength })
  } else if (typeof value === 'number' && issue && !/^invalid_(type|value|union)$/.test(issue.code))
    add({
      class: 'breaking',
      rule: 'relation',
      ...about,
      expected: issue.message,
      actual: describeValue(value),
    })
  else addTypeFinding(whole, value, path, add)
}

/** Describes the bound that a number exceeds, or undefined if its description has both bounds. */
function describeBound(node: SchemaNode, issue: z.core.$ZodIssue | undefined): string | undefined {
  if (node.kind !== 'number' || (node.minimum !== undefined && node.maximum !== undefined)) return undefined
  const equal = issue && 'inclusive' in issue && issue.inclusive === false ? '' : '='
  if (issue?.code === 'too_small') return `${describeType(node)} >${equal} ${issue.minimum}`
  return issue?.code === 'too_big' ? `${describeType(node)} <${equal} ${issue.maximum}` : undefined
}

/** Describes a violated limit on the length of a string. */
function describeLengthLimit(issue: z.core.$ZodIssue): { expected: string; actual: string } | undefined {
  const describeLimit = (limit: string, length: number | bigint) =>
    `string with ${limit} ${pluralize(Number(length), 'character')}`
  if (issue.code === 'too_small')
    return { expected: describeLimit('at least', issue.minimum), actual: 'a shorter string' }
  return issue.code === 'too_big'
    ? { expected: describeLimit('at most', issue.maximum), actual: 'a longer string' }
    : undefined
}

/** Describes the values by which a discriminated union names its members: `"link" | "file"`. */
function describeDiscriminator({ node, declared }: Position): string | undefined {
  const { discriminator } = node
  if (discriminator === undefined || declared.kind !== 'union') return undefined
  const fields = declared.members.flatMap((member) =>
    member.kind === 'object' ? (fieldOf(member, discriminator) ?? []) : [],
  )
  return fields.map(({ schema }) => describeType(describeSchema(schema))).join(' | ')
}

/** Whether the type is correct but the value is undeclared, such as 2 for a flag of 0 or 1. */
function isNewValue(node: SchemaNode, value: unknown, issue: z.core.$ZodIssue | undefined): boolean {
  const values = node.kind === 'enum' || node.kind === 'literal' ? node.values : []
  if (values.some((declared) => typeof declared === typeof value)) return true
  return typeof value === 'number' && (issue?.code === 'too_big' || issue?.code === 'too_small')
}

/** Describes the expected value of a schema: `string or null`, `"percent" | "amount"`. */
export function describeExpected(node: SchemaNode): string {
  return node.isNullable ? `${describeType(node)} or null` : describeType(node)
}

/** Describes the expected value of a schema without null. */
function describeType(node: SchemaNode): string {
  switch (node.kind) {
    case 'union':
      return [...new Set(node.members.map(describeExpected))].join(' or ')
    case 'enum':
    case 'literal':
      return node.values.map(quote).join(' | ')
    case 'record':
      return 'object'
    case 'string':
      if (node.format) return `${node.format} string`
      return node.pattern ? `string matching ${node.pattern}` : 'string'
    case 'number': {
      const { isInt, minimum, maximum } = node
      const kind = isInt ? 'integer' : 'number'
      return minimum !== undefined && maximum !== undefined ? `${kind}(${minimum}–${maximum})` : kind
    }
    case 'unknown':
      return 'any value'
    case 'other':
      return node.name
    default:
      return node.kind
  }
}

function quote(value: unknown): string {
  return JSON.stringify(value) ?? String(value)
}
