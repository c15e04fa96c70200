import { accepts, fieldOf, type SchemaNode } from 'contracts/describe-schema'
import { isPlainObject } from 'contracts/describe-value'
import { visit } from 'contracts/visit'
import type { z } from 'zod'

/** Coerces a copy as PHP would: trims text, and converts between numeric text and numbers. */
function coerceToSchema(schema: z.core.$ZodType, value: unknown): unknown {
  const root = { $: value }
  visit(schema, root, {
    enter: ({ node, holder, key }) => {
      const value = holder[key]
      if (value === undefined || (value === null && (node.isOptional || node.isNullable))) return false
      holder[key] = coerceValue(node, value)
      return node.kind === 'array' || node.kind === 'object'
    },
    memberOf: (members, { holder, key }) => {
      const isAccepted = (candidate: unknown) => members.some((member) => accepts(member, candidate))
      if (isAccepted(holder[key])) return undefined
      return members.find((member) =>
        isAccepted(coerceToSchema(member.layers[0] ?? member.schema, holder[key])),
      )
    },
  })
  return root.$
}

/** Coerces a scalar, or copies a container and removes its undeclared fields. */
function coerceValue(node: SchemaNode, value: unknown): unknown {
  switch (node.kind) {
    case 'number':
      return typeof value === 'string' && value.trim() !== '' && Number.isFinite(Number(value))
        ? Number(value)
        : value
    case 'boolean':
      return value === 'true' || value === '1' || value === 1
        ? true
        : value === 'false' || value === '0' || value === 0
          ? false
          : value
    case 'string':
      return typeof value === 'number' ? String(value) : trimText(value)
    case 'array':
      return Array.isArray(value) ? [...value] : value
    case 'object':
      if (!isPlainObject(value)) return value
      return Object.fromEntries(
        Object.entries(value).map(([name, inner]) => [name, fieldOf(node, name) ? inner : trimText(inner)]),
      )
    default:
      return trimText(value)
  }
}

/** Trims all text. Source R2: Laravel does so before validation. */
function trimText(value: unknown): unknown {
  return typeof value === 'string' ? value.trim() : value
}

/** Validation results by input, because the journal needs the result of the handler's validation again. */
const resultsByInput = new WeakMap<object, { schema: z.ZodObject; result: z.ZodSafeParseResult<unknown> }>()

/**
 * Coerces and validates a query or a body. Issues include the input, because missing and invalid values have different
 * messages.
 */
export function validateInput(schema: z.ZodObject, input: object): z.ZodSafeParseResult<unknown> {
  const cachedResult = resultsByInput.get(input)
  if (cachedResult?.schema === schema) return cachedResult.result
  const result = schema.safeParse(coerceToSchema(schema, input), { reportInput: true })
  resultsByInput.set(input, { schema, result })
  return result
}

const MAX_VIOLATIONS = 50

export function contractViolations(
  endpoint: { query?: z.ZodObject; body?: z.ZodObject },
  request: { query: unknown; body: unknown },
): string[] {
  return [
    ...violationsIn(endpoint.query, request.query, 'query'),
    ...violationsIn(endpoint.body, request.body, 'body'),
  ].slice(0, MAX_VIOLATIONS)
}

function violationsIn(schema: z.ZodObject | undefined, value: unknown, location: 'query' | 'body'): string[] {
  if (value === undefined || value === null)
    return schema && location === 'body' ? ['the body is missing'] : []
  if (typeof value !== 'object') return [`the ${location} is not an object`]
  const shape = schema?.shape ?? {}
  const undeclaredFields = Object.keys(value)
    .filter((key) => !Object.hasOwn(shape, key))
    .map((key) => `${location}.${key} is not in the contract`)
  const parsed = schema && validateInput(schema, value)
  if (!parsed || parsed.success) return undeclaredFields
  return [
    ...undeclaredFields,
    ...parsed.error.issues
      .slice(0, MAX_VIOLATIONS)
      .map((issue) => `${[location, ...issue.path].join('.')}: ${issue.message}`),
  ]
}
