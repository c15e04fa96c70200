import type { z } from 'zod'

/**
 * Reads a value as PHP would for a schema: texts are trimmed, numeric text stands for a number, a number for text.
 * What fits nothing is left as it is, for the schema to refuse.
 */
export function readAs(schema: z.core.$ZodType, value: unknown): unknown {
  const { def } = (schema as z.core.$ZodTypes)._zod
  switch (def.type) {
    case 'optional':
    case 'nullable':
    case 'default':
      return value === null || value === undefined ? value : readAs(def.innerType, value)
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
      return typeof value === 'number' ? String(value) : trimmed(value)
    case 'array':
      return Array.isArray(value) ? value.map((item) => readAs(def.element, item)) : value
    case 'object': {
      if (value === null || typeof value !== 'object' || Array.isArray(value)) return value
      const shape: Record<string, z.core.$ZodType> = def.shape
      return Object.fromEntries(
        Object.entries(value).map(([key, inner]) => {
          const known = Object.hasOwn(shape, key) ? shape[key] : undefined
          return [key, known ? readAs(known, inner) : trimmed(inner)]
        }),
      )
    }
    case 'union': {
      const fits = (candidate: unknown) =>
        def.options.some((option) => (option as z.ZodType).safeParse(candidate).success)
      if (fits(value)) return trimmed(value)
      const readings = def.options.map((option) => readAs(option, value))
      return readings.find(fits) ?? value
    }
    default:
      return trimmed(value)
  }
}

/** witness: the framework trims every text before any rule sees it. */
function trimmed(value: unknown): unknown {
  return typeof value === 'string' ? value.trim() : value
}

/** What in a request the contract does not know or would not take, one sentence each. Empty for a good request. */
export function departures(
  declared: { query?: z.ZodObject; body?: z.ZodObject },
  request: { query: unknown; body: unknown },
): string[] {
  return [
    ...departuresOf(declared.query, request.query, 'query'),
    ...departuresOf(declared.body, request.body, 'body'),
  ]
}

function departuresOf(schema: z.ZodObject | undefined, value: unknown, place: 'query' | 'body'): string[] {
  if (value === undefined || value === null) return schema && place === 'body' ? ['the body is missing'] : []
  if (typeof value !== 'object') return [`the ${place} is no object`]
  const known = schema?.shape ?? {}
  const unknown = Object.keys(value)
    .filter((key) => !Object.hasOwn(known, key))
    .map((key) => `${place}.${key} is not in the contract`)
  const parsed = schema?.safeParse(readAs(schema, value))
  if (!parsed || parsed.success) return unknown
  return [
    ...unknown,
    ...parsed.error.issues.map((issue) => `${[place, ...issue.path].join('.')}: ${issue.message}`),
  ]
}
