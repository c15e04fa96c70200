import { z } from 'zod'

/** What a field holds that nobody else should read: `secret` is never shown, `personal` only as a hash. */
export type Privacy = { keep: 'secret' | 'personal' }

/** Tags of fields. A registry of its own, so that no document repeats them. */
const registry = z.registry<Privacy>()

/**
 * A field whose value must never be shown: passwords, tokens, codes.
 * trap: a later `.meta()` or `.max()` makes another schema without the tag: tag last.
 */
export function secret<S extends z.ZodType>(schema: S): S {
  registry.add(schema, { keep: 'secret' })
  return schema
}

/** A field that tells of a person: names, numbers, addresses, places. */
export function personal<S extends z.ZodType>(schema: S): S {
  registry.add(schema, { keep: 'personal' })
  return schema
}

/** How a field is to be kept, looking through optional and nullable. */
export function privacyOf(schema: z.core.$ZodType): Privacy['keep'] | null {
  const own = registry.get(schema as z.ZodType)
  if (own) return own.keep
  const { def } = (schema as z.core.$ZodTypes)._zod
  return def.type === 'optional' || def.type === 'nullable' ? privacyOf(def.innerType) : null
}

/**
 * A copy of a value that can be shown: secrets become `***`, personal texts a short hash (the same text, the same
 * hash), and what the schema does not know only its kind.
 * @param hash makes a short text of a text; the caller brings it, so that this runs anywhere
 */
export function redact(
  schema: z.core.$ZodType | undefined,
  value: unknown,
  hash: (text: string) => string,
): unknown {
  if (value === null || value === undefined) return value
  if (!schema) return `(${kindOf(value)})`
  const keep = privacyOf(schema)
  if (keep === 'secret') return '***'
  if (keep === 'personal') return `#${hash(JSON.stringify(value))}`
  const { def } = (schema as z.core.$ZodTypes)._zod
  switch (def.type) {
    case 'optional':
    case 'nullable':
    case 'readonly':
      return redact(def.innerType, value, hash)
    case 'array':
      return Array.isArray(value)
        ? value.map((item) => redact(def.element, item, hash))
        : `(${kindOf(value)})`
    case 'record':
      return typeof value === 'object'
        ? redactEntries(value, () => def.valueType, hash)
        : `(${kindOf(value)})`
    case 'union': {
      const fitting = def.options.find((option) => (option as z.ZodType).safeParse(value).success)
      return redact(fitting, value, hash)
    }
    case 'object': {
      if (typeof value !== 'object' || Array.isArray(value)) return `(${kindOf(value)})`
      const shape: Record<string, z.core.$ZodType> = def.shape
      return redactEntries(value, (key) => (Object.hasOwn(shape, key) ? shape[key] : undefined), hash)
    }
    default:
      // A number in a text's place and the like: not what the contract knows, so not shown either.
      return (schema as z.ZodType).safeParse(value).success ? value : `(${kindOf(value)})`
  }
}

function redactEntries(
  value: object,
  schemaOf: (key: string) => z.core.$ZodType | undefined,
  hash: (text: string) => string,
): unknown {
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key, redact(schemaOf(key), inner, hash)]),
  )
}

function kindOf(value: unknown): string {
  return Array.isArray(value) ? 'list' : typeof value === 'string' ? 'text' : typeof value
}
