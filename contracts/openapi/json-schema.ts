import { z } from 'zod'
import { DefinitionError } from '../src/define-contracts.ts'

/** An object of a parsed document. */
export type Json = Record<string, unknown>

/** Returns a value as an object; an empty one if it is not an object. */
export function objectOf(value: unknown): Json {
  return value !== null && typeof value === 'object' && !Array.isArray(value) ? (value as Json) : {}
}

/** Returns the value that a JSON pointer such as `#/components/schemas/Pet` refers to. @throws DefinitionError */
export function resolve(document: Json, ref: string): unknown {
  const steps = ref.startsWith('#') ? ref.split('/').slice(1) : [ref]
  const found = steps.reduce<unknown>((value, step) => {
    const key = decodeURIComponent(step).replaceAll('~1', '/').replaceAll('~0', '~')
    return Array.isArray(value) ? value[Number(key)] : objectOf(value)[key]
  }, document)
  if (found === undefined) throw new DefinitionError(`the $ref ${ref} leads nowhere.`)
  return found
}

/** Keywords that have no counterpart in Zod, or only one that hides the fields below. Their places accept anything. */
const UNSUPPORTED = [
  'not if then else dependentSchemas dependentRequired unevaluatedProperties unevaluatedItems',
  'patternProperties propertyNames minProperties maxProperties uniqueItems contains $dynamicRef',
].flatMap((line) => line.split(' '))

/** Keywords that are converted, except combinations. Others, such as `description`, do not restrict values. */
const SUPPORTED = [
  'type enum const properties required additionalProperties items prefixItems minItems maxItems',
  'minLength maxLength pattern format minimum maximum exclusiveMinimum exclusiveMaximum multipleOf nullable',
].flatMap((line) => line.split(' '))

/** Formats that Zod checks as their standards define them. */
const FORMATS = /^(?:email|uri|uuid|date-time|date|ipv4|ipv6)$/

const isRestriction = (keyword: string) =>
  SUPPORTED.includes(keyword) ||
  UNSUPPORTED.includes(keyword) ||
  /^(?:\$ref|allOf|anyOf|oneOf)$/.test(keyword)

export type SchemaConverter = ReturnType<typeof createConverter>

/**
 * Converts the schemas of an OpenAPI 3.1 document to Zod. All of them are converted together, so that they share the
 * components. Undeclared fields are reported for objects that declare any, like those of contracts written in Zod.
 */
export function createConverter(document: Json) {
  const roots: unknown[] = []
  const definitions: Record<string, unknown> = {}
  const names = new Map<string, string>()
  const unconverted = new Map<string, number>()

  const omit = (keyword: string) => void unconverted.set(keyword, (unconverted.get(keyword) ?? 0) + 1)

  function reference(ref: string): Json {
    let name = names.get(ref)
    if (name === undefined) {
      name = `d${names.size}`
      names.set(ref, name)
      definitions[name] = plain(resolve(document, ref))
    }
    return { $ref: `#/definitions/${name}` }
  }

  /**
   * Reduces a schema to what `z.fromJSONSchema` converts to objects, arrays, unions and scalars.
   * @param inlined the references around the schema that were replaced by their schemas, to stop at recursion
   */
  function plain(schema: unknown, inlined: readonly string[] = []): Json {
    if (schema === false) return { not: {} }
    const { $ref, allOf, anyOf, oneOf, ...own } = objectOf(schema)
    for (const keyword of UNSUPPORTED) if (Object.hasOwn(own, keyword)) omitUnlessTrivial(keyword, own)
    const base = Object.fromEntries(Object.entries(own).filter(([key]) => SUPPORTED.includes(key)))
    const options = anyOf ?? oneOf
    const all = [...(typeof $ref === 'string' ? [{ $ref }] : []), ...(Array.isArray(allOf) ? allOf : [])]
    const parts = all.filter((part) => Object.keys(objectOf(part)).some((key) => isRestriction(key)))
    const [first] = parts
    if (parts.length === 1 && Object.keys(base).length === 0 && !options) {
      const { $ref: target, ...siblings } = objectOf(first)
      if (typeof target === 'string' && !Object.keys(siblings).some(isRestriction)) return reference(target)
    }
    if (parts.length > 0) {
      const refs = parts.map((part) => String(objectOf(part).$ref ?? ''))
      const rest = { ...base, ...(options ? { anyOf: options } : {}) }
      const schemas = parts.map((part) => target(part, inlined))
      return plain(merged([rest, ...schemas]), [...inlined, ...refs])
    }
    if (!Array.isArray(options)) return typed(base, inlined)
    // Alternatives next to other keywords, such as `required`, become complete objects.
    const isAlone = Object.keys(base).length === 0
    return union(
      options.map((option) => {
        const ref = String(objectOf(option).$ref ?? '')
        return isAlone
          ? plain(option, inlined)
          : plain(merged([base, target(option, inlined)]), [...inlined, ref])
      }),
    )
  }

  /** Replaces a reference by its schema. A recursive one adds no restriction. */
  function target(schema: unknown, inlined: readonly string[]): Json {
    const { $ref, ...own } = objectOf(schema)
    if (typeof $ref !== 'string') return own
    return inlined.includes($ref) ? own : merged([own, target(resolve(document, $ref), [...inlined, $ref])])
  }

  function omitUnlessTrivial(keyword: string, { [keyword]: value }: Json): void {
    const isTrivial = keyword === 'propertyNames' && Object.keys(objectOf(value)).join() === 'type'
    if (!isTrivial && value !== false) omit(keyword)
  }

  /** Merges the keywords of schemas that all apply. Of several lists of alternatives, only the first is kept. */
  function merged(schemas: readonly Json[]): Json {
    const both: Json = {}
    for (const [key, value] of schemas.flatMap((schema) => Object.entries(schema))) {
      const earlier = both[key]
      if (earlier === undefined) both[key] = value
      else if (key === 'required' || key === 'allOf')
        both[key] = [...(earlier as unknown[]), ...((value as unknown[]) ?? [])]
      else if (key === 'properties') {
        const [one, other] = [objectOf(earlier), objectOf(value)]
        const shared = Object.keys(other).filter((name) => Object.hasOwn(one, name))
        const combined = shared.map((name) => [name, { allOf: [one[name], other[name]] }])
        both[key] = { ...one, ...other, ...Object.fromEntries(combined) }
      } else if (key === 'type' || key === 'enum')
        both[key] = [earlier].flat().filter((each) => [value].flat().includes(each))
      else if ((key === 'anyOf' || key === 'oneOf') && value !== undefined) omit('allOf')
      // In combination, `additionalProperties: false` would forbid the fields of the other schema.
      else if (key === 'additionalProperties') both[key] = earlier === false ? value : earlier
    }
    return both
  }

  function union(options: readonly Json[]): Json {
    const isNullable = options.some(({ type }) => type === 'null')
    const others = options.filter(({ type }) => type !== 'null')
    const [first] = others
    if (!first) return { type: 'null' }
    const schema = others.length === 1 ? first : { anyOf: others }
    return isNullable ? { ...schema, nullable: true } : schema
  }

  function typed(
    { enum: values, const: value, nullable, ...schema }: Json,
    inlined: readonly string[],
  ): Json {
    const isNull = (each: unknown) => each === null
    if (Array.isArray(values) || value !== undefined) {
      const all = Array.isArray(values) ? values : [value]
      const scalars = all.filter((each) => each !== null && typeof each !== 'object')
      if (all.some((each) => each !== null && typeof each === 'object')) omit('enum')
      else
        return union([
          ...(scalars.length > 0 ? [{ enum: scalars }] : []),
          ...all.filter(isNull).map(() => ({ type: 'null' })),
          ...(nullable ? [{ type: 'null' }] : []),
        ])
    }
    const types = [schema.type ?? impliedType(schema) ?? []].flat()
    if (nullable) types.push('null')
    return types.length === 0 ? {} : union(types.map((type) => ofType(String(type), schema, inlined)))
  }

  function ofType(type: string, schema: Json, inlined: readonly string[]): Json {
    const {
      properties,
      required,
      additionalProperties: others,
      items,
      prefixItems,
      pattern,
      format,
      ...limits
    } = schema
    const numbers = Object.fromEntries(
      Object.entries(limits).filter(([, limit]) => typeof limit === 'number'),
    )
    if (type === 'object') {
      const fields = Object.entries(objectOf(properties))
      // A response contains no fields that only requests have.
      const isSent = (name: unknown) => objectOf(objectOf(properties)[String(name)]).writeOnly === true
      return {
        type,
        properties: Object.fromEntries(fields.map(([name, field]) => [name, plain(field, inlined)])),
        required: Array.isArray(required) ? required.filter((name) => !isSent(name)) : [],
        additionalProperties:
          typeof others === 'object' ? plain(others, inlined) : others === true || fields.length === 0,
      }
    }
    if (type === 'array')
      return {
        type,
        ...numbers,
        ...(Array.isArray(prefixItems)
          ? { prefixItems: prefixItems.map((item) => plain(item, inlined)) }
          : {}),
        ...(items === undefined ? {} : { items: plain(items, inlined) }),
      }
    if (type === 'string') {
      const isFormat = typeof format === 'string' && FORMATS.test(format)
      if (pattern !== undefined && !isPattern(pattern)) omit('pattern')
      return { type, ...numbers, ...(isFormat ? { format } : {}), ...(isPattern(pattern) ? { pattern } : {}) }
    }
    return { type, ...numbers }
  }

  return {
    /** Adds a schema. Returns its position among the results of `convert`. */
    add: (schema: unknown) => roots.push(plain(schema)) - 1,
    /** Converts the added schemas, and describes the keywords that were omitted. */
    convert(): { schemas: z.ZodType[]; notes: string[] } {
      const properties = Object.fromEntries(roots.map((schema, at) => [at, schema]))
      const root = { type: 'object', properties, required: Object.keys(properties), definitions }
      const { shape } = z.fromJSONSchema(root as z.core.JSONSchema.JSONSchema, {
        defaultTarget: 'openapi-3.0',
        // Keeps annotations out of the global registry.
        registry: z.registry(),
      }) as z.ZodObject
      const notes = [...unconverted].map(
        ([keyword, count]) => `not checked: ${keyword} (${count === 1 ? '1 place' : `${count} places`})`,
      )
      return { schemas: roots.map((_, at) => shape[at] as z.ZodType), notes }
    },
  }
}

function impliedType({ properties, additionalProperties, items, prefixItems }: Json): string | undefined {
  if (properties || additionalProperties) return 'object'
  return items || prefixItems ? 'array' : undefined
}

function isPattern(value: unknown): value is string {
  try {
    return typeof value === 'string' && new RegExp(value) instanceof RegExp
  } catch {
    return false
  }
}
