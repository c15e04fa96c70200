import type { z } from 'zod'
import type { Seen } from './statistics.ts'

/** A schema without what only says that it may be absent or null. */
export function innermost(schema: z.core.$ZodType): z.core.$ZodType {
  const { def } = (schema as z.core.$ZodTypes)._zod
  return def.type === 'optional' || def.type === 'nullable' || def.type === 'readonly'
    ? innermost(def.innerType)
    : schema
}

/** Whether a schema takes values of a kind. */
export function acceptsKind(schema: z.core.$ZodType, kind: string): boolean {
  const { def } = (innermost(schema) as z.core.$ZodTypes)._zod
  switch (def.type) {
    case 'unknown':
    case 'any':
      return true
    case 'union':
      return def.options.some((option) => acceptsKind(option, kind))
    case 'string':
    case 'enum':
      return kind === 'text'
    case 'number':
      return kind === 'whole number' || (kind === 'fraction' && !(innermost(schema) as z.ZodNumber).isInt)
    case 'boolean':
      return kind === 'boolean'
    case 'array':
      return kind === 'list'
    case 'object':
    case 'record':
      return kind === 'object'
    default:
      return true
  }
}

/** Zod's spelling of what was seen. */
export function zodOf(seen: Seen): string {
  const kinds = [...seen.kinds]
  const one = (kind: string) =>
    ({
      text: 'z.string()',
      'whole number': 'z.int()',
      fraction: 'z.number()',
      boolean: 'z.boolean()',
      list: 'z.array(z.unknown())',
    })[kind] ?? 'z.record(z.string(), z.unknown())'
  const numbers = kinds.includes('whole number') && kinds.includes('fraction')
  const texts = [...new Set(kinds.filter((kind) => !(numbers && kind === 'whole number')).map(one))]
  if (texts.length === 0) return 'z.unknown()'
  return texts.length === 1 ? (texts[0] as string) : `z.union([${texts.join(', ')}])`
}

/** Zod's spelling of a declared field; a named part stands by its name. */
export function zodText(schema: z.core.$ZodType): string {
  const { def } = (schema as z.core.$ZodTypes)._zod
  const name = (schema as z.ZodType).meta?.()?.id
  if (typeof name === 'string') return name
  switch (def.type) {
    case 'optional':
      return `${zodText(def.innerType)}.optional()`
    case 'nullable':
      return `${zodText(def.innerType)}.nullable()`
    case 'array':
      return `z.array(${zodText(def.element)})`
    case 'enum':
      return `z.enum([${Object.values(def.entries)
        .map((each) => `'${each}'`)
        .join(', ')}])`
    case 'union':
      return `z.union([${def.options.map(zodText).join(', ')}])`
    case 'number':
      return (schema as z.ZodNumber).isInt ? 'z.int()' : 'z.number()'
    default:
      return `z.${def.type}()`
  }
}
